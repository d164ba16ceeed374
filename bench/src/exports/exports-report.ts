import type { Environment } from '../report/machine.ts';
import { markdownTable, mebibytes, milliseconds, ratio } from '../report/markdown-table.ts';
import type { FormatFigure } from './measure-formats.ts';
import type { ServiceFigures } from './measure-service.ts';

export interface ExportsReport {
  readonly command: string;
  readonly environment: Environment;
  readonly rounds: number;
  /** The figures of the formats for each number of rows. */
  readonly formats: readonly (readonly FormatFigure[])[];
  /** Milliseconds to encode 100 rows as JSON. */
  readonly encodeMs: number;
  readonly service: ServiceFigures | null;
}

interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  /** Null if it was not measured. */
  readonly isMet: boolean | null;
}

const notMeasured = '–';

function cpuOf(figures: readonly FormatFigure[], contestant: string): number {
  return figures.find((figure) => figure.contestant === contestant)?.cpuMicrosPerRow ?? Number.NaN;
}

function atMost(what: string, limit: number, value: number, unit: string): Goal {
  const isKnown = Number.isFinite(value);
  const measured = unit === 'MiB' ? mebibytes(value) : `${ratio(value)}${unit}`;
  const goal = unit === 'MiB' ? mebibytes(limit) : `${limit}${unit}`;
  return {
    what,
    goal: `≤ ${goal}`,
    measured: isKnown ? measured : notMeasured,
    isMet: isKnown ? value <= limit : null,
  };
}

export function exportGoals({ formats, encodeMs, service }: ExportsReport): Goal[] {
  const goals: Goal[] = [];
  for (const figures of formats) {
    const rows = `${(figures[0]?.rows ?? 0).toLocaleString('en-US')} rows`;
    const of = (contestant: string) => cpuOf(figures, contestant);
    goals.push(
      atMost(`Arrow, CPU beside fetching and discarding, ${rows}`, 1.35, of('arrow') / of('discard'), '×'),
      atMost(
        `Arrow, CPU beside ClickHouse ArrowStream, ${rows}`,
        1,
        of('arrow') / of('clickhouse ArrowStream'),
        '×',
      ),
      atMost(`NDJSON, CPU beside DuckDB’s COPY to JSON, ${rows}`, 0.75, of('ndjson') / of('copy-json'), '×'),
    );
    const naive = of('apache-arrow') / of('arrow');
    const isKnown = Number.isFinite(naive);
    goals.push({
      what: `apache-arrow from JavaScript values, CPU beside ours, ${rows}`,
      goal: '≥ 15×',
      measured: isKnown ? `${ratio(naive)}×` : notMeasured,
      isMet: isKnown ? naive >= 15 : null,
    });
  }
  goals.push(atMost('JSON of 100 rows, encoding', 1, encodeMs, ' ms'));
  if (service === null) return goals;
  const { crowd } = service;
  return [
    ...goals,
    atMost(
      'Arrow seen by an HTTP client, CPU of all processes beside fetching and discarding',
      2,
      service.arrowMicrosPerRow / service.discardMicrosPerRow,
      '×',
    ),
    atMost('First rows of an unordered export of all columns', 50, service.firstMs, ' ms'),
    atMost(`${crowd.exports} exports at once, p99 of a parallel request`, 25, crowd.pingP99Ms, ' ms'),
    atMost(
      `${crowd.exports} exports at once, memory of all processes`,
      850 * 2 ** 20,
      crowd.peakBytes,
      'MiB',
    ),
  ];
}

export function exportsMarkdown(report: ExportsReport): string {
  const { environment, service } = report;
  const parts = [
    '# Exports',
    `\`${report.command}\` at ${environment.madeAt}, commit ${environment.commit}: ${environment.cpu}, ${environment.cores} cores, Node ${environment.node}, DuckDB ${environment.duckdb}. Medians of ${report.rounds} rounds in turn; CPU is user and system time of all threads. DuckDB and ClickHouse use two threads.`,
    markdownTable(
      ['goal', 'at', 'measured', 'met'],
      exportGoals(report).map(({ what, goal, measured, isMet }) => [
        what,
        goal,
        measured,
        isMet === null ? notMeasured : isMet ? 'yes' : 'no',
      ]),
      1,
    ),
  ];
  for (const figures of report.formats) parts.push(formatsTable(figures));
  if (service !== null) parts.push(serviceText(service));
  return `${parts.join('\n\n')}\n`;
}

function formatsTable(figures: readonly FormatFigure[]): string {
  const floor = cpuOf(figures, 'discard');
  const rows = figures.map(({ contestant, rows: count, cpuMicrosPerRow, wallMs, bytes, firstMs }) => [
    contestant === 'discard' ? 'fetch and discard' : contestant,
    cpuMicrosPerRow.toFixed(2),
    ratio(cpuMicrosPerRow / floor),
    Math.round((count / wallMs) * 1000).toLocaleString('en-US'),
    bytes === 0 ? notMeasured : `${Math.round(bytes / count)}`,
    milliseconds(firstMs),
  ]);
  const title = `## ${(figures[0]?.rows ?? 0).toLocaleString('en-US')} mixed rows`;
  return `${title}\n\n${markdownTable(['', 'CPU µs/row', 'beside discarding', 'rows/s', 'bytes/row', 'first rows, ms'], rows, 1)}`;
}

function serviceText(service: ServiceFigures): string {
  const { crowd } = service;
  return `## Through a query process and HTTP

${markdownTable(
  ['', 'CPU µs/row'],
  [
    ['the same query, fetched and discarded', service.discardMicrosPerRow.toFixed(2)],
    ['Arrow, all processes of the service', service.arrowMicrosPerRow.toFixed(2)],
    ['NDJSON, all processes of the service', service.ndjsonMicrosPerRow.toFixed(2)],
  ],
  1,
)}

${crowd.exports} exports at once: ${mebibytes(crowd.bytes)} in ${(crowd.wallMs / 1000).toFixed(1)} s, ${mebibytes(crowd.peakBytes)} at most over all processes; ${crowd.pings} requests meanwhile took ${milliseconds(crowd.pingP50Ms)} ms (p50) and ${milliseconds(crowd.pingP99Ms)} ms (p99).`;
}
