import { startCpuClock } from './cpu-time.ts';
import { type PeakMemory, peakMemory, resetPeakMemory } from './peak-memory.ts';
import type { QueryRunner } from './query-runner.ts';

/** What one run of a query took. */
export interface Cost {
  readonly wallMs: number;
  /** User and system time of the peer's process and its children, all threads. */
  readonly cpuMs: number;
  readonly memory: PeakMemory;
}

/** After a collection its helper threads sweep on for a while, which is no work of the next query. */
const sweepMs = 25;

/** Runs a query once. Garbage of the run before is collected first where node allows it (`--expose-gc`). */
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
