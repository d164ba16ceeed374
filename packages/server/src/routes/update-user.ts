import type { AccountChanges } from '@sdq/accounts';
import { AppError, envelope, httpValidationError, updatedUser, updateUserRequest } from '@sdq/contract';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { userView } from '../response/user-view.ts';
import type { Services } from '../services.ts';

/** `PATCH /api/users/me`: changes the name and the settings, merged key by key; returns the updated user, and which
 * fields were not applied. */
export function updateUserRoute(app: App, { accounts }: Services): void {
  app.patch(
    '/api/users/me',
    {
      schema: {
        operationId: 'update_user',
        tags: ['account'],
        summary: 'Update the current user',
        security: [{ APIKeyHeader: [] }],
        body: updateUserRequest,
        response: { 200: envelope(updatedUser), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['not_found'],
          example: { of: () => ({ body: { settings: { usageAlerts: true, alertThreshold: 25 } } }) },
        },
      },
    },
    async (request, reply) => {
      const { ignored, ...given } = request.body;
      const changes = withoutUndefined(given) as AccountChanges;
      const account = await accounts.updateAccount(principalOf(request).accountId, changes);
      if (account === undefined) throw new AppError('not_found', 'The account does not exist');
      return sendEnvelope(reply, { ...userView(account), ignored });
    },
  );
}

function withoutUndefined(body: { name?: unknown; settings?: object | undefined }): object {
  const given = (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
  return given({ ...body, ...(body.settings && { settings: given(body.settings) }) });
}
