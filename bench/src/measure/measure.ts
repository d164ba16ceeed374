import { startCpuClock } from './cpu-time.ts';
import { type PeakMemory, peakMemory, resetPeakMemory } from './peak-memory.ts';
import type { QueryRunner } from './query-runner.ts';

/** The cost of one run of a query. */
export interface Cost {
  readonly wallMs: number;
  /** User and system CPU time of the peer's process and its children, all threads included. */
  readonly cpuMs: number;
  readonly memory: PeakMemory;
}

/**
 * The time for which helper threads continue sweeping after a garbage collection, which must not count for the next
 * query.
 */
const sweepMs = 25;

/** Runs a query once. Garbage of the previous run is collected first if Node allows it (`--expose-gc`). */
export async function measure(peer: QueryRunner, sql: string): Promise<Cost> {
  if (globalThis.gc !== undefined) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, sweepMs));
  }
  resetPeakMemory();
  const cpuMs = startCpuClock();
  const startedAt = performance.now();
  await peer.run(sql);
  const wallMs = performance.now() - startedAt;
  return { wallMs, cpuMs: cpuMs(), memory: peakMemory() };
}
