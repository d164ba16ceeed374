import { AppError, balance, envelope } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { costOrNull } from '../response/user-view.ts';
import type { Services } from '../services.ts';

/** `GET /api/users/me/balance`: the balance, the reserved amount, and the cost of the current period. */
export function balanceRoute(app: App, { accounts }: Services): void {
  app.get(
    '/api/users/me/balance',
    {
      schema: {
        operationId: 'get_balance',
        tags: ['account'],
        summary: 'Get the balance and the spend limit',
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
