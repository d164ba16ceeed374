import { type Command, InvalidArgumentError, Option } from 'commander';
import { type QueryClass, queryClasses } from './workload/query.ts';

export interface BenchOptions {
  /** Videos, and the spelling that names files: `1m`. */
  readonly rows: { readonly count: number; readonly text: string };
  /** An index of one's own instead of a generated one. */
  readonly index?: string;
  readonly runs: number;
  readonly only?: QueryClass;
  /** Where the engine runs queries. */
  readonly isolation: 'in-process' | 'process';
  readonly stages: boolean;
  readonly json?: string;
  readonly markdown?: string;
}

/** Adds the benchmark's flags to a command. */
export function withBenchOptions(command: Command): Command {
  return command
    .description(
      'Measures the engine on a workload of customers’ queries, in turn with DuckDB on raw Parquet.',
    )
    .option('--rows <count>', 'videos to generate: 200k, 1m, 10m', parseRows, parseRows('1m'))
    .option('--index <dir>', 'measure this index instead of a generated one')
    .option('--runs <count>', 'measured runs of each query', parseRuns, 5)
    .option('--only <class>', `queries of one class: ${queryClasses.join(', ')}`, parseClass)
    .addOption(
      new Option('--isolation <kind>', 'where the engine runs queries')
        .choices(['in-process', 'process'])
        .default('in-process'),
    )
    .option('--no-stages', 'leave out the stages by themselves')
    .option('--json <file>', 'where to write all figures (default bench/results/<date>-<rows>.json)')
    .option('--markdown <file>', 'where to write the table (default bench/results/<rows>.md)');
}

function parseRows(text: string): BenchOptions['rows'] {
  const match = /^(\d[\d_]*)([km]?)$/i.exec(text);
  const factor = { '': 1, k: 1e3, m: 1e6 }[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN;
  const count = Number(match?.[1]?.replaceAll('_', '')) * factor;
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('Give 200k, 1m or 1_000_000.');
  return { count, text: spell(count) };
}

function spell(count: number): string {
  if (count % 1e6 === 0) return `${count / 1e6}m`;
  return count % 1e3 === 0 ? `${count / 1e3}k` : String(count);
}

function parseRuns(text: string): number {
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1 || runs > 1000) throw new InvalidArgumentError('Give 1 to 1000.');
  return runs;
}

function parseClass(text: string): QueryClass {
  const found = queryClasses.find((name) => name === text);
  if (found === undefined) throw new InvalidArgumentError(`Give one of ${queryClasses.join(', ')}.`);
  return found;
}
