import { envelope, usageSummary } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { App } from '../app.ts';
import { ownKeyOf, principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `GET /api/users/me/usage/summary`: totals of the current period; for a data key, only its own. */
export function usageSummaryRoute(app: App, { accounts, platformNames }: Services): void {
  app.get(
    '/api/users/me/usage/summary',
    {
      schema: {
        operationId: 'get_usage_summary',
        tags: ['account'],
        summary: 'Get the usage summary of the current period',
        security: [{ APIKeyHeader: [] }],
        response: { 200: envelope(usageSummary(platformNames)) },
      },
      config: { access: 'own', docs: { example: {} } },
    },
    async (request, reply) => {
      const { accountId } = principalOf(request);
      const summary = await accounts.usageSummary(accountId, ownKeyOf(request).keyId);
      return sendEnvelope(reply, {
        total_requests: summary.requests,
        successful_requests: summary.requests - summary.failed,
        failed_requests: summary.failed,
        total_records: summary.records,
        current_period_cost: formatCost(summary.costUnits),
        current_period_start: summary.periodStart.toISOString(),
        current_period_end: summary.periodEnd.toISOString(),
        cost_source: summary.costSource,
        as_of: summary.asOf.toISOString(),
        pending_cost: formatCost(summary.pendingUnits),
        keys: summary.keys,
        by_platform: Object.fromEntries(
          Object.entries(summary.byPlatform).map(([platform, { requests, records, units }]) => [
            platform,
            { requests, records, cost: formatCost(units) },
          ]),
        ),
      });
    },
  );
}
