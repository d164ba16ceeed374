import { geometricMean } from '../measure/statistics.ts';
import { engineName } from '../peers/participant.ts';
import type { QueryResultRow } from '../run/run-workload.ts';
import type { StageResult } from '../stages/measure-stages.ts';
import { besideSection } from './beside-section.ts';
import { goalRows } from './goals.ts';
import { markdownTable, mebibytes, milliseconds, ratio } from './markdown-table.ts';
import type { BenchReport } from './report.ts';
import { classesOf, classRatio, faultsOf, pairsWith, presentPeers, workloadFigures } from './summary.ts';

/** A chart in a file next to the report. */
export interface ChartFile {
  readonly title: string;
  /** The path relative to the report. */
  readonly path: string;
}

/** The report in Markdown, which is also readable as plain text. */
export function markdownReport(report: BenchReport, charts: readonly ChartFile[] = []): string {
  const { environment: on, data } = report;
  const sections: (readonly [title: string, body: string])[] = [
    ['Beside the other checkout', report.beside === undefined ? '' : besideSection(report.beside)],
    [
      'Goals',
      `${goalsNote(report)}\n\n${markdownTable(['figure', 'here', 'goal', ''], goalRows(report), 1)}`,
    ],
    ['Who took part', participants(report)],
    ['CPU by class, how many times less than each peer', classTable(report)],
    ['Over the workload', workloadTable(report)],
    ['Query by query', `${queryTable(report)}${notes(report)}`],
    ['Many clients at once', throughputTable(report)],
    ['Disk', diskTable(report)],
    ['Stages by themselves', report.stages.length === 0 ? '' : stageTable(report.stages)],
    ['Charts', charts.map(({ title, path }) => `![${title}](${path})`).join('\n\n')],
  ];
  const faults = faultsOf(report);
  const head = [
    `# Workload at ${data.rows.toLocaleString('en-US')} videos`,
    `Made ${on.madeAt} at commit ${on.commit} by \`${report.command}\`. ${on.cpu}, ${on.cores} cores, ${on.memoryGiB} GiB, ${on.platform}; node ${on.node}, DuckDB ${on.duckdb}.`,
    method(report),
    ...(faults.length === 0
      ? []
      : [`**Not a clean result: ${faults.length} faults.**\n\n\`\`\`\n${faults.join('\n')}\n\`\`\``]),
  ];
  const body = sections.filter(([, text]) => text !== '').map(([title, text]) => `## ${title}\n\n${text}`);
  return `${[...head, ...body].join('\n\n')}\n`;
}

function method(report: BenchReport): string {
  const { runs, isolation, timeoutSeconds, memoryBytesMax } = report.settings;
  return [
    `Each contestant has a process of its own${isolation === 'process' ? '; sdq runs queries in further processes below it' : ''} and a memory limit of ${mebibytes(memoryBytesMax)}.`,
    `A first run each, then ${runs} in turn, whose medians count; who begins changes. A query over 30 s runs once more only, one over ${timeoutSeconds} s is given up.`,
    `CPU is user and system time of all threads and processes. sdq’s answers are made as Arrow, ClickHouse’s in its Native format, Polars’ as data frames; DuckDB’s chunks are fetched and not converted, by a fresh connection per query. Nobody keeps results from run to run.`,
    `Then all answers were compared. Ratios say how many times less sdq took; means are geometric, over the queries that both answered.`,
  ].join(' ');
}

function goalsNote(report: BenchReport): string {
  const size = report.data.rows > 30_000_000 ? 'a hundred million' : 'ten million';
  return `Goals are those for ${size} videos${report.data.rows < 5_000_000 ? '; with fewer, fixed costs weigh more' : ''}.`;
}

function participants(report: BenchReport): string {
  return report.participants
    .map((one) => {
      if ('absent' in one) return `- ${one.name}: absent: ${one.absent}`;
      const built =
        one.buildSeconds === undefined
          ? ''
          : `, made in ${Math.round(one.buildSeconds).toLocaleString('en-US')} s`;
      return `- ${one.name}: ${one.description}; ${mebibytes(one.bytes)}${built}`;
    })
    .join('\n');
}

function classTable(report: BenchReport): string {
  const peers = presentPeers(report);
  if (peers.length === 0) return '';
  const pairs = new Map(peers.map((peer) => [peer, pairsWith(report, peer)]));
  const rows = classesOf(report).map((name) => [
    name,
    ...peers.map((peer) => ratio(classRatio(pairs.get(peer) ?? [], name))),
  ]);
  const total = (kind: 'cpuRatio' | 'wallRatio') =>
    peers.map((peer) => ratio(geometricMean((pairs.get(peer) ?? []).map((pair) => pair[kind]))));
  const counts = peers.map((peer) => String(pairs.get(peer)?.length ?? 0));
  rows.push(['all, CPU', ...total('cpuRatio')], ['all, wall', ...total('wallRatio')], ['queries', ...counts]);
  return markdownTable(['class', ...peers.map((peer) => `${peer} ×`)], rows, 1);
}

