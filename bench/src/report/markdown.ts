import { geometricMean } from '../measure/measure.ts';
import type { QueryResultRow } from '../run-workload.ts';
import type { StageResult } from '../stages/measure-stages.ts';
import type { BenchReport } from './report.ts';

/** The report for a person: reads well as plain text, too. */
export function markdownReport(report: BenchReport): string {
  const { environment: on, data } = report;
  const parts = [
    `# Workload at ${data.rows.toLocaleString('en-US')} videos`,
    '',
    `Made ${on.madeAt} at commit ${on.commit} by \`${report.command}\`. ${on.cpu}, ${on.cores} cores, ${on.memoryGiB} GiB, ${on.platform}; node ${on.node}, DuckDB ${on.duckdb}.`,
    '',
    `sdq reads its index (${mebibytes(data.indexBytes)}) and gives Arrow; DuckDB reads the same rows from Parquet in no order, snappy (${mebibytes(data.rawBytes)}), a fresh connection per query, and its rows are fetched but not converted. ${report.isolation === 'process' ? 'sdq runs queries in processes of their own' : 'Both run in one process'}, in turn, caches warm; medians of ${report.runs} runs; answers were compared first. CPU counts all threads and processes. Ratios: how many times less sdq took.`,
    '',
    workloadTable(report.queries),
    '',
    summary(report.queries),
  ];
  if (report.stages.length > 0) parts.push('', '## Stages by themselves', '', stageTable(report.stages));
  return `${parts.join('\n')}\n`;
}

function workloadTable(rows: readonly QueryResultRow[]): string {
  return table(
    ['class', 'query', 'rows', 'sdq ms', 'DuckDB ms', 'wall ×', 'sdq CPU ms', 'DuckDB CPU ms', 'CPU ×'],
    rows.map((row) => [
      row.class,
      row.name,
      String(row.rowCount),
      milliseconds(row.ours.wallMs),
      milliseconds(row.theirs.wallMs),
      ratio(row.wallRatio),
      milliseconds(row.ours.cpuMs),
      milliseconds(row.theirs.cpuMs),
      ratio(row.cpuRatio),
    ]),
    2,
  );
}

function summary(rows: readonly QueryResultRow[]): string {
  const byClass = [...new Set(rows.map((row) => row.class))].map((name) => {
    const cpu = rows.filter((row) => row.class === name).map((row) => row.cpuRatio);
    return `${name} ${ratio(geometricMean(cpu))}`;
  });
  const cpu = geometricMean(rows.map((row) => row.cpuRatio));
  const wall = geometricMean(rows.map((row) => row.wallRatio));
  return `Geometric mean over ${rows.length} queries: CPU ${ratio(cpu)}×, wall ${ratio(wall)}×. CPU by class: ${byClass.join(', ')}.`;
}

function stageTable(stages: readonly StageResult[]): string {
  return table(
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

/** A Markdown table whose columns stand below one another; all but the first `texts` columns to the right. */
function table(names: readonly string[], rows: readonly (readonly string[])[], texts: number): string {
  const widths = names.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i < texts ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i < texts ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(names), line(rule), ...rows.map(line)].join('\n');
}

function milliseconds(value: number): string {
  return value < 100 ? value.toFixed(1) : String(Math.round(value));
}

function ratio(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(1);
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
