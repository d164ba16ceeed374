import { geometricMean, percentile } from '../measure/statistics.ts';
import { engineName } from '../peers/participant.ts';
import type { Outcome, QueryResultRow } from '../run/run-workload.ts';
import type { BenchReport } from './report.ts';

export type Measured = Extract<Outcome, { status: 'measured' }>;

/** The figures of one query with the engine and with a peer, if both were measured and their answers agree. */
export interface Pair {
  readonly row: QueryResultRow;
  readonly ours: Measured;
  readonly theirs: Measured;
  /** The peer's CPU time divided by the engine's. */
  readonly cpuRatio: number;
  readonly wallRatio: number;
}

/** The minimum duration: the microsecond clock may measure zero for the shortest queries. */
const leastMs = 0.001;

export function measuredOf(row: QueryResultRow, name: string): Measured | undefined {
  const outcome = row.outcomes[name];
  return outcome?.status === 'measured' ? outcome : undefined;
}

/** The queries in which the engine can be compared with a peer. */
export function pairsWith(report: Pick<BenchReport, 'queries'>, peer: string): Pair[] {
  return report.queries.flatMap((row) => {
    const ours = measuredOf(row, engineName);
    const theirs = measuredOf(row, peer);
    if (ours === undefined || theirs === undefined) return [];
    if (ours.difference !== undefined || theirs.difference !== undefined) return [];
    const ratio = (kind: 'cpuMs' | 'wallMs') =>
      Math.max(leastMs, theirs.median[kind]) / Math.max(leastMs, ours.median[kind]);
    return [{ row, ours, theirs, cpuRatio: ratio('cpuMs'), wallRatio: ratio('wallMs') }];
  });
}

export function presentPeers(report: Pick<BenchReport, 'participants'>): string[] {
  return report.participants.flatMap((one) => ('absent' in one || one.name === engineName ? [] : [one.name]));
}

export function classesOf(report: Pick<BenchReport, 'queries'>): string[] {
  return [...new Set(report.queries.map((row) => row.class))];
}

/** The geometric mean of CPU ratios over the queries of a class; NaN if there are none. */
export function classRatio(pairs: readonly Pair[], name: string): number {
  return geometricMean(pairs.filter(({ row }) => row.class === name).map((pair) => pair.cpuRatio));
}

/** The cost of the whole workload for one contestant. */
export interface WorkloadFigures {
  readonly queries: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly firstP50Ms: number;
  readonly firstP90Ms: number;
  readonly treeBytesPeak: number;
  readonly processBytesPeak: number;
}

export function workloadFigures(report: Pick<BenchReport, 'queries'>, name: string): WorkloadFigures {
  const measured = report.queries.flatMap((row) => measuredOf(row, name) ?? []);
  const warm = measured.map(({ median }) => median.wallMs);
  const first = measured.map((outcome) => outcome.first.wallMs);
  const memory = measured.flatMap((outcome) => [outcome.median.memory, outcome.first.memory]);
  return {
    queries: measured.length,
    p50Ms: percentile(warm, 0.5),
    p90Ms: percentile(warm, 0.9),
    firstP50Ms: percentile(first, 0.5),
    firstP90Ms: percentile(first, 0.9),
    treeBytesPeak: Math.max(0, ...memory.map(({ treeBytes }) => treeBytes)),
    processBytesPeak: Math.max(0, ...memory.map(({ processBytes }) => processBytes)),
  };
}

/** The size of the index divided by that of the same tables as raw Parquet; undefined if that was not written. */
export function diskRatio(report: Pick<BenchReport, 'data'>): number | undefined {
  const both = report.data.tables.filter(({ rawBytes }) => rawBytes !== null && rawBytes > 0);
  if (both.length === 0) return undefined;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(both.map((table) => table.indexBytes)) / sum(both.map((table) => table.rawBytes ?? 0));
}

/** Answers that differ, and queries that failed in the engine. A report with any of them is invalid. */
export function faultsOf(report: Pick<BenchReport, 'queries'>): string[] {
  return report.queries.flatMap((row) =>
    Object.entries(row.outcomes).flatMap(([name, outcome]) => {
      if (outcome.status === 'measured')
        return outcome.difference === undefined ? [] : [`${row.name} by ${name}: ${outcome.difference}`];
      const isFault = outcome.status === 'failed' || (outcome.status === 'timeout' && name === engineName);
      return isFault ? [`${row.name} by ${name}: ${outcome.status}: ${outcome.reason}`] : [];
    }),
  );
}
