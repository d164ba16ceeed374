import type { Peer } from '../peers/peer.ts';
import { cpuTimeMs } from './cpu-time.ts';
import { type PeakMemory, peakMemory, resetPeakMemory } from './peak-memory.ts';

/** What one run of a query took. */
export interface Cost {
  readonly wallMs: number;
  /** User and system time of the peer's process and its children, all threads. */
  readonly cpuMs: number;
  readonly memory: PeakMemory;
}

/** Runs a query once. Garbage of the run before is collected first where node allows it (`--expose-gc`). */
export async function measure(peer: Peer, sql: string): Promise<Cost> {
  globalThis.gc?.();
  resetPeakMemory();
  const cpuBeforeMs = cpuTimeMs();
  const startedAt = performance.now();
  await peer.run(sql);
  const wallMs = performance.now() - startedAt;
  return { wallMs, cpuMs: cpuTimeMs() - cpuBeforeMs, memory: peakMemory() };
}
