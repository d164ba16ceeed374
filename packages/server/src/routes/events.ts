import { eventsQuery, httpValidationError } from '@sdq/contract';
import { SnapshotFeed } from '@sdq/core';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import type { Services } from '../services.ts';

/** `GET /api/events`: server-sent events, one for each snapshot that the service begins to read. Free. */
export function eventsRoute(app: App, { engine, eventStreams }: Services): void {
  const feed = new SnapshotFeed(engine);
  app.get(
    '/api/events',
    {
      schema: {
        operationId: 'get_events',
        tags: ['service'],
        summary: 'Get an event for each new snapshot',
        description:
          'Server-sent events (`text/event-stream`): `snapshot` with `{"snapshot_id"}` when the connection opens, and for each new snapshot. A comment is sent every 5 seconds. A stream ends after an hour; `EventSource` and similar clients reconnect.',
        security: [{ HTTPBearer: [] }, { APIKeyHeader: [] }],
        querystring: eventsQuery,
        response: { 422: httpValidationError },
      },
      config: { access: 'own', docs: { example: { of: () => ({ query: { count: 1 } }) } } },
    },
    async (request, reply) => {
      const { accountId } = principalOf(request);
      let left = request.query.count ?? Number.POSITIVE_INFINITY;
      let forget = () => {};
      const stream = eventStreams.begin(reply, accountId, () => forget());
      const send = (id: string) => {
        stream.send({ name: 'snapshot', id, data: { snapshot_id: id } });
        if (--left === 0) stream.end();
      };
      send(engine.snapshotId);
      forget = feed.listen(send);
      return reply;
    },
  );
}
