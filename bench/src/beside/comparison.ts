import { geometricMean } from '../measure/statistics.ts';
import { engineName } from '../peers/participant.ts';
import type { Outcome, QueryResultRow } from '../run/run-workload.ts';

/** The name of the other checkout's engine in results. */
export const besideName = 'beside';

/** The cost of a query with one engine. */
export interface Side {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The peak memory of the engine's processes in total. */
  readonly peakBytes: number;
}

/** A query that both engines answered. */
export interface Pair {
  readonly query: string;
  readonly ours: Side;
  readonly beside: Side;
  /** The CPU time of this checkout's engine divided by that of the other one. */
  readonly cpuRatio: number;
}

/** The result of one criterion for the absence of a regression. */
export interface Verdict {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly holds: boolean;
  /** Queries that violate the criterion, the worst first. */
  readonly queries: readonly string[];
  /** The first value, which violated the criterion, if it was measured again. */
  readonly before?: number;
}

/**
 * Bytes that each engine sent to its query process before a query began; null if it sent none (it answered the query
 * itself) or they could not be determined.
 */
export interface PlanBytes {
  readonly query: string;
  readonly ours: number | null;
  readonly beside: number | null;
}

/** A comparison of this checkout's engine with that of another checkout on the same index. */
export interface Comparison {
  /** The commit of the other checkout. */
  readonly commit: string;
  readonly pairs: readonly Pair[];
  /** Queries that were measured again because a criterion was violated. */
  readonly again: readonly Pair[];
  readonly verdicts: readonly Verdict[];
  readonly planBytes: readonly PlanBytes[];
}

const ratioMost = 1.05;
const queryFactor = 1.25;
/** The tolerance for random variation, regardless of the duration of the query. */
const querySlackMs = 2;
/** The minimum duration: the microsecond clock may measure zero for the shortest queries. */
const leastMs = 0.001;

/** The queries that were measured with both engines. */
export function pairsOf(rows: readonly Pick<QueryResultRow, 'name' | 'outcomes'>[]): Pair[] {
  return rows.flatMap(({ name, outcomes }) => {
    const ours = sideOf(outcomes[engineName]);
    const beside = sideOf(outcomes[besideName]);
    if (ours === undefined || beside === undefined) return [];
    const cpuRatio = Math.max(leastMs, ours.cpuMs) / Math.max(leastMs, beside.cpuMs);
    return [{ query: name, ours, beside, cpuRatio }];
  });
}

function sideOf(outcome: Outcome | undefined): Side | undefined {
  if (outcome?.status !== 'measured') return undefined;
  const { median, first } = outcome;
  const peakBytes = Math.max(median.memory.treeBytes, first.memory.treeBytes);
  return { cpuMs: median.cpuMs, wallMs: median.wallMs, peakBytes };
}

/** The highest peak memory of the processes over all queries. */
export function peakBytes(pairs: readonly Pair[], side: 'ours' | 'beside'): number {
  return Math.max(0, ...pairs.map((pair) => pair[side].peakBytes));
}

/** The three verdicts, in this order. Without queries the first one fails. */
export function judge(pairs: readonly Pair[]): Verdict[] {
  const worstFirst = [...pairs].sort((a, b) => b.cpuRatio - a.cpuRatio);
  const named = (isGuilty: (pair: Pair) => boolean) => worstFirst.filter(isGuilty).map(({ query }) => query);
  const slower = named(({ ours, beside }) => ours.cpuMs > queryFactor * beside.cpuMs + querySlackMs);
  const peakMost = ratioMost * peakBytes(pairs, 'beside');
  return [
    verdict(
      'CPU, geometric mean of the ratios',
      geometricMean(pairs.map(({ cpuRatio }) => cpuRatio)),
      ratioMost,
      named(({ cpuRatio }) => cpuRatio > ratioMost),
    ),
    verdict(
      `queries that take more than ${queryFactor} × CPU + ${querySlackMs} ms`,
      slower.length,
      0,
      slower,
    ),
    verdict(
      'peak memory, ratio',
      pairs.length === 0 ? 1 : peakBytes(pairs, 'ours') / peakBytes(pairs, 'beside'),
      ratioMost,
      named(({ ours }) => ours.peakBytes > peakMost),
    ),
  ];
}

function verdict(name: string, value: number, most: number, guilty: readonly string[]): Verdict {
  const holds = value <= most;
  return { name, value, most, holds, queries: holds ? [] : guilty };
}
