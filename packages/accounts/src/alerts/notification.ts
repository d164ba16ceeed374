import type { NotificationRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** A notification of an account. */
export interface Notification {
  notificationId: string;
  kind: string;
  message: string;
  facts: Readonly<Record<string, unknown>>;
  createdAt: Date;
}

/** Newest first. */
export async function listNotifications(
  { db }: Store,
  accountId: string,
  limit: number,
): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('notification_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toNotification);
}

export function toNotification(row: NotificationRow): Notification {
  return {
    notificationId: row.notification_id,
    kind: row.kind,
    message: row.message,
    facts: JSON.parse(row.facts) as Record<string, unknown>,
    createdAt: new Date(row.created_at),
  };
}
