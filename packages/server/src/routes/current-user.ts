import { AppError, currentUser, envelope } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { App, Services } from '../services.ts';

/** `GET /api/users/me`: the caller's account. A data key may read it too. */
export function currentUserRoute(app: App, { accounts }: Services): void {
  app.get(
    '/api/users/me',
    {
      schema: {
        operationId: 'current_user',
        tags: ['account'],
        summary: 'The current user',
        security: [{ APIKeyHeader: [] }],
        response: { 200: envelope(currentUser) },
      },
      config: { access: 'own' },
    },
    async (request, reply) => {
      const { accountId } = principalOf(request);
      const account = await accounts.findAccount(accountId);
      if (account === undefined) throw new AppError('not_found', 'The account does not exist');
      const { spendLimitUnits } = account;
      return sendEnvelope(reply, {
        id: account.accountId,
        name: account.name,
        email: account.email,
        settings: account.settings,
        plan: account.plan,
        balance: formatCost(account.balanceUnits),
        spend_limit: spendLimitUnits === null ? null : formatCost(spendLimitUnits),
        created_at: account.createdAt.toISOString(),
      });
    },
  );
}
