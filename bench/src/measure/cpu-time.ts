import { descendantsOf, procEntries, procText } from './process-tree.ts';

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
  return procEntries(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds = '0'] = procText(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
}
