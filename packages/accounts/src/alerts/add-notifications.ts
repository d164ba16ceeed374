import type { Kysely } from 'kysely';
import type { AccountSettings } from '../account.ts';
import { formatDollars } from '../money.ts';
import { orderedId } from '../store/ordered-id.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** The kinds of notifications. */
export const notificationKinds = ['usage_threshold_reached', 'schedule_result', 'schedule_failed'] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** An alert threshold that the cost of an account has reached. */
export interface Crossing {
  accountId: string;
  thresholdUnits: number;
  periodUnits: number;
  period: string;
}

/**
 * Notifies accounts that the cost of a period has reached their threshold: inserts the notification and its deliveries
 * by mail and webhooks (an outbox). Runs in the transaction of the charge, so that it happens exactly once per charge.
 */
export async function addNotifications(
  kysely: Kysely<StoreSchema>,
  crossings: readonly Crossing[],
  now: number,
): Promise<void> {
  for (const { accountId, period, thresholdUnits, periodUnits } of crossings) {
    const [threshold, cost] = [formatDollars(thresholdUnits), formatDollars(periodUnits)];
    const notificationId = orderedId('ntf', now);
    const message = `The cost of ${period} has reached ${threshold}; it is now ${cost}.`;
    const notification = {
      kind: 'usage_threshold_reached',
      message,
      facts: { period, threshold, cost },
    } as const;
    await insertNotification(kysely, { notificationId, accountId, notification }, now);
    const webhooks = await kysely
      .selectFrom('webhooks')
      .select('webhook_id')
      .where('account_id', '=', accountId)
      .execute();
    const { settings } = await kysely
      .selectFrom('accounts')
      .select('settings')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const { emailNotifications } = JSON.parse(settings) as AccountSettings;
    const channels = [
      ...(emailNotifications ? ['mail'] : []),
      ...webhooks.map((webhook) => webhook.webhook_id),
    ];
    await insertDeliveries(kysely, { notificationId, accountId, channels }, now);
  }
}

/** A notification to be made. */
export interface NewNotification {
  kind: NotificationKind;
  message: string;
  facts: Readonly<Record<string, unknown>>;
}

/** Adds a notification that one webhook receives; null: it is only listed. Runs in the transaction of its cause. */
export async function addDelivery(
  kysely: Kysely<StoreSchema>,
  accountId: string,
  notification: NewNotification,
  webhookId: string | null,
  now: number,
): Promise<void> {
  const notificationId = orderedId('ntf', now);
  await insertNotification(kysely, { notificationId, accountId, notification }, now);
  const channels = webhookId === null ? [] : [webhookId];
  await insertDeliveries(kysely, { notificationId, accountId, channels }, now);
}

async function insertNotification(
  kysely: Kysely<StoreSchema>,
  {
    notificationId,
    accountId,
    notification: { kind, message, facts },
  }: { notificationId: string; accountId: string; notification: NewNotification },
  now: number,
): Promise<void> {
  await kysely
    .insertInto('notifications')
    .values({
      notification_id: notificationId,
      account_id: accountId,
      kind,
      message,
      facts: JSON.stringify(facts),
      created_at: now,
    })
    .execute();
}

async function insertDeliveries(
  kysely: Kysely<StoreSchema>,
  {
    notificationId,
    accountId,
    channels,
  }: { notificationId: string; accountId: string; channels: readonly string[] },
  now: number,
): Promise<void> {
  if (channels.length === 0) return;
  await kysely
    .insertInto('deliveries')
    .values(
      channels.map((channel) => ({
        delivery_id: orderedId('dlv', now),
        notification_id: notificationId,
        account_id: accountId,
        channel,
        state: 'pending' as const,
        attempts: 0,
        next_attempt_at: now,
        last_error: null,
        created_at: now,
      })),
    )
    .execute();
}

/** How long notifications of schedules are retained: 30 days. There can be many. */
const scheduleNotificationMs = 30 * 86_400_000;

/** Deletes old notifications of schedules with their deliveries. */
export async function dropOldNotifications({ db }: Pick<Store, 'db'>, now: number): Promise<void> {
  const old = db
    .selectFrom('notifications')
    .select('notification_id')
    .where('kind', 'in', ['schedule_result', 'schedule_failed'] satisfies NotificationKind[])
    .where('created_at', '<=', now - scheduleNotificationMs);
  await db.deleteFrom('deliveries').where('notification_id', 'in', old).execute();
  await db.deleteFrom('notifications').where('notification_id', 'in', old).execute();
}
