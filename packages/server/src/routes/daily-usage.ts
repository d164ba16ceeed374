import type { UsageDay } from '@sdq/accounts';
import { dailyUsage, dailyUsageQuery, envelope, httpValidationError } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { App } from '../app.ts';
import { invalidValue } from '../fastapi/request-invalid.ts';
import { ownKeyOf, principalOf } from '../request/access.ts';
import { windowOf } from '../request/usage-window.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

const dayMs = 86_400_000;
const daysMax = 366;

/** `GET /api/users/me/usage/daily`: totals of each UTC day in the window. */
export function dailyUsageRoute(app: App, { accounts }: Services): void {
  app.get(
    '/api/users/me/usage/daily',
    {
      schema: {
        operationId: 'get_daily_usage',
        tags: ['account'],
        summary: 'Get usage by day',
        security: [{ APIKeyHeader: [] }],
        querystring: dailyUsageQuery,
        response: { 200: envelope(dailyUsage), 422: httpValidationError },
      },
      config: { access: 'own', docs: { example: {} } },
    },
    async (request, reply) => {
      const { start, end } = windowOf(request.query);
      const names = daysBetween(start, end);
      const range = { first: names[0] ?? '', last: names.at(-1) ?? '', ...ownKeyOf(request) };
      const found = await accounts.usageByDay(principalOf(request).accountId, range);
      const byDay = new Map(found.map((day) => [day.day, day]));
      const days = names.map(
        (day) => byDay.get(day) ?? { day, requests: 0, failed: 0, records: 0, units: 0 },
      );
      const sum = (of: (day: UsageDay) => number) => days.reduce((total, day) => total + of(day), 0);
      return sendEnvelope(reply, {
        days: days.map(({ day, requests, failed, records, units }) => ({
          date: day,
          requests,
          failed_requests: failed,
          records,
          cost: formatCost(units),
        })),
        total_requests: sum(({ requests }) => requests),
        total_records: sum(({ records }) => records),
        total_cost: formatCost(sum(({ units }) => units)),
        start_date: start.toISOString(),
        end_date: end.toISOString(),
      });
    },
  );
}

/** The UTC days of a window. Errors: RequestInvalid for more than a year. */
function daysBetween(start: Date, end: Date): string[] {
  const first = Math.floor(start.getTime() / dayMs);
  const last = Math.max(first, Math.ceil(end.getTime() / dayMs) - 1);
  if (last - first >= daysMax) {
    throw invalidValue(['query'], `at most ${daysMax} days at once`, null);
  }
  return Array.from({ length: last - first + 1 }, (_, i) =>
    new Date((first + i) * dayMs).toISOString().slice(0, 10),
  );
}
