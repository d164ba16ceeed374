import { setTimeout as wait } from 'node:timers/promises';
import { startCpuClock } from './cpu-time.ts';
import { type PeakMemory, peakMemory, resetPeakMemory } from './peak-memory.ts';
import type { QueryRunner } from './query-runner.ts';
import { percentile } from './statistics.ts';

export interface ThroughputOptions {
  /** The number of concurrent clients, each of which sends one query after another. */
  readonly clients: number;
  readonly durationMs: number;
  /** What changes the tables meanwhile. */
  readonly writes?: Writes;
}

/** Statements that are run beside the queries, one write after the other. */
export interface Writes {
  /** The statements of each write. */
  readonly statements: readonly (readonly string[])[];
  /** The time from the start of a write to that of the next one. */
  readonly everyMs: number;
}

const warmUpQueries = 25;
const warmUpMsMax = 6_000;

/** The results of many concurrent short queries. */
export interface Throughput {
  readonly clients: number;
  readonly queries: number;
  readonly errors: number;
  /** The message of the first error, if there was any. */
  readonly error?: string;
  readonly queriesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerQuery: number;
  readonly memory: PeakMemory;
  /** How long each write took. */
  readonly writesMs?: readonly number[];
}

/**
 * Lets a number of concurrent clients send the queries in rotation until the time is over. Latencies are those of
 * successful queries.
 */
export async function measureThroughput(
  peer: QueryRunner,
  queries: readonly string[],
  { clients, durationMs, writes }: ThroughputOptions,
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
  const write = async () => {
    const writesMs: number[] = [];
    for (const statements of writes?.statements ?? []) {
      const began = performance.now();
      if (began - startedAt >= durationMs) break;
      for (const sql of statements) await peer.run(sql);
      writesMs.push(performance.now() - began);
      await wait(Math.max(0, (writes?.everyMs ?? 0) - (performance.now() - began)));
    }
    return writesMs;
  };
  const [writesMs] = await Promise.all([write(), ...Array.from({ length: clients }, client)]);
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
    ...(writes === undefined ? {} : { writesMs }),
  };
}

/** Warms up with the last of the queries, which are sent last in the measurement, for at most six seconds. */
async function warmUp(peer: QueryRunner, queries: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  for (const sql of queries.slice(-warmUpQueries)) {
    if (performance.now() - startedAt > warmUpMsMax) return;
    // A query that fails now will fail again in the measurement, and is counted then.
    await peer.run(sql).catch(() => {});
  }
}
