import { startCpuClock } from './cpu-time.ts';
import { type PeakMemory, peakMemory, resetPeakMemory } from './peak-memory.ts';
import type { QueryRunner } from './query-runner.ts';
import { percentile } from './statistics.ts';

export interface ThroughputOptions {
  /** Clients that each ask one query after the other. */
  readonly clients: number;
  readonly durationMs: number;
}

const warmUpQueries = 25;
const warmUpMsMax = 6_000;

/** What many short queries at once took. */
export interface Throughput {
  readonly clients: number;
  readonly queries: number;
  readonly errors: number;
  /** The first error's message, where there were any. */
  readonly error?: string;
  readonly queriesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerQuery: number;
  readonly memory: PeakMemory;
}

/** Has so many clients ask the queries in turn, over and over, until the time is up. Latencies are of answered queries. */
export async function measureThroughput(
  peer: QueryRunner,
  queries: readonly string[],
  { clients, durationMs }: ThroughputOptions,
): Promise<Throughput> {
  if (queries.length === 0) throw new Error('there are no queries to ask');
  await warmUp(peer, queries);
  globalThis.gc?.();
  resetPeakMemory();
  const latencies: number[] = [];
  const messages: string[] = [];
  let errors = 0;
  let next = 0;
  const cpuMs = startCpuClock();
  const startedAt = performance.now();
  const client = async () => {
    while (performance.now() - startedAt < durationMs) {
      const askedAt = performance.now();
      try {
        await peer.run(queries[next++ % queries.length] ?? '');
        latencies.push(performance.now() - askedAt);
      } catch (error) {
        errors++;
        if (messages.length === 0) messages.push((error as Error).message);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    clients,
    queries: latencies.length,
    errors,
    ...(messages[0] === undefined ? {} : { error: messages[0] }),
    queriesPerSecond: latencies.length / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuMsPerQuery: cpuMs() / Math.max(1, latencies.length),
    memory: peakMemory(),
  };
}

/** The last of the queries, which come up last, for a tenth of a minute at most. */
async function warmUp(peer: QueryRunner, queries: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  for (const sql of queries.slice(-warmUpQueries)) {
    if (performance.now() - startedAt > warmUpMsMax) return;
    // What fails now fails again, and is counted then.
    await peer.run(sql).catch(() => {});
  }
}
