import { AppError } from '@sdq/contract';
import { pauseAfter } from '../background/retry-schedule.ts';
import type { PepperRing } from '../keys/pepper-ring.ts';
import type { Store } from '../store/store.ts';
import type { Mailer } from './mailer.ts';
import { type Notification, toNotification } from './notification.ts';
import { postWebhook } from './post-webhook.ts';
import { signWebhook } from './sign-webhook.ts';
import { findTarget } from './webhook.ts';

const deliveriesAtOnce = 20;
/** About a day and a half. */
const attemptsMax = 40;
/** Older notifications are no longer delivered. */
const lifeMs = 3 * 86_400_000;
/** How long a delivery is claimed by the process that started it. */
const claimMs = 60_000;

export interface Carriers {
  store: Store;
  peppers: PepperRing;
  /** Undefined when mail is not configured: notifications can still be listed. */
  mailer: Mailer | undefined;
  allowPrivateWebhooks: boolean;
  now: () => number;
}

interface Delivery {
  delivery_id: string;
  channel: string;
  attempts: number;
  next_attempt_at: number;
}

/** Delivers due notifications, each at least once; returns how many were delivered. */
export async function deliverNotifications(carriers: Carriers): Promise<number> {
  const { store, now, mailer } = carriers;
  const due = await store.db
    .selectFrom('deliveries')
    .select(['delivery_id', 'notification_id', 'account_id', 'channel', 'attempts', 'next_attempt_at'])
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now())
    .where('created_at', '>', now() - lifeMs)
    .$if(mailer === undefined, (query) => query.where('channel', '!=', 'mail'))
    .orderBy('next_attempt_at')
    .limit(deliveriesAtOnce)
    .execute();
  const results = await Promise.all(
    due.map(async (delivery) => {
      if (!(await claim(carriers, delivery))) return false;
      try {
        await carry(carriers, delivery);
      } catch (error) {
        await noteFailure(carriers, delivery, error);
        return false;
      }
      await store.db
        .updateTable('deliveries')
        .set({ state: 'delivered', last_error: null })
        .where('delivery_id', '=', delivery.delivery_id)
        .execute();
      return true;
    }),
  );
  return results.filter(Boolean).length;
}

/** Claims a delivery for this process; false when another process has claimed it. */
async function claim({ store, now }: Carriers, delivery: Delivery): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('deliveries')
    .set({ attempts: delivery.attempts + 1, next_attempt_at: now() + claimMs })
    .where('delivery_id', '=', delivery.delivery_id)
    .where('next_attempt_at', '=', delivery.next_attempt_at)
    .where('attempts', '=', delivery.attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function carry(
  carriers: Carriers,
  delivery: Delivery & { notification_id: string; account_id: string },
): Promise<void> {
  const row = await carriers.store.db
    .selectFrom('notifications')
    .innerJoin('accounts', 'accounts.account_id', 'notifications.account_id')
    .selectAll('notifications')
    .select(['accounts.name', 'accounts.email'])
    .where('notification_id', '=', delivery.notification_id)
    .executeTakeFirstOrThrow();
  const notification = toNotification(row);
  if (delivery.channel === 'mail') await carriers.mailer?.send(row.email, row.name, notification);
  else await send(carriers, delivery, row.account_id, notification);
}

async function send(
  carriers: Carriers,
  { channel, delivery_id: id }: Delivery,
  accountId: string,
  notification: Notification,
): Promise<void> {
  const target = await findTarget(carriers.store, carriers.peppers, channel);
  if (target === undefined) throw new AppError('not_found', 'The webhook was deleted');
  const sentAt = new Date(carriers.now());
  const body = JSON.stringify({
    type: notification.kind,
    timestamp: notification.createdAt.toISOString(),
    data: {
      account_id: accountId,
      notification_id: notification.notificationId,
      message: notification.message,
      ...notification.facts,
    },
  });
  const headers = signWebhook(target.secret, { id, sentAt, body });
  const allowPrivate = carriers.allowPrivateWebhooks;
  const status = await postWebhook(target.url, { headers, body, allowPrivate });
  if (status === 410) throw new AppError('not_found', 'The receiver responded 410 Gone');
  if (status < 200 || status > 299) throw new Error(`The receiver responded ${status}`);
}

async function noteFailure({ store, now }: Carriers, delivery: Delivery, error: unknown): Promise<void> {
  const attempts = delivery.attempts + 1;
  const isUnwanted = error instanceof AppError && error.code === 'not_found';
  const isFinal = attempts >= attemptsMax || isUnwanted;
  await store.db
    .updateTable('deliveries')
    .set({
      state: isFinal ? 'failed' : 'pending',
      next_attempt_at: now() + pauseAfter(attempts),
      last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
    })
    .where('delivery_id', '=', delivery.delivery_id)
    .execute();
}
