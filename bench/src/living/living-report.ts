import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { percentile } from '../measure/statistics.ts';
import type { Throughput } from '../measure/throughput.ts';
import type { Environment } from '../report/machine.ts';
import { markdownTable, mebibytes, milliseconds, ratio } from '../report/markdown-table.ts';
import { meanRatio, ratioOf, type StatePair, slowerThan } from './compare-states.ts';
import type { LoadFigures } from './load-while-writing.ts';
import type { MeasuredAdds } from './measure-adds.ts';

export interface LivingReport extends MeasuredAdds {
  readonly command: string;
  readonly environment: Environment;
  /** Videos of the index before. */
  readonly rows: number;
  readonly runs: number;
  /** After many adds of 1,000, beside the same index compacted; null where it was left out. */
  readonly many: {
    readonly adds: number;
    /** How many compactions a service would have made by itself meanwhile. */
    readonly compactions: number;
    readonly cpuMs: number;
    readonly pairs: readonly StatePair[];
    readonly bytes: { readonly before: number; readonly after: number };
  } | null;
  /** Short queries without and with adds beside them; null where it was left out. */
  readonly load: {
    readonly minutes: number;
    /** Minutes without adds. */
    readonly aloneMinutes: number;
    readonly clients: number;
    readonly everySeconds: number;
    readonly alone: LoadFigures;
    readonly beside: LoadFigures;
  } | null;
  readonly peers: readonly {
    readonly name: string;
    readonly description: string;
    readonly addCpuMs: number;
    readonly pairs: readonly StatePair[];
    /** Null where it was left out. */
    readonly load: PeerLoad | null;
  }[];
}

/** The short queries, of a peer, without and with adds beside them. */
export interface PeerLoad {
  readonly minutes: number;
  readonly alone: Throughput;
  readonly beside: Throughput;
}

/** Queries that look at every row: an anti join of each costs more there. */
const goals = { mean: 1.15, factor: 1.5, slackMs: 5, scanFactor: 2.5, many: 1.25, disk: 1.2 } as const;

/** Of the add of 1,000: at ten million videos, and from fifty million on. */
const smallGoals = { cpuMs: 5_000, bytes: 50e6, rowsMost: 50e6, factorBeyond: 1.5 } as const;

/** Writes `<name>.json` and `<name>.md`; returns the Markdown. */
export async function saveLiving(report: LivingReport, folder: string, name: string): Promise<string> {
  const markdown = livingMarkdown(report);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(report, null, 1)}\n`);
  await writeFile(join(folder, `${name}.md`), markdown);
  return markdown;
}

function livingMarkdown(report: LivingReport): string {
  const { command, environment, rows, runs, pairs, peers } = report;
  const { madeAt, commit, cpu, cores, node, duckdb } = environment;
  const worst = [...pairs].sort((a, b) => ratioOf(b) - ratioOf(a)).slice(0, 12);
  return `# An index that is written to while it is read

\`${command}\` at ${madeAt}, commit ${commit}: ${rows.toLocaleString('en-US')} videos, ${cpu}, ${cores} cores, Node ${node}, DuckDB ${duckdb}. Medians of ${runs} runs in turn, each state in a process of its own; CPU is user and system time of the whole process, that of adds with its start. The goals are those for ${rows > smallGoals.rowsMost ? 'a hundred' : 'ten'} million videos.

${markdownTable(['figure', 'goal', 'measured', 'met'], goalRows(report), 2)}

## Queries after an add of 1,000 videos that were observed again

CPU milliseconds before and after; the first run after reads what has changed. The ${worst.length} with the greatest ratio of ${pairs.length}:

${markdownTable(
  ['query', 'before', 'after', 'ratio', 'first after'],
  worst.map((pair) => [
    pair.query,
    milliseconds(pair.before),
    milliseconds(pair.after),
    ratio(ratioOf(pair)),
    milliseconds(pair.firstAfter),
  ]),
  1,
)}

${peers.length === 0 ? '' : peersMarkdown(report)}`;
}

