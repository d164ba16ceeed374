import { envelope, notificationList } from '@sdq/contract';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `GET /api/users/me/notifications`: the notifications of the account, newest first. */
export function listNotificationsRoute(app: App, { accounts }: Services): void {
  app.get(
    '/api/users/me/notifications',
    {
      schema: {
        operationId: 'list_notifications',
        tags: ['account'],
        summary: 'List notifications',
        security: [{ APIKeyHeader: [] }],
        response: { 200: envelope(notificationList) },
      },
      config: { access: 'account', docs: { example: {} } },
    },
    async (request, reply) => {
      const found = await accounts.listNotifications(principalOf(request).accountId);
      const notifications = found.map(({ notificationId, kind, message, facts, createdAt }) => ({
        notification_id: notificationId,
        kind,
        message,
        facts,
        created_at: createdAt.toISOString(),
      }));
      return sendEnvelope(reply, { notifications, total: notifications.length });
    },
  );
}
