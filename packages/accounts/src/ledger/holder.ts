import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Names this process in reservations: machine, process id, and what tells it from a later one of the same id. */
export const thisHolder = `${hostname()}/${process.pid}/${randomUUID()}`;

/** Whether the process that a reservation names has ended. Of other machines nothing can be told: false. */
export function isAbandoned(holder: string): boolean {
  if (holder === thisHolder) return false;
  const [machine, pid] = holder.split('/');
  if (machine !== hostname()) return false;
  if (Number(pid) === process.pid) return true; // ours now, so its former bearer is gone
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
