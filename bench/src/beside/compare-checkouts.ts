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
  /** The other checkout's. */
  readonly commit: string;
  /** Of each query in the first measurement. */
  readonly runs: number;
  readonly process: PeerProcessOptions;
  readonly hooks: BenchHooks;
}

/** How many times more runs the second measurement takes. */
const againFactor = 3;

/** Judges a measured workload in which both engines took part; what speaks against this one is measured again. */
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

/** In new processes, which have run every query before: what an old one had come to by chance does not count again. */
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

/** What each engine sends to a query process for each query. */
async function comparePlanBytes(
  queries: readonly WorkloadQuery[],
  { ours, beside, process, hooks }: CompareOptions,
): Promise<PlanBytes[]> {
  await using ourProcess = new PeerProcess({ ...ours, isolation: 'process' }, process);
  await using besideProcess = new PeerProcess({ ...beside, isolation: 'process' }, process);
  const sizes: PlanBytes[] = [];
  const bytesOf = async (peer: PeerProcess, sql: string) => {
    try {
      // Twice, because a heartbeat may be sent meanwhile. Zero bytes: it reaches its processes in another way.
      return Math.min(await peer.planBytes(sql), await peer.planBytes(sql)) || null;
    } catch {
      hooks.signal.throwIfAborted();
      return null; // that a query fails stands with what was measured
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
