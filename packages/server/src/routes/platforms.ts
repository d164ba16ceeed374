import { envelope, platformList } from '@sdq/contract';
import { platformStatus } from '@sdq/platforms';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { App, Services } from '../services.ts';

/** `GET /api/platforms`: labels, and what the index holds. Free, without a key. */
export function platformsRoute(app: App, { engine, platforms }: Services): void {
  app.get(
    '/api/platforms',
    {
      schema: {
        operationId: 'platforms',
        tags: ['service'],
        summary: 'The platforms, their status and what is indexed of them',
        response: { 200: envelope(platformList) },
      },
    },
    async (_request, reply) => sendEnvelope(reply, { platforms: await platformStatus(engine, platforms) }),
  );
}
