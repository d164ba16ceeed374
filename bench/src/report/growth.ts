import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { geometricMean } from '../measure/statistics.ts';
import { spellRows } from '../options.ts';
import { engineName } from '../peers/participant.ts';
import { lineChart } from './charts/line-chart.ts';
import { goalRows } from './goals.ts';
import { markdownTable, mebibytes, milliseconds, ratio } from './markdown-table.ts';
import { type BenchReport, reportFormat } from './report.ts';
import { classesOf, classRatio, diskRatio, pairsWith, presentPeers, workloadFigures } from './summary.ts';

/** The newest complete report of each size, smallest first. Others are listed in `skipped`. */
export async function readReports(directory: string): Promise<{ reports: BenchReport[]; skipped: string[] }> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
  const newest = new Map<number, BenchReport>();
  const skipped: string[] = [];
  for (const name of names) {
    const report = JSON.parse(await readFile(join(directory, name), 'utf8')) as BenchReport;
    if (report.format !== reportFormat || report.settings.only !== undefined || report.beside !== undefined) {
      skipped.push(name);
      continue;
    }
    const other = newest.get(report.data.rows);
    if (other === undefined || other.environment.madeAt < report.environment.madeAt)
      newest.set(report.data.rows, report);
  }
  return { reports: [...newest.values()].sort((a, b) => a.data.rows - b.data.rows), skipped };
}

/** Writes `growth.md` and its charts from the reports in a directory; resolves with the text. */
export async function writeGrowth(directory: string): Promise<{ markdown: string; skipped: string[] }> {
  const { reports, skipped } = await readReports(directory);
  if (reports.length === 0) throw new Error(`there are no reports in ${directory}; run the benchmark first`);
  const charts = growthCharts(reports);
  for (const { name, svg } of charts) await writeFile(join(directory, name), svg);
  const markdown = [
    '# Growth',
    `From the newest report of each size: ${reports.map(madeBy).join('; ')}.`,
    growthTable(reports),
    ...charts.map(({ name, title }) => `![${title}](${name})`),
    '## In short',
    shortTable(reports),
    ...reports.map((report) => `## Goals at ${spellRows(report.data.rows)}\n\n${goalsOf(report)}`),
  ].join('\n\n');
  await writeFile(join(directory, 'growth.md'), `${markdown}\n`);
  return { markdown: `${markdown}\n`, skipped };
}

function madeBy({ data, environment }: BenchReport): string {
  return `${spellRows(data.rows)} of ${environment.madeAt.slice(0, 10)} at ${environment.commit} (${environment.cpu}, ${environment.cores} cores)`;
}

function goalsOf(report: BenchReport): string {
  return markdownTable(['figure', 'here', 'goal', ''], goalRows(report), 1);
}

/** The peers of all reports, in the order of their first occurrence. */
function peersOf(reports: readonly BenchReport[]): string[] {
  return [...new Set(reports.flatMap(presentPeers))];
}

const meanCpu = (report: BenchReport, peer: string) =>
  geometricMean(pairsWith(report, peer).map((pair) => pair.cpuRatio));

/** A table with one row per figure and one column per size. */
function growthTable(reports: readonly BenchReport[]): string {
  const line = (name: string, figure: (report: BenchReport) => string) => [name, ...reports.map(figure)];
  const peers = peersOf(reports);
  const atClients = (report: BenchReport, clients: number) => {
    const row = report.throughput.find((one) => one.peer === engineName && one.clients === clients);
    return row === undefined || 'failed' in row
      ? '–'
      : `${row.queriesPerSecond.toFixed(0)} (${milliseconds(row.p99Ms)})`;
  };
  const clients = [...new Set(reports.flatMap(({ throughput }) => throughput.map((row) => row.clients)))];
  return markdownTable(
    ['', ...reports.map(({ data }) => spellRows(data.rows))],
    [
      ...peers.map((peer) => line(`CPU × against ${peer}`, (report) => ratio(meanCpu(report, peer)))),
      ...[engineName, ...peers].flatMap((name) => [
        line(`${name} p50 ms`, (report) => milliseconds(workloadFigures(report, name).p50Ms)),
        line(`${name} p90 ms`, (report) => milliseconds(workloadFigures(report, name).p90Ms)),
      ]),
      ...clients.map((count) =>
        line(`queries/s (p99 ms), ${count} clients`, (report) => atClients(report, count)),
      ),
      line('disk × against raw Parquet', (report) => ratio(diskRatio(report))),
      line('peak memory', (report) => mebibytes(workloadFigures(report, engineName).treeBytesPeak)),
    ],
    1,
  );
}

/**
 * The summary table: query classes, their cost, and the ratio to each peer, at the largest size with
 * peers.
 */
export function shortTable(reports: readonly BenchReport[]): string {
  const report = reports.findLast((one) => presentPeers(one).length > 0) ?? reports.at(-1);
  if (report === undefined) return '';
  const peers = presentPeers(report);
  const pairs = new Map(peers.map((peer) => [peer, pairsWith(report, peer)]));
  const rows = classesOf(report).map((name) => {
    const own = report.queries.filter((row) => row.class === name);
    const figures = workloadFigures({ queries: own }, engineName);
    return [
      name,
      String(own.length),
      milliseconds(figures.p50Ms),
      ...peers.map((peer) => ratio(classRatio(pairs.get(peer) ?? [], name))),
    ];
  });
  const whole = workloadFigures(report, engineName);
  rows.push([
    '**all**',
    String(report.queries.length),
    milliseconds(whole.p50Ms),
    ...peers.map((peer) => ratio(meanCpu(report, peer))),
  ]);
  const heads = ['class', 'queries', 'sdq p50 ms', ...peers.map((peer) => `CPU × ${peer}`)];
  return `At ${report.data.rows.toLocaleString('en-US')} videos:\n\n${markdownTable(heads, rows, 1)}`;
}

function growthCharts(reports: readonly BenchReport[]) {
  const peers = peersOf(reports);
  const ticks = reports.map(({ data }) => [data.rows, spellRows(data.rows)] as const);
  const x = { name: 'videos', ticks };
  const chart = (
    name: string,
    title: string,
    unit: string,
    names: readonly string[],
    figure: (report: BenchReport, name: string) => number,
  ) => ({
    name,
    title,
    svg: lineChart({
      title,
      unit,
      x,
      hasDots: true,
      lines: names.map((one) => ({
        name: one,
        points: reports.map((report) => [report.data.rows, figure(report, one)] as const),
      })),
    }),
  });
  return [
    ...(peers.length === 0
      ? []
      : [
          chart(
            'growth-cpu.svg',
            'CPU against each peer, by videos',
            'geometric mean of a peer’s CPU time against sdq’s',
            peers,
            meanCpu,
          ),
        ]),
    chart(
      'growth-latency.svg',
      'Median latency over the workload, by videos',
      'wall ms, warm, one client',
      [engineName, ...peers],
      (report, name) => workloadFigures(report, name).p50Ms,
    ),
  ];
}
