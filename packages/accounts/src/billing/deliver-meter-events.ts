import { pauseAfter } from '../background/retry-schedule.ts';
import type { MeterEventRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { MeterFailure, type MeterProvider } from './meter-provider.ts';

const eventsAtOnce = 20;
/** Maximum number of events per call; further due events wait for the next call. */
const eventsMax = 1_000;
/** How long an event is claimed by the process that sends it. */
const claimMs = 60_000;
/** The provider deduplicates identifiers for 24 hours: an event that may have been counted before is not sent again later. */
const memoryMs = 23 * 3_600_000;

/** Sends due events to the provider; returns how many it has counted. */
export async function deliverMeterEvents(
  store: Store,
  provider: MeterProvider,
  now: () => number,
): Promise<number> {
  let counted = 0;
  while (counted < eventsMax) {
    const last = await deliverSome(store, provider, now);
    counted += last;
    if (last < eventsAtOnce) break;
  }
  return counted;
}

async function deliverSome(store: Store, provider: MeterProvider, now: () => number): Promise<number> {
  const due = await store.db
    .selectFrom('meter_events')
    .selectAll()
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now())
    .orderBy('next_attempt_at')
    .limit(eventsAtOnce)
    .execute();
  const results = await Promise.all(due.map((event) => deliver(store, provider, event, now)));
  return results.filter(Boolean).length;
}

async function deliver(
  store: Store,
  provider: MeterProvider,
  event: MeterEventRow,
  now: () => number,
): Promise<boolean> {
  const { identifier, first_attempt_at: firstAttemptAt } = event;
  if (firstAttemptAt !== null && now() - firstAttemptAt > memoryMs) {
    await note(store, identifier, {
      state: 'refused',
      last_error:
        'The event may have been counted, and the provider can no longer deduplicate it. Compare it by hand.',
    });
    return false;
  }
  if (!(await claim(store, event, now()))) return false;
  try {
    await provider.send({
      identifier,
      customer: event.billing_customer,
      units: event.units,
      timestamp: new Date(event.minute * 60_000),
    });
  } catch (error) {
    const attempts = event.attempts + 1;
    const { mayBeCounted = true, isFinal = false } = error instanceof MeterFailure ? error : {};
    await note(store, identifier, {
      state: isFinal ? 'refused' : 'pending',
      next_attempt_at: now() + pauseAfter(attempts),
      last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
      ...(!mayBeCounted && { first_attempt_at: firstAttemptAt }),
    });
    return false;
  }
  await note(store, identifier, { state: 'delivered', last_error: null });
  return true;
}

/** Claims an event for this process; false when another process has claimed it. */
async function claim(store: Store, event: MeterEventRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('meter_events')
    .set({
      attempts: event.attempts + 1,
      next_attempt_at: now + claimMs,
      first_attempt_at: event.first_attempt_at ?? now,
    })
    .where('identifier', '=', event.identifier)
    .where('attempts', '=', event.attempts)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function note(store: Store, identifier: string, facts: Partial<MeterEventRow>): Promise<void> {
  await store.db.updateTable('meter_events').set(facts).where('identifier', '=', identifier).execute();
}
