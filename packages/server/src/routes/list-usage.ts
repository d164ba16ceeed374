import { envelope, httpValidationError, type Platform, usageList, usageQuery } from '@sdq/contract';
import { parseDollars } from '@sdq/pricing';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { ownKeyOf, principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { usageView } from '../response/usage-view.ts';
import type { Services } from '../services.ts';

/** `GET /api/users/me/usage`: ended requests, newest first; for a data key, only its own. */
export function listUsageRoute(app: App, { accounts, platformNames, usagePages }: Services): void {
  app.get(
    '/api/users/me/usage',
    {
      schema: {
        operationId: 'list_usage',
        tags: ['account'],
        summary: 'List usage records',
        security: [{ APIKeyHeader: [] }],
        querystring: usageQuery,
        response: { 200: envelope(usageList(platformNames)), 422: httpValidationError },
      },
      config: { access: 'own', docs: { example: { of: () => ({ query: { limit: 2 } }) } } },
    },
    async (request, reply) => {
      const { query } = request;
      const principal = principalOf(request);
      const page = usagePages.open(principal, query);
      const found = await accounts.listUsage(principal.accountId, {
        ...page,
        limit: query.limit + 1,
        ...filterOf(query),
        ...ownKeyOf(request), // a data key sees its own requests, whichever it asks for
      });
      const records = found.slice(0, query.limit);
      const last = records.at(-1);
      const hasMore = found.length > query.limit;
      return sendEnvelope(reply, {
        records: records.map(usageView),
        total_fetched: records.length,
        has_more: hasMore,
        cursor: hasMore && last !== undefined ? usagePages.next(principal, query, page, last) : null,
        start_date: page.start.toISOString(),
        end_date: page.end.toISOString(),
      });
    },
  );
}

function filterOf({ key_id, platform, endpoint, status, error_code, min_cost }: z.infer<typeof usageQuery>) {
  return {
    ...(key_id !== undefined && { keyId: key_id }),
    platform: platform as Platform | undefined,
    endpoint,
    state: status && ({ succeeded: 'settled', failed: 'released' } as const)[status],
    errorCode: error_code,
    unitsMin: min_cost === undefined ? undefined : parseDollars(min_cost),
  };
}
