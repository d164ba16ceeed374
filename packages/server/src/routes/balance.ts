import { AppError, balance, envelope } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { costOrNull } from '../response/user-view.ts';
import type { Services } from '../services.ts';

/** `GET /api/users/me/balance`: what is left, what is held for running requests, what the period has cost. */
export function balanceRoute(app: App, { accounts }: Services): void {
  app.get(
    '/api/users/me/balance',
    {
      schema: {
        operationId: 'balance',
        tags: ['account'],
        summary: 'Balance and spend limit',
        security: [{ APIKeyHeader: [] }],
        response: { 200: envelope(balance) },
      },
      config: { access: 'account', docs: { example: {} } },
    },
    async (request, reply) => {
      const { accountId } = principalOf(request);
      const account = await accounts.findAccount(accountId);
      if (account === undefined) throw new AppError('not_found', 'The account does not exist');
      const { costUnits } = await accounts.usageSummary(accountId);
      const { balanceUnits, reservedUnits } = account;
      return sendEnvelope(reply, {
        balance: formatCost(balanceUnits),
        reserved: formatCost(reservedUnits),
        available: formatCost(balanceUnits - reservedUnits),
        plan: account.plan,
        spend_limit: costOrNull(account.spendLimitUnits),
        current_period_cost: formatCost(costUnits),
      });
    },
  );
}
