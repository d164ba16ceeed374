import { geometricMean } from '../measure/statistics.ts';
import { engineName } from '../peers/participant.ts';
import { mebibytes, milliseconds, ratio } from './markdown-table.ts';
import type { BenchReport } from './report.ts';
import { diskRatio, measuredOf, pairsWith, workloadFigures } from './summary.ts';

/** A target for a figure, at ten million rows and at a hundred million. */
interface Goal {
  readonly name: string;
  readonly at10m: number | undefined;
  readonly at100m: number | undefined;
  /** Whether the target is a minimum. */
  readonly isLeast: boolean;
  readonly spell: (value: number) => string;
  readonly value: (report: BenchReport) => number | undefined;
}

const gibibyte = 2 ** 30;
const times = (value: number) => `${ratio(value)}×`;
const inMs = (value: number) => `${milliseconds(value)} ms`;

const goals: readonly Goal[] = [
  {
    name: 'CPU, geometric mean against DuckDB on raw Parquet',
    at10m: 30,
    at100m: 60,
    isLeast: true,
    spell: times,
    value: (report) => geometricMean(pairsWith(report, 'duckdb').map((pair) => pair.cpuRatio)),
  },
  {
    name: 'CPU, geometric mean against ClickHouse MergeTree',
    at10m: 8,
    at100m: 8,
    isLeast: true,
    spell: times,
    value: (report) => geometricMean(pairsWith(report, 'clickhouse-mergetree').map((pair) => pair.cpuRatio)),
  },
  {
    name: 'CPU, the worst query against DuckDB on raw Parquet',
    at10m: 1 / 1.1,
    at100m: 1 / 1.1,
    isLeast: true,
    spell: times,
    value: (report) => Math.min(...pairsWith(report, 'duckdb').map((pair) => pair.cpuRatio)),
  },
  {
    name: 'workload p50, warm, one client',
    at10m: 20,
    at100m: 50,
    isLeast: false,
    spell: inMs,
    value: (report) => workloadFigures(report, engineName).p50Ms,
  },
  {
    name: 'workload p90, warm, one client',
    at10m: 150,
    at100m: 500,
    isLeast: false,
    spell: inMs,
    value: (report) => workloadFigures(report, engineName).p90Ms,
  },
  {
    name: 'one video by id',
    at10m: 10,
    at100m: 15,
    isLeast: false,
    spell: inMs,
    value: (report) => wallMsOf(report, 'by_id'),
  },
  {
    name: 'author’s latest 50, full rows (hot)',
    at10m: 20,
    at100m: 30,
    isLeast: false,
    spell: inMs,
    value: (report) => wallMsOf(report, 'author_latest50_hot'),
  },
  {
    name: 'short queries at 8 clients, per second',
    at10m: 150,
    at100m: undefined,
    isLeast: true,
    spell: (value) => value.toFixed(0),
    value: (report) => at8Clients(report)?.queriesPerSecond,
  },
  {
    name: 'short queries at 8 clients, p99',
    at10m: 250,
    at100m: undefined,
    isLeast: false,
    spell: inMs,
    value: (report) => at8Clients(report)?.p99Ms,
  },
  {
    name: 'disk against raw Parquet',
    at10m: 1.8,
    at100m: 1.8,
    isLeast: false,
    spell: times,
    value: diskRatio,
  },
  {
    name: 'peak memory of the largest process',
    at10m: 2 * gibibyte,
    at100m: 4 * gibibyte,
    isLeast: false,
    spell: mebibytes,
    value: (report) => workloadFigures(report, engineName).processBytesPeak,
  },
];

/** Name, figure, target and whether it is met; a figure that was not measured is a dash. */
export function goalRows(report: BenchReport): string[][] {
  const isLarge = report.data.rows > 30_000_000;
  return goals.map((goal) => {
    const value = goal.value(report);
    const aim = isLarge ? goal.at100m : goal.at10m;
    const spelled = value === undefined || !Number.isFinite(value) ? '–' : goal.spell(value);
    if (aim === undefined) return [goal.name, spelled, '–', ''];
    const isMet = value !== undefined && (goal.isLeast ? value >= aim : value <= aim);
    return [
      goal.name,
      spelled,
      `${goal.isLeast ? '≥' : '≤'} ${goal.spell(aim)}`,
      spelled === '–' ? 'not measured' : isMet ? 'met' : 'missed',
    ];
  });
}

function wallMsOf(report: BenchReport, query: string): number | undefined {
  const row = report.queries.find(({ name }) => name === query);
  return row === undefined ? undefined : measuredOf(row, engineName)?.median.wallMs;
}

function at8Clients(report: BenchReport) {
  const row = report.throughput.find(({ peer, clients }) => peer === engineName && clients === 8);
  return row === undefined || 'failed' in row ? undefined : row;
}