function peersMarkdown(report: LivingReport): string {
  const rows = report.peers.map(({ name, description, addCpuMs, pairs: own }) => [
    name,
    description,
    String(own.length),
    milliseconds(addCpuMs),
    ratio(meanRatio(own)),
    ratio(sumOf(own, 'after') / sumOf(sameQueries(report.pairs, own), 'after')),
  ]);
  return `## Peers

The same observations, added to a table of videos alone; the same queries before and after, as far as they can be written for it.

${markdownTable(
  ['peer', 'what it is', 'queries', 'add, CPU ms', 'after / before', 'CPU after, times that of sdq'],
  rows,
  2,
)}
${loadOfPeers(report)}`;
}

/** What readers see of the load, of all systems; empty where it was left out. */
function loadOfPeers({ load, peers }: LivingReport): string {
  const measured = peers.flatMap(({ name, load: own }) => (own === null ? [] : [{ name, ...own }]));
  if (load === null || measured.length === 0) return '';
  const seconds = (value = Number.NaN) => (Number.isNaN(value) ? '–' : `${value.toFixed(1)} s`);
  const latencies = (figures: Record<'alone' | 'beside', Pick<LoadFigures, 'p50Ms' | 'p99Ms'>>) =>
    [figures.alone, figures.beside].flatMap(({ p50Ms, p99Ms }) => [milliseconds(p50Ms), milliseconds(p99Ms)]);
  const { visible } = load.beside;
  const rows = [
    ['sdq', String(load.minutes), ...latencies(load), seconds(visible?.median), seconds(visible?.most)],
    ...measured.map(({ name, minutes, ...own }) => {
      const writes = (own.beside.writesMs ?? []).map((ms) => ms / 1000);
      return [
        ...[name, String(minutes), ...latencies(own)],
        seconds(percentile(writes, 0.5)),
        seconds(percentile(writes, 1)),
      ];
    }),
  ];
  return `
${load.clients} clients ask the same short queries, of videos alone, without and with an add of 1,000 every ${load.everySeconds} s. Latencies are wall time in milliseconds. A peer's add replaces videos only; ours changes the tables of authors, sounds and statistics too.

${markdownTable(
  ['system', 'minutes', 'p50 without adds', 'p99 without adds', 'p50', 'p99', 'seen after', 'at most'],
  rows,
  1,
)}
`;
}

type GoalRow = [figure: string, goal: string, measured: string, met: string];

function goalRows(report: LivingReport): GoalRow[] {
  const { rows, small, large, pairs, many, load } = report;
  const factor = rows > smallGoals.rowsMost ? smallGoals.factorBeyond : 1;
  const [cpuMsMost, bytesMost] = [smallGoals.cpuMs * factor, smallGoals.bytes * factor];
  const mean = meanRatio(pairs);
  const over = slowerThan(pairs, goals.factor, goals.slackMs);
  const scanned = slowerThan(pairs, goals.scanFactor, goals.slackMs);
  const perSecond = large.records / (large.cpuMs / 1000);
  const share = large.bytesWritten / large.fileBytes;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    row(
      'add of 1,000 videos observed again: CPU',
      `≤ ${cpuMsMost / 1_000} s`,
      `${seconds(small.cpuMs)}, visible after ${seconds(small.wallMs)}`,
      small.cpuMs <= cpuMsMost,
    ),
    row(
      'the same: written',
      `≤ ${bytesMost / 1e6} MB`,
      `${(small.bytesWritten / 1e6).toFixed(1)} MB`,
      small.bytesWritten <= bytesMost,
    ),
    row(
      `add of ${large.records.toLocaleString('en-US')} records, half new: records a CPU second`,
      '≥ 10,000',
      Math.round(perSecond).toLocaleString('en-US'),
      perSecond >= 10_000,
    ),
    row('the same: written, times the bytes of the file', '≤ 10', ratio(share), share <= 10),
    row(
      'CPU of queries after the small add, geometric mean',
      `≤ ${goals.mean}`,
      mean.toFixed(3),
      mean <= goals.mean,
    ),
    row(
      `queries above ${goals.factor} × + ${goals.slackMs} ms`,
      'none',
      over.length === 0 ? 'none' : over.map(({ query }) => query).join(', '),
      over.length === 0,
    ),
    row(
      `queries above ${goals.scanFactor} × + ${goals.slackMs} ms, where every row must be looked at`,
      'none',
      scanned.length === 0 ? 'none' : scanned.map(({ query }) => query).join(', '),
      scanned.length === 0,
    ),
    ...(many === null
      ? [leftOut(`after 100 adds of 1,000, beside it compacted`, `≤ ${goals.many}`)]
      : manyRows(many)),
    ...(load === null
      ? [leftOut('4 clients beside an add of 1,000 every 10 s', 'p99 ≤ 2 ×, ≤ 3 s, flat')]
      : loadRows(load)),
    [
      '200 × kill -9 in adds, compaction, publication',
      'same content, no orphans',
      '`npm run chaos -- kill-writers`',
      '–',
    ],
  ];
}

