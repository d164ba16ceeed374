import { z } from 'zod';
import type { App } from '../app.ts';
import { sendJsonText } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

const readinessBody = z.object({
  status: z.enum(['ready', 'unavailable']),
  checks: z.object({
    accepting: z.boolean().meta({ description: 'False once the service is told to stop.' }),
    index: z.boolean(),
    queries: z.boolean().meta({ description: 'Whether a query process lives.' }),
    accounts: z.boolean().meta({ description: 'Whether the accounts’ database takes writes.' }),
  }),
});

/** `GET /readyz`: whether requests can be answered, for whoever sends them here. */
export function readyRoute(app: App, { readiness }: Services): void {
  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'readyz',
        tags: ['service'],
        summary: 'Whether requests can be answered',
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