function workloadTable(report: BenchReport): string {
  return markdownTable(
    [
      '',
      'queries',
      'p50 ms',
      'p90 ms',
      'first run p50 ms',
      'first run p90 ms',
      'peak memory',
      'largest process',
    ],
    [engineName, ...presentPeers(report)].map((name) => {
      const figures = workloadFigures(report, name);
      return [
        name,
        String(figures.queries),
        milliseconds(figures.p50Ms),
        milliseconds(figures.p90Ms),
        milliseconds(figures.firstP50Ms),
        milliseconds(figures.firstP90Ms),
        mebibytes(figures.treeBytesPeak),
        mebibytes(figures.processBytesPeak),
      ];
    }),
    1,
  );
}

/** CPU and wall time for the engine, CPU time for the peers. */
function queryTable(report: BenchReport): string {
  const peers = presentPeers(report);
  const cell = (row: QueryResultRow, name: string, kind: 'cpuMs' | 'wallMs') => {
    const outcome = row.outcomes[name];
    if (outcome === undefined) return '';
    if (outcome.status !== 'measured') return outcome.status;
    return `${milliseconds(outcome.median[kind])}${outcome.difference === undefined ? '' : ' (differs)'}`;
  };
  return markdownTable(
    [
      'class',
      'query',
      'rows',
      `${engineName} ms`,
      `${engineName} CPU ms`,
      ...peers.flatMap((peer) => [`${peer} CPU ms`, '×']),
    ],
    report.queries.map((row) => [
      row.class,
      row.name,
      row.rowCount === null ? '–' : String(row.rowCount),
      cell(row, engineName, 'wallMs'),
      cell(row, engineName, 'cpuMs'),
      ...peers.flatMap((peer) => [
        cell(row, peer, 'cpuMs'),
        ratio(pairsWith({ queries: [row] }, peer)[0]?.cpuRatio),
      ]),
    ]),
    2,
  );
}

/** The reasons why queries have no figures. */
function notes(report: BenchReport): string {
  const lines = report.queries.flatMap((row) =>
    Object.entries(row.outcomes).flatMap(([name, outcome]) =>
      outcome.status === 'measured' ? [] : [`- ${row.name}, ${name}: ${outcome.status}: ${outcome.reason}`],
    ),
  );
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

function throughputTable(report: BenchReport): string {
  if (report.throughput.length === 0) return '';
  const table = markdownTable(
    ['', 'clients', 'queries/s', 'p50 ms', 'p99 ms', 'CPU ms per query', 'errors', 'peak memory'],
    report.throughput.map((row) =>
      'failed' in row
        ? [row.peer, String(row.clients), 'failed', '', '', '', '', '']
        : [
            row.peer,
            String(row.clients),
            row.queriesPerSecond.toFixed(1),
            milliseconds(row.p50Ms),
            milliseconds(row.p99Ms),
            milliseconds(row.cpuMsPerQuery),
            String(row.errors),
            mebibytes(row.memory.treeBytes),
          ],
    ),
    1,
  );
  const reasons = report.throughput.flatMap((row) => {
    const reason = 'failed' in row ? row.failed : row.error;
    return reason === undefined ? [] : [`- ${row.peer}, ${row.clients} clients: ${reason}`];
  });
  return [
    'A video by id, an author’s latest 50, a tag’s latest 20, months since, a count since: in turn, with ever other parameters.',
    table,
    ...(reasons.length === 0 ? [] : [reasons.join('\n')]),
  ].join('\n\n');
}

function diskTable(report: BenchReport): string {
  const sum = (pick: (table: BenchReport['data']['tables'][number]) => number | null) =>
    report.data.tables.reduce((total, table) => total + (pick(table) ?? 0), 0);
  const line = (name: string, rows: string, indexBytes: number, rawBytes: number | null) => [
    name,
    rows,
    mebibytes(indexBytes),
    rawBytes === null ? 'not written' : mebibytes(rawBytes),
    rawBytes === null || rawBytes === 0 ? '–' : ratio(indexBytes / rawBytes),
  ];
  const isWhole = report.data.tables.every(({ rawBytes }) => rawBytes !== null);
  return markdownTable(
    ['table', 'rows', 'index', 'raw Parquet', '×'],
    [
      ...report.data.tables.map((table) =>
        line(table.name, table.rows.toLocaleString('en-US'), table.indexBytes, table.rawBytes),
      ),
      line(
        'all',
        '',
        sum((table) => table.indexBytes),
        isWhole ? sum((table) => table.rawBytes) : null,
      ),
    ],
    1,
  );
}

function stageTable(stages: readonly StageResult[]): string {
  return markdownTable(
    ['stage', 'of', 'median µs', '± %', 'per second'],
    stages.map((stage) => [
      stage.stage,
      stage.subject,
      (stage.medianMs * 1000).toFixed(1),
      stage.marginPercent.toFixed(1),
      Math.round(1000 / stage.medianMs).toLocaleString('en-US'),
    ]),
    2,
  );
}
