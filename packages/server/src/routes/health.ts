import { z } from 'zod';
import type { App } from '../app.ts';
import { sendJsonText } from '../response/send-envelope.ts';

/** `GET /healthz`: whether the process responds (liveness); dependencies are not checked. */
export function healthRoute(app: App): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'get_health',
        tags: ['service'],
        summary: 'Check whether the process responds',
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
      config: { docs: { example: {} } },
    },
    async (_request, reply) => sendJsonText(reply, '{"status":"ok"}'),
  );
}
