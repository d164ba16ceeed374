import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU milliseconds that this process and its living children have used so far, all threads. Children are counted
 * on Linux only, where `/proc` tells it to the nanosecond.
 */
export function cpuTimeMs(): number {
  const own = process.cpuUsage();
  const children = descendantsOf(process.pid).reduce((sum, pid) => sum + threadsMs(pid), 0);
  return (own.user + own.system) / 1000 + children;
}

function threadsMs(pid: number): number {
  return entries(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds = '0'] = text(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
}

function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const pid of entries('/proc').filter((name) => /^\d+$/.test(name))) {
    // The name in parentheses may hold anything; the parent is the second field after it.
    const [, parent] = text(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    parents.set(Number(pid), Number(parent));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter((pid) => pid !== root && isBelow(pid));
}

/** A thread that has just ended, or a system without `/proc`, has nothing to tell. */
function text(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function entries(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
