import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Store } from '../store/store.ts';

/** Names this process in reservations: machine, process id, and what tells it from a later one of the same id. */
export const thisHolder = `${hostname()}/${process.pid}/${randomUUID()}`;

/** For how long a process counts as living after its last sign of life, and how often it gives one. */
const leaseMs = 30_000;
export const signOfLifeEveryMs = 10_000;

/** Gives a sign of life. */
export async function renewHolder({ db }: Store, now: number): Promise<void> {
  await db
    .insertInto('holders')
    .values({ holder: thisHolder, expires_at: now + leaseMs })
    .onConflict((conflict) =>
      conflict.column('holder').doUpdateSet((eb) => ({ expires_at: eb.ref('excluded.expires_at') })),
    )
    .execute();
}

/** Of the processes that hold reservations, those that have ended. */
export async function endedHolders({ db }: Store, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('holds')
    .leftJoin('holders', 'holders.holder', 'holds.holder')
    .select(['holds.holder', 'holders.expires_at'])
    .distinct()
    .execute();
  return rows
    .filter(({ holder, expires_at }) => hasEnded(holder, expires_at ?? Number.NEGATIVE_INFINITY, now))
    .map(({ holder }) => holder);
}

/**
 * On this machine the operating system knows; of others only their signs of life tell. One without any was taken for
 * ended before, and was not.
 */
function hasEnded(holder: string, expiresAt: number, now: number): boolean {
  if (holder === thisHolder) return false;
  const [machine, pid] = holder.split('/');
  if (machine !== hostname()) return expiresAt <= now;
  if (Number(pid) === process.pid) return true; // ours now, so its former bearer is gone
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
