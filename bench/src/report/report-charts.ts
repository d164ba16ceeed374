import { engineName } from '../peers/participant.ts';
import { barChart } from './charts/bar-chart.ts';
import { lineChart } from './charts/line-chart.ts';
import type { BenchReport } from './report.ts';
import { classesOf, classRatio, measuredOf, pairsWith, presentPeers } from './summary.ts';

export interface Chart {
  /** The name of its file, without the directory. */
  readonly name: string;
  readonly title: string;
  readonly svg: string;
}

/** The charts of one report; those without data are omitted. */
export function reportCharts(report: BenchReport): Chart[] {
  const size = `${report.data.rows.toLocaleString('en-US')} videos`;
  const peers = presentPeers(report);
  const charts: Chart[] = [];
  const add = (name: string, title: string, draw: (title: string) => string) =>
    charts.push({ name, title, svg: draw(title) });
  if (peers.length > 0) {
    const pairs = peers.map((peer) => pairsWith(report, peer));
    const unit = 'geometric mean of CPU time against sdq’s; longer is better for sdq';
    add('classes.svg', `CPU by class, ${size}`, (title) =>
      barChart({
        title,
        unit,
        series: peers,
        groups: classesOf(report).map((name) => ({
          name,
          values: pairs.map((list) => classRatio(list, name)),
        })),
      }),
    );
  }
  for (const peer of peers) {
    const ratios = new Map(pairsWith(report, peer).map((pair) => [pair.row.name, pair.cpuRatio]));
    add(`queries-${peer}.svg`, `CPU by query against ${peer}, ${size}`, (title) =>
      barChart({
        title,
        unit: `${peer}’s CPU time against sdq’s; to the left of 1×, sdq took more`,
        series: [peer],
        groups: report.queries.map(({ name }) => ({ name, values: [ratios.get(name) ?? Number.NaN] })),
      }),
    );
  }
  add('latency.svg', `Latency over the workload, warm, one client, ${size}`, (title) =>
    latencyChart(report, title, [engineName, ...peers]),
  );
  if (report.throughput.length > 0) {
    add('clients.svg', `Short queries by many clients, ${size}`, (title) => clientsChart(report, title));
  }
  return charts;
}

function latencyChart(report: BenchReport, title: string, names: readonly string[]): string {
  return lineChart({
    title,
    unit: 'wall ms, each contestant’s queries from its fastest to its slowest',
    x: {
      name: 'share of the queries',
      ticks: [0, 25, 50, 75, 90, 100].map((share) => [share, `${share} %`]),
    },
    lines: names.map((name) => {
      const sorted = report.queries
        .flatMap((row) => measuredOf(row, name)?.median.wallMs ?? [])
        .sort((a, b) => a - b);
      return { name, points: sorted.map((ms, i) => [((i + 1) * 100) / sorted.length, ms] as const) };
    }),
  });
}

function clientsChart(report: BenchReport, title: string): string {
  const measured = report.throughput.flatMap((row) => ('failed' in row ? [] : [row]));
  const clients = [...new Set(measured.map((row) => row.clients))].sort((a, b) => a - b);
  return lineChart({
    title,
    unit: 'queries per second',
    hasDots: true,
    x: { name: 'clients', ticks: clients.map((count) => [count, String(count)]) },
    lines: [...new Set(measured.map((row) => row.peer))].map((name) => ({
      name,
      points: measured
        .filter((row) => row.peer === name)
        .map((row) => [row.clients, row.queriesPerSecond] as const),
    })),
  });
}
