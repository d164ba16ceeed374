import { descendantsOf, procText } from '../measure/process-tree.ts';

export interface MemorySample {
  second: number;
  /** Resident MiB of the service process itself. */
  serviceMiB: number;
  /** Resident MiB of its query processes. */
  queriesMiB: number;
}

/** The live heap of the service process. */
export interface LiveSample {
  second: number;
  liveMiB: number;
}

/** The current resident memory of a process and its descendants. */
export function sampleMemory(pid: number, second: number): MemorySample {
  const residentMiB = (id: number) =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(procText(`/proc/${id}/status`))?.[1] ?? 0) / 1_024;
  return {
    second,
    serviceMiB: Math.round(residentMiB(pid)),
    queriesMiB: Math.round(descendantsOf(pid).reduce((sum, id) => sum + residentMiB(id), 0)),
  };
}

/**
 * The growth in MiB per hour, by linear regression over the second half of the samples, when caches have been filled.
 */
export function slopeMiBPerHour(samples: readonly MemorySample[]): number {
  const late = samples.slice(Math.floor(samples.length / 2));
  const mean = (of: (sample: MemorySample) => number) =>
    late.reduce((sum, each) => sum + of(each), 0) / late.length;
  const [meanX, meanY] = [mean(({ second }) => second), mean(({ serviceMiB }) => serviceMiB)];
  const covariance = mean(({ second, serviceMiB }) => (second - meanX) * (serviceMiB - meanY));
  const variance = mean(({ second }) => (second - meanX) ** 2);
  return variance === 0 ? 0 : (covariance / variance) * 3_600;
}
