import { geometricMean } from '../measure/statistics.ts';
import { engineName } from '../peers/participant.ts';
import type { Outcome, QueryResultRow } from '../run/run-workload.ts';

/** The name under which the engine of another checkout takes part. */
export const besideName = 'beside';

/** What a query took at one engine. */
export interface Side {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Of its processes together. */
  readonly peakBytes: number;
}

/** A query that both engines answered. */
export interface Pair {
  readonly query: string;
  readonly ours: Side;
  readonly beside: Side;
  /** How many times the CPU time of the other checkout this one took. */
  readonly cpuRatio: number;
}

/** The criteria for this checkout to have no regression. */
export interface Verdict {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly holds: boolean;
  /** Queries that speak against it, the worst first. */
  readonly queries: readonly string[];
  /** The value that did not hold, where it was measured again. */
  readonly before?: number;
}

/** Bytes that the engine sent to its query process for a query to begin; null where it could not be told. */
export interface PlanBytes {
  readonly query: string;
  readonly ours: number | null;
  readonly beside: number | null;
}

/** This checkout's engine and another one's on the same index. */
export interface Comparison {
  /** The other one's. */
  readonly commit: string;
  readonly pairs: readonly Pair[];
  /** What was measured again because a verdict did not hold. */
  readonly again: readonly Pair[];
  readonly verdicts: readonly Verdict[];
  readonly planBytes: readonly PlanBytes[];
}

const ratioMost = 1.05;
const queryFactor = 1.25;
/** So much either side may take by chance, however short the query. */
const querySlackMs = 2;
/** A clock that ticks in microseconds may show nothing for the shortest. */
const leastMs = 0.001;

/** The queries that were measured at both. */
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

/** The highest peak of the processes over all queries. */
export function peakBytes(pairs: readonly Pair[], side: 'ours' | 'beside'): number {
  return Math.max(0, ...pairs.map((pair) => pair[side].peakBytes));
}

/** The three verdicts, in this order; over no queries the first does not hold. */
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
