import type { Endpoint } from '@sdq/catalog/define';
import { answerMeta, envelope, errorEnvelope, httpValidationError } from '@sdq/contract';
import type { Answered } from '@sdq/platforms';
import { formatCost, type Price } from '@sdq/pricing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { abortedWhenClosed } from '../request/aborted-when-closed.ts';
import { principalOf } from '../request/access.ts';
import { openMeter } from '../request/metering.ts';
import { watchDelivery } from '../request/watch-delivery.ts';
import { sendJsonText } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** Every data endpoint besides SQL, as the platforms define them: `GET /api/{platform}/{what}`. */
export function dataRoutes(app: App, services: Services): void {
  for (const { platform, endpoints, examples } of services.platforms) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      addDataRoute(app, services, platform, name, endpoint, examples);
    }
  }
}

function addDataRoute(
  app: App,
  services: Services,
  platform: string,
  name: string,
  { summary, description, query, data, errors, example }: Endpoint,
  examples: URL | undefined,
): void {
  const path = `${platform}/${name}`;
  app.get(
    `/api/${path}`,
    {
      exposeHeadRoute: false, // a HEAD request would be charged without a body
      schema: {
        operationId: operationIdOf(platform, name),
        tags: [platform],
        summary,
        ...(description !== undefined && { description }),
        security: [{ HTTPBearer: [] }],
        querystring: query,
        response: {
          200: envelope(data.extend({ meta: answerMeta })),
          '4xx': errorEnvelope,
          422: httpValidationError,
          '5xx': errorEnvelope,
        },
      },
      config: {
        access: 'data',
        platform,
        docs: {
          errors,
          example: {
            of: async ({ row }) => ({
              query: { ...(example.find && (await row(platform, example.find))), ...example.query },
            }),
            ...(example.isWrittenOnce && { isWrittenOnce: true }),
          },
          ...(examples && { file: new URL(`${name}.json`, examples) }),
        },
      },
    },
    async (request, reply) => {
      await answerData(services, path, request, reply);
      return reply;
    },
  );
}

/** `get_micro_post`; for an endpoint `search-…` of a platform `search_<platform>_…`. */
function operationIdOf(platform: string, name: string): string {
  const [first = '', ...rest] = name.split('-');
  return first === 'search'
    ? ['search', platform, ...rest].join('_')
    : ['get', platform, first, ...rest].join('_');
}

/** Reserves the maximum cost, reads, settles for the delivered records, and responds. Failed requests are free. */
async function answerData(
  services: Services,
  endpoint: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { query } = request;
  const { data: platformData } = services;
  const signal = abortedWhenClosed(reply);
  const meter = await openMeter(services, request, endpoint, platformData.worst(endpoint, query));
  try {
    const { keyId } = principalOf(request);
    const answered = await platformData.answer(endpoint, query, { keyId, signal });
    const price = await meter.settle(answered.delivered, answered.snapshotId);
    watchDelivery(reply, meter);
    sendJsonText(reply, bodyOf({ ...answered.data, meta: metaOf(answered) }, price, request.id));
  } catch (error) {
    await meter.fail(error);
    throw error;
  }
}

function metaOf({ sql, snapshotId }: Answered) {
  if (sql === null) return { sql: null };
  const { query, parameters } = sql;
  return { sql: { query, parameters, snapshot_id: snapshotId } };
}

function bodyOf(data: object, price: Price, requestId: string): string {
  return JSON.stringify({ success: true, data, cost: formatCost(price.units), request_id: requestId });
}
