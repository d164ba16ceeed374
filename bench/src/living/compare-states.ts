import { geometricMean } from '../measure/statistics.ts';
import type { PeerSpecification } from '../peers/peer-specification.ts';
import { PeerProcess, type PeerProcessOptions } from '../peers/process/peer-process-handle.ts';
import type { Contestant } from '../run/contestant.ts';
import { measureQuery } from '../run/run-workload.ts';
import type { AskedQuery, Dialect } from '../workload/query.ts';

/** The CPU time of a query, in milliseconds, before and after its tables were written to. */
export interface StatePair {
  readonly query: string;
  readonly before: number;
  readonly after: number;
  /** The first run after, which reads what has changed. */
  readonly firstAfter: number;
}

/** One system in two states. */
export interface States {
  readonly name: string;
  readonly dialect: Dialect;
  readonly tables: ReadonlySet<string>;
  readonly before: PeerSpecification;
  readonly after: PeerSpecification;
}

export interface CompareStatesOptions {
  readonly runs: number;
  readonly process: PeerProcessOptions;
  onProgress(text: string): void;
}

/**
 * Measures each query in both states in turn, each in a process of its own. Queries that the system cannot answer are left
 * out.
 */
export async function compareStates(
  queries: readonly AskedQuery[],
  { name, dialect, tables, before, after }: States,
  { runs, process, onProgress }: CompareStatesOptions,
): Promise<StatePair[]> {
  await using stack = new AsyncDisposableStack();
  const contestantOf = (state: string, specification: PeerSpecification): Contestant => ({
    ...{ name: state, dialect, tables },
    peer: stack.use(new PeerProcess(specification, process)),
  });
  const contestants = [contestantOf('before', before), contestantOf('after', after)];
  const { signal } = process;
  const pairs: StatePair[] = [];
  for (const [at, query] of queries.entries()) {
    onProgress(`${name}: ${at + 1}/${queries.length} ${query.name}`);
    const outcomes = await measureQuery(query, contestants, { runs, ...(signal && { signal }) });
    const [first, second] = [outcomes.get('before'), outcomes.get('after')];
    if (first?.status !== 'measured' || second?.status !== 'measured') continue;
    pairs.push({
      query: query.name,
      before: first.median.cpuMs,
      after: second.median.cpuMs,
      firstAfter: second.first.cpuMs,
    });
  }
  return pairs;
}

/** Shorter times are not told apart. */
const leastMs = 0.05;

/** How many times the CPU a query takes after. */
export function ratioOf({ before, after }: StatePair): number {
  return Math.max(leastMs, after) / Math.max(leastMs, before);
}

export function meanRatio(pairs: readonly StatePair[]): number {
  return geometricMean(pairs.map(ratioOf));
}

/** Queries that take more than a factor of before and some milliseconds, the worst first. */
export function slowerThan(pairs: readonly StatePair[], factor: number, slackMs: number): StatePair[] {
  return pairs
    .filter(({ before, after }) => after > factor * before + slackMs)
    .sort((a, b) => ratioOf(b) - ratioOf(a));
}
