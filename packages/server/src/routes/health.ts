import { z } from 'zod';
import type { App } from '../app.ts';
import { sendJsonText } from '../response/send-envelope.ts';

/** `GET /healthz`: the process lives and answers. It says nothing of what it works with. */
export function healthRoute(app: App): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'healthz',
        tags: ['service'],
        summary: 'Whether the process answers',
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
      config: { docs: { example: {} } },
    },
    async (_request, reply) => sendJsonText(reply, '{"status":"ok"}'),
  );
}
