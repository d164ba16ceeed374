import { envelope, platformList } from '@sdq/contract';
import { driversOf, platformStatus } from '@sdq/platforms';
import type { App } from '../app.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `GET /api/platforms`: status and indexed records of each platform. Free, without a key. */
export function platformsRoute(app: App, { engine, platforms, platformNames, data }: Services): void {
  app.get(
    '/api/platforms',
    {
      schema: {
        operationId: 'list_platforms',
        tags: ['service'],
        summary: 'List platforms with their status and indexed records',
        response: { 200: envelope(platformList(platformNames)) },
      },
      config: { docs: { example: {} } },
    },
    async (_request, reply) => {
      const status = await platformStatus(engine, platforms);
      const drivers = platforms.map((platform) => driversOf(platform, data.sources));
      const withDrivers = status.map((each, at) => ({ ...each, drivers: drivers[at] ?? [] }));
      return sendEnvelope(reply, { platforms: withDrivers });
    },
  );
}
