import { z } from 'zod';
import type { App } from '../app.ts';
import { sendJsonText } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

const readinessBody = z.object({
  status: z.enum(['ready', 'unavailable']),
  checks: z.object({
    accepting: z.boolean().meta({ description: 'False while the service is shutting down.' }),
    index: z.boolean(),
    queries: z.boolean().meta({ description: 'Whether at least one query process is alive.' }),
    accounts: z.boolean().meta({ description: 'Whether the account database is writable.' }),
  }),
});

/** `GET /readyz`: whether the service can handle requests, for load balancers. */
export function readyRoute(app: App, { readiness }: Services): void {
  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'get_readiness',
        tags: ['service'],
        summary: 'Check whether the service can handle requests',
        response: { 200: readinessBody, 503: readinessBody },
      },
      config: { docs: { example: {} } },
    },
    async (_request, reply) => {
      const { isReady, checks } = await readiness();
      const status = isReady ? 'ready' : 'unavailable';
      return sendJsonText(reply.code(isReady ? 200 : 503), JSON.stringify({ status, checks }));
    },
  );
}
