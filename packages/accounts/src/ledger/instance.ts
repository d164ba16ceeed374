import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Store } from '../store/store.ts';

/** The instance ID of this process in reservations: host name, process ID, and a UUID against reused process IDs. */
export const thisInstance = `${hostname()}/${process.pid}/${randomUUID()}`;

/** How long an instance counts as alive after its last heartbeat, and the interval of heartbeats. */
const leaseMs = 30_000;
export const heartbeatIntervalMs = 10_000;

/** Sends a heartbeat: renews the lease of this instance. */
export async function renewInstance({ db }: Store, now: number): Promise<void> {
  await db
    .insertInto('holders')
    .values({ holder: thisInstance, expires_at: now + leaseMs })
    .onConflict((conflict) =>
      conflict.column('holder').doUpdateSet((eb) => ({ expires_at: eb.ref('excluded.expires_at') })),
    )
    .execute();
}

/** The dead instances among those that have reservations. */
export async function endedInstances({ db }: Store, now: number): Promise<string[]> {
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
 * On this machine the operating system knows whether a process lives; for other machines the heartbeats decide. An
 * instance without a heartbeat was considered dead before.
 */
function hasEnded(holder: string, expiresAt: number, now: number): boolean {
  if (holder === thisInstance) return false;
  const [machine, pid] = holder.split('/');
  if (machine !== hostname()) return expiresAt <= now;
  if (Number(pid) === process.pid) return true; // the ID is this process's now, so the former process has ended
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