function manyRows({ adds, compactions, cpuMs, pairs, bytes }: NonNullable<LivingReport['many']>): GoalRow[] {
  const mean = meanRatio(pairs);
  const disk = bytes.before / bytes.after;
  return [
    row(
      `after ${adds} adds of 1,000 and ${compactions} compactions that came by themselves, beside it compacted: CPU`,
      `≤ ${goals.many}`,
      mean.toFixed(3),
      mean <= goals.many,
    ),
    row('the same: disk', `≤ ${goals.disk}`, ratio(disk), disk <= goals.disk),
    [`CPU of each of these adds`, '–', `${(cpuMs / adds / 1000).toFixed(1)} s`, '–'],
  ];
}

function loadRows({
  minutes,
  aloneMinutes,
  clients,
  everySeconds,
  alone,
  beside,
}: NonNullable<LivingReport['load']>): GoalRow[] {
  const text = `${clients} clients, ${minutes} min (without adds ${aloneMinutes}), an add of 1,000 every ${everySeconds} s`;
  const growth = beside.memory.late / beside.memory.early;
  const none = { first: Number.NaN, median: Number.NaN, p95: Number.NaN, most: Number.NaN };
  const { first, median, p95, most } = beside.visible ?? none;
  return [
    row(
      `${text}: p99 beside without adds`,
      '≤ 2 ×',
      `${milliseconds(beside.p99Ms)} ms, ${ratio(beside.p99Ms / alone.p99Ms)} ×`,
      beside.p99Ms <= 2 * alone.p99Ms && beside.failed === 0,
    ),
    row(
      `the same: seen by readers after the add began, of ${beside.writes} adds`,
      '≤ 3 s',
      `${median.toFixed(1)} s, 95 % within ${p95.toFixed(1)} s, all within ${most.toFixed(1)} s but the first of the writing process, ${first.toFixed(1)} s`,
      most <= 3,
    ),
    row(
      'the same: resident memory, from a tenth of the time to the end',
      'flat (≤ 1.2 ×)',
      `${mebibytes(beside.memory.early)} → ${mebibytes(beside.memory.late)}`,
      growth <= 1.2,
    ),
  ];
}

function row(figure: string, goal: string, measured: string, isMet: boolean): GoalRow {
  return [figure, goal, measured, isMet ? 'yes' : 'no'];
}

function leftOut(figure: string, goal: string): GoalRow {
  return [figure, goal, 'not measured in this run', '–'];
}

function sameQueries(pairs: readonly StatePair[], as: readonly StatePair[]): StatePair[] {
  const names = new Set(as.map(({ query }) => query));
  return pairs.filter(({ query }) => names.has(query));
}

function sumOf(pairs: readonly StatePair[], state: 'before' | 'after'): number {
  return pairs.reduce((sum, pair) => sum + pair[state], 0);
}
