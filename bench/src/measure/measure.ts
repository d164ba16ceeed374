import type { Peer } from '../peers/peer.ts';
import type { WorkloadQuery } from '../workload/query.ts';
import { cpuTimeMs } from './cpu-time.ts';

/** What one run of a query took. */
export interface Cost {
  readonly wallMs: number;
  /** User and system time of this process and its query processes, DuckDB's threads included. */
  readonly cpuMs: number;
}

/** Runs a query once. Garbage of the run before is collected first where node allows it (`--expose-gc`). */
export async function measure(peer: Peer, query: WorkloadQuery, signal?: AbortSignal): Promise<Cost> {
  globalThis.gc?.();
  const cpuBeforeMs = cpuTimeMs();
  const startedAt = performance.now();
  await peer.run(query, signal);
  const wallMs = performance.now() - startedAt;
  return { wallMs, cpuMs: cpuTimeMs() - cpuBeforeMs };
}

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function medianCost(costs: readonly Cost[]): Cost {
  return {
    wallMs: median(costs.map((cost) => cost.wallMs)),
    cpuMs: median(costs.map((cost) => cost.cpuMs)),
  };
}

/** The mean of ratios: of twice and half it is one. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
