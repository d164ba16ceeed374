import { AppError, currentUser, envelope } from '@sdq/contract';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { userView } from '../response/user-view.ts';
import type { Services } from '../services.ts';

/** `GET /api/users/me`: the caller's account. A data key may read it too. */
export function currentUserRoute(app: App, { accounts }: Services): void {
  app.get(
    '/api/users/me',
    {
      schema: {
        operationId: 'get_current_user',
        tags: ['account'],
        summary: 'Get the current user',
        security: [{ APIKeyHeader: [] }, { HTTPBearer: [] }],
        response: { 200: envelope(currentUser) },
      },
      config: { access: 'own', docs: { errors: ['not_found'], example: {} } },
    },
    async (request, reply) => {
      const account = await accounts.findAccount(principalOf(request).accountId);
      if (account === undefined) throw new AppError('not_found', 'The account does not exist');
      return sendEnvelope(reply, userView(account));
    },
  );
}
