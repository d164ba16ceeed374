import {
  type DataEndpoint,
  type DataQuery,
  dataEndpoints,
  envelope,
  errorEnvelope,
  httpValidationError,
  type Platform,
} from '@sdq/contract';
import { formatCost, type Price } from '@sdq/pricing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { principalOf } from '../request/access.ts';
import { openMeter } from '../request/metering.ts';
import { watchDelivery } from '../request/watch-delivery.ts';
import { sendJsonText } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** Every data endpoint besides SQL: `GET /api/{platform}/{what}`. */
export function dataRoutes(app: App, services: Services): void {
  for (const endpoint of Object.keys(dataEndpoints) as DataEndpoint[]) addDataRoute(app, services, endpoint);
}

function addDataRoute(app: App, services: Services, endpoint: DataEndpoint): void {
  const { summary, query, data } = dataEndpoints[endpoint];
  const platform = endpoint.split('/', 1)[0] as Platform;
  app.get(
    `/api/${endpoint}`,
    {
      exposeHeadRoute: false, // what is read is charged, so nobody reads it without its body
      schema: {
        operationId: endpoint.replaceAll(/[/-]/g, '_'),
        tags: [platform],
        summary,
        security: [{ HTTPBearer: [] }],
        querystring: query,
        response: {
          200: envelope(data),
          '4xx': errorEnvelope,
          422: httpValidationError,
          '5xx': errorEnvelope,
        },
      },
      config: { access: 'data', platform },
    },
    async (request, reply) => {
      await answerData(services, endpoint, request, reply);
      return reply;
    },
  );
}

/** Reserve the worst case, read, settle for what was delivered, answer. Whatever fails costs nothing. */
async function answerData<Endpoint extends DataEndpoint>(
  { accounts, data: platformData }: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const query = request.query as DataQuery<Endpoint>;
  const signal = abortedWhenClosed(reply);
  const meter = await openMeter(accounts, request, endpoint, platformData.worst(endpoint, query));
  try {
    const { keyId } = principalOf(request);
    const answered = await platformData.answer(endpoint, query, { keyId, signal });
    const price = await meter.settle(answered.delivered, answered.snapshotId);
    watchDelivery(reply, meter);
    sendJsonText(reply, bodyOf(answered.data, price, request.id));
  } catch (error) {
    await meter.fail(error);
    throw error;
  }
}

function bodyOf(data: object, price: Price, requestId: string): string {
  return JSON.stringify({ success: true, data, cost: formatCost(price.units), request_id: requestId });
}
