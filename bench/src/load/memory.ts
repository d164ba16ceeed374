import { descendantsOf, procText } from '../measure/process-tree.ts';

export interface MemorySample {
  second: number;
  /** Resident MiB of the service's own process. */
  serviceMiB: number;
  /** And of the query processes below it. */
  queriesMiB: number;
}

/** What the service's own process could not let go of. */
export interface LiveSample {
  second: number;
  liveMiB: number;
}

/** What a process and those below it hold now. */
export function sampleMemory(pid: number, second: number): MemorySample {
  const residentMiB = (id: number) =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(procText(`/proc/${id}/status`))?.[1] ?? 0) / 1_024;
  return {
    second,
    serviceMiB: Math.round(residentMiB(pid)),
    queriesMiB: Math.round(descendantsOf(pid).reduce((sum, id) => sum + residentMiB(id), 0)),
  };
}

/** MiB an hour by least squares over the second half of the samples, when what is filled once has been filled. */
export function slopeMiBPerHour(samples: readonly MemorySample[]): number {
  const late = samples.slice(Math.floor(samples.length / 2));
  const mean = (of: (sample: MemorySample) => number) =>
    late.reduce((sum, each) => sum + of(each), 0) / late.length;
  const [meanX, meanY] = [mean(({ second }) => second), mean(({ serviceMiB }) => serviceMiB)];
  const covariance = mean(({ second, serviceMiB }) => (second - meanX) * (serviceMiB - meanY));
  const variance = mean(({ second }) => (second - meanX) ** 2);
  return variance === 0 ? 0 : (covariance / variance) * 3_600;
}
