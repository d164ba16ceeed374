import { envelope, httpValidationError, usageList, usageQuery } from '@sdq/contract';
import { ownKeyOf, principalOf } from '../request/access.ts';
import { readCursor, writeCursor } from '../request/usage-cursor.ts';
import { windowOf } from '../request/usage-window.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { usageView } from '../response/usage-view.ts';
import type { App, Services } from '../services.ts';

/** `GET /api/users/me/usage`: requests that have ended, newest first; to a data key, its own. */
export function listUsageRoute(app: App, { accounts }: Services): void {
  app.get(
    '/api/users/me/usage',
    {
      schema: {
        operationId: 'list_usage',
        tags: ['account'],
        summary: 'The usage log',
        security: [{ APIKeyHeader: [] }],
        querystring: usageQuery,
        response: { 200: envelope(usageList), 422: httpValidationError },
      },
      config: { access: 'own' },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { start, end } = windowOf(request.query);
      const found = await accounts.listUsage(principalOf(request).accountId, {
        start,
        end,
        limit: limit + 1,
        after: cursor === undefined ? undefined : readCursor(cursor),
        ...ownKeyOf(request),
      });
      const records = found.slice(0, limit);
      const last = records.at(-1);
      const hasMore = found.length > limit;
      return sendEnvelope(reply, {
        records: records.map(usageView),
        total_fetched: records.length,
        has_more: hasMore,
        cursor: hasMore && last !== undefined ? writeCursor(last) : null,
        start_date: start.toISOString(),
        end_date: end.toISOString(),
      });
    },
  );
}
