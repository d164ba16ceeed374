import { descendantsOf, procEntries, procText } from './process-tree.ts';

/** Counts CPU milliseconds from now on; what is called gives those up to then. Looking at the processes is not counted. */
export function startCpuClock(): () => number {
  const before = childrenMs();
  const own = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(own);
    return (user + system) / 1000 + childrenMs() - before;
  };
}

/**
 * What this process's living children have used so far, all threads. On Linux only, where `/proc` tells it to the
 * nanosecond.
 */
function childrenMs(): number {
  return descendantsOf(process.pid).reduce((sum, pid) => sum + threadsMs(pid), 0);
}

function threadsMs(pid: number): number {
  return procEntries(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds = '0'] = procText(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
}
