import type { Kysely } from 'kysely';
import type { AccountSettings } from '../account.ts';
import { formatDollars } from '../money.ts';
import { orderedId } from '../store/ordered-id.ts';
import type { StoreSchema } from '../store/schema.ts';

/** The kinds of notifications. */
export const notificationKinds = ['usage_threshold_reached'] as const;

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
    await kysely
      .insertInto('notifications')
      .values({
        notification_id: notificationId,
        account_id: accountId,
        kind: 'usage_threshold_reached' satisfies NotificationKind,
        message: `The cost of ${period} has reached ${threshold}; it is now ${cost}.`,
        facts: JSON.stringify({ period, threshold, cost }),
        created_at: now,
      })
      .execute();
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
    if (channels.length === 0) continue;
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
}
