import { readdirSync, readFileSync } from 'node:fs';

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
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const id = Number(name);
    if (Number.isInteger(id)) parents.set(id, numberIn(id, /^PPid:\s+(\d+)/m));
  }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id) ?? 0;
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  const residentMiB = (id: number) => numberIn(id, /^VmRSS:\s+(\d+) kB/m) / 1_024;
  const below = [...parents.keys()].filter(isBelow);
  return {
    second,
    serviceMiB: Math.round(residentMiB(pid)),
    queriesMiB: Math.round(below.reduce((sum, id) => sum + residentMiB(id), 0)),
  };
}

function numberIn(pid: number, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // it has ended meanwhile
  }
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
