import type { Kysely } from 'kysely';
import { ulid } from 'ulid';
import type { AccountSettings } from '../account.ts';
import { formatDollars } from '../money.ts';
import type { StoreSchema } from '../store/schema.ts';

/** What an account can be told of. */
export const notificationKinds = ['usage_threshold_reached'] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** A threshold that an account's cost has reached. */
export interface Crossing {
  accountId: string;
  thresholdUnits: number;
  periodUnits: number;
  period: string;
}

/**
 * Tells accounts that a period's cost has reached their threshold: kept for listing, and put on its way by mail and to
 * webhooks. In the transaction of the charge that crossed it, so it happens once, and only if the charge stands.
 */
export async function addNotifications(
  kysely: Kysely<StoreSchema>,
  crossings: readonly Crossing[],
  now: number,
): Promise<void> {
  for (const { accountId, period, thresholdUnits, periodUnits } of crossings) {
    const [threshold, cost] = [formatDollars(thresholdUnits), formatDollars(periodUnits)];
    const notificationId = `ntf_${ulid(now)}`;
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
          delivery_id: `dlv_${ulid(now)}`,
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
