import type { Store } from '../store/store.ts';

const minutesAtOnce = 200;

/**
 * Creates meter events for past minutes: one per customer and minute, immutable from then on. A late charge of a minute
 * creates another event for it. Returns the number of events.
 */
export async function sealMinutes(store: Store, now: number): Promise<number> {
  const ended = await store.db
    .selectFrom('meter_minutes')
    .select(['account_id', 'minute'])
    .where('minute', '<', Math.floor(now / 60_000))
    .orderBy('minute')
    .limit(minutesAtOnce)
    .execute();
  let made = 0;
  for (const { account_id, minute } of ended) {
    if (await sealMinute(store, account_id, minute, now)) made++;
  }
  return made;
}

async function sealMinute(store: Store, accountId: string, minute: number, now: number): Promise<boolean> {
  return await store.transaction(async (transaction) => {
    const query = transaction.selectFrom('balances').select('owner_id').where('owner_id', '=', accountId);
    await store.lock(query).execute(); // blocks charges of this account
    const taken = await transaction
      .deleteFrom('meter_minutes')
      .where('account_id', '=', accountId)
      .where('minute', '=', minute)
      .returning('units')
      .executeTakeFirst();
    if (taken === undefined) return false; // another process has sealed it
    const account = await transaction
      .selectFrom('accounts')
      .select('billing_customer')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const { count } = await transaction
      .selectFrom('meter_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('minute', '=', minute)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('meter_events')
      .values({
        identifier: `${accountId}:${minute}:${Number(count) + 1}`,
        account_id: accountId,
        billing_customer: account.billing_customer ?? '',
        minute,
        units: taken.units,
        state: account.billing_customer === null ? 'refused' : 'pending',
        attempts: 0,
        first_attempt_at: null,
        next_attempt_at: now,
        last_error: account.billing_customer === null ? 'The account is no longer a billing customer' : null,
      })
      .execute();
    return true;
  });
}
