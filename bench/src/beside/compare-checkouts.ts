import type { BenchHooks } from '../bench-hooks.ts';
import { engineName } from '../peers/participant.ts';
import type { PeerSpecification } from '../peers/peer-specification.ts';
import { PeerProcess, type PeerProcessOptions } from '../peers/process/peer-process-handle.ts';
import { type Contestant, engineTables } from '../run/contestant.ts';
import { measureQuery, type QueryResultRow } from '../run/run-workload.ts';
import type { WorkloadQuery } from '../workload/query.ts';
import { besideName, type Comparison, type PlanBytes } from './comparison.ts';
import { judgeTwice } from './judge-twice.ts';

type EngineSpecification = Extract<PeerSpecification, { kind: 'sdq' }>;

export interface CompareOptions {
  readonly ours: EngineSpecification;
  readonly beside: EngineSpecification;
  /** The commit of the other checkout. */
  readonly commit: string;
  /** The number of runs of each query in the first measurement. */
  readonly runs: number;
  readonly process: PeerProcessOptions;
  readonly hooks: BenchHooks;
}

/** The factor by which the second measurement has more runs than the first. */
const againFactor = 3;

/**
 * Compares two engines in a measured workload. Queries that indicate a regression of this checkout's engine are
 * measured again.
 */
export async function compareCheckouts(
  rows: readonly QueryResultRow[],
  queries: readonly WorkloadQuery[],
  options: CompareOptions,
): Promise<Comparison> {
  const judged = await judgeTwice(rows, (names) =>
    measureAgain(
      queries.filter(({ name }) => names.has(name)),
      options,
    ),
  );
  return { commit: options.commit, ...judged, planBytes: await comparePlanBytes(queries, options) };
}

/**
 * Measures again in new processes, which first run every query once, so that accidental state of the old processes does
 * not count twice.
 */
async function measureAgain(
  queries: readonly WorkloadQuery[],
  { ours, beside, runs, process, hooks }: CompareOptions,
): Promise<Pick<QueryResultRow, 'name' | 'outcomes'>[]> {
  await using ourProcess = new PeerProcess(ours, process);
  await using besideProcess = new PeerProcess(beside, process);
  const contestants: Contestant[] = [
    { name: engineName, dialect: 'duckdb', tables: engineTables, peer: ourProcess },
    { name: besideName, dialect: 'duckdb', tables: engineTables, peer: besideProcess },
  ];
  const measureAll = async (word: string, count: number) => {
    const rows = [];
    for (const [index, query] of queries.entries()) {
      hooks.onProgress(`${word} ${index + 1}/${queries.length} ${query.name}`);
      const outcomes = await measureQuery(query, contestants, { runs: count, signal: hooks.signal });
      rows.push({ name: query.name, outcomes: Object.fromEntries(outcomes) });
    }
    return rows;
  };
  await measureAll('warming up', 1);
  return await measureAll('measuring again', againFactor * runs);
}

/** Compares the bytes that each engine sends to a query process for each query. */
async function comparePlanBytes(
  queries: readonly WorkloadQuery[],
  { ours, beside, process, hooks }: CompareOptions,
): Promise<PlanBytes[]> {
  await using ourProcess = new PeerProcess({ ...ours, isolation: 'process' }, process);
  await using besideProcess = new PeerProcess({ ...beside, isolation: 'process' }, process);
  const sizes: PlanBytes[] = [];
  const bytesOf = async (peer: PeerProcess, sql: string) => {
    try {
      // Measured twice, because a heartbeat may be sent meanwhile. Zero bytes mean that the engine answers without a
      // query process or uses another channel.
      return Math.min(await peer.planBytes(sql), await peer.planBytes(sql)) || null;
    } catch {
      hooks.signal.throwIfAborted();
      return null; // the failure of a query is already in the measured results
    }
  };
  for (const [index, { name, sql }] of queries.entries()) {
    hooks.onProgress(`plans ${index + 1}/${queries.length} ${name}`);
    sizes.push({
      query: name,
      ours: await bytesOf(ourProcess, sql),
      beside: await bytesOf(besideProcess, sql),
    });
  }
  return sizes;
}
