import { descendantsOf, procEntries, procText } from './process-tree.ts';

/**
 * Starts a CPU clock: the returned function gives the CPU milliseconds since then, without those of the measurement
 * itself.
 */
export function startCpuClock(): () => number {
  const before = childrenMs();
  const own = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(own);
    return (user + system) / 1000 + childrenMs() - before;
  };
}

/**
 * The CPU time of the living child processes so far, all threads included. Linux only, where `/proc` provides it in
 * nanoseconds.
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
