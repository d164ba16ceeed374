import { descendantsOf, procEntries, procText } from '../measure/process-tree.ts';

/** CPU milliseconds of a service, by what used them. */
export interface ServiceCpu {
  /** The thread of the service process that runs JavaScript. */
  readonly mainMs: number;
  /** Its other threads: input and output, collection of garbage, compilation. */
  readonly helpersMs: number;
  /** All threads of its query processes. */
  readonly queriesMs: number;
}

/** What a service used since its start. Linux only. */
export function serviceCpu(pid: number): ServiceCpu {
  const mainMs = threadMs(pid, pid);
  return {
    mainMs,
    helpersMs: processMs(pid) - mainMs,
    queriesMs: descendantsOf(pid).reduce((sum, each) => sum + processMs(each), 0),
  };
}

export function cpuBetween(before: ServiceCpu, after: ServiceCpu): ServiceCpu {
  return {
    mainMs: after.mainMs - before.mainMs,
    helpersMs: after.helpersMs - before.helpersMs,
    queriesMs: after.queriesMs - before.queriesMs,
  };
}

/** CPU milliseconds of a process, of all its threads. */
export function processMs(pid: number): number {
  return procEntries(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadMs(pid, Number(thread)), 0);
}

/** The first number of `schedstat` is the time on a processor in nanoseconds. */
function threadMs(pid: number, thread: number): number {
  return Number(procText(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? 0) / 1e6;
}
