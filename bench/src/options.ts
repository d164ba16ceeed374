import { builtInCatalog } from '@sdq/catalog';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type PeerName, peerNames } from './peers/prepare/prepare-peer.ts';
import { type QueryClass, queryClasses } from './workload/query.ts';

export interface BenchOptions {
  /** The number of videos, and its abbreviation in file names: `1m`. */
  readonly rows: { readonly count: number; readonly text: string };
  /** An existing index that is used instead of a generated one. */
  readonly index?: string;
  /** If empty, only the engine is measured. */
  readonly peers: readonly PeerName[] | false;
  /** Tables that are provided to peers; default: all. */
  readonly rawTables?: readonly string[];
  /** The directory of another checkout whose engine is compared. */
  readonly beside?: string;
  /** The index that the other checkout's engine reads; default: the same. */
  readonly besideIndex?: string;
  readonly runs: number;
  readonly only?: QueryClass;
  /** Memory limit of each contestant in GiB, by its own accounting. */
  readonly memory: number;
  /** Seconds after which a query is cancelled. */
  readonly timeout: number;
  /** Numbers of concurrent clients that send short queries. */
  readonly concurrency: readonly number[] | false;
  /** Duration of the measurement for each number of clients, in seconds. */
  readonly seconds: number;
  /** Where the engine runs queries. */
  readonly isolation: 'in-process' | 'process';
  readonly stages: boolean;
  /** Whether the segments of a generated index are built where they are missing. */
  readonly build: boolean;
  /** True: the default location of reports. */
  readonly json?: string | true;
  readonly markdown?: string | true;
}

/** Adds the benchmark's flags to a command. */
export function withBenchOptions(command: Command): Command {
  return command
    .description('Measure the engine on a workload of customers’ queries, alternating with its peers.')
    .option('--rows <count>', 'videos to generate: 200k, 1m, 10m', parseRowCount, parseRowCount('1m'))
    .option('--index <dir>', 'measure this index instead of a generated one')
    .option('--peers <names>', `peers, of ${peerNames.join(', ')}`, parsePeers, ['duckdb'])
    .option('--no-peers', 'measure the engine alone; nothing is written beside the index')
    .option('--raw-tables <names>', 'give peers only these tables, to save disk: videos', parseTables)
    .option('--beside <dir>', 'compare with the engine of another checkout, to find regressions')
    .option(
      '--beside-index <dir>',
      'an index of the same rows that it built itself (default: the same index)',
    )
    .option('--runs <count>', 'measured runs of each query', parseCount(1000), 5)
    .option('--only <class>', `queries of one class: ${queryClasses.join(', ')}`, parseClass)
    .option('--memory <gib>', 'memory limit of each contestant, by its own accounting', parseCount(1024), 4)
    .option('--timeout <seconds>', 'time limit of a query', parseCount(3600), 120)
    .option(
      '--concurrency <clients>',
      'concurrent clients that send short queries',
      parseConcurrency,
      [1, 8, 32],
    )
    .option('--no-concurrency', 'skip the concurrent clients')
    .option(
      '--seconds <count>',
      'duration of the measurement for each number of clients',
      parseCount(600),
      10,
    )
    .addOption(
      new Option('--isolation <kind>', 'where the engine runs queries')
        .choices(['in-process', 'process'])
        .default('in-process'),
    )
    .option('--no-build', 'measure a generated index as it is, without building its segments')
    .option('--no-stages', 'skip the single stages')
    .option(
      '--json [file]',
      'where to write all figures (default bench/results/<date>-<rows>.json; with --beside only when given, <rows>-beside.json)',
    )
    .option(
      '--markdown [file]',
      'where to write the tables; charts go beside it (default bench/results/<rows>.md; the same)',
    );
}

export function parseRowCount(text: string): BenchOptions['rows'] {
  const match = /^(\d[\d_]*)([km]?)$/i.exec(text);
  const factor = { '': 1, k: 1e3, m: 1e6 }[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN;
  const count = Number(match?.[1]?.replaceAll('_', '')) * factor;
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('Give 200k, 1m or 1_000_000.');
  return { count, text: spellRows(count) };
}

/** The abbreviation of a number of rows in file names: `1m`. */
export function spellRows(count: number): string {
  if (count % 1e6 === 0) return `${count / 1e6}m`;
  return count % 1e3 === 0 ? `${count / 1e3}k` : String(count);
}

function parsePeers(text: string): PeerName[] {
  return text.split(',').map((word) => {
    const found = peerNames.find((name) => name === word);
    if (found === undefined) throw new InvalidArgumentError(`Give some of ${peerNames.join(', ')}.`);
    return found;
  });
}

function parseTables(text: string): string[] {
  const names = builtInCatalog.tablesOf('shortvideo').map((table) => table.name);
  const words = text.split(',');
  if (words.some((word) => !names.includes(word)))
    throw new InvalidArgumentError(`Give some of ${names.join(', ')}.`);
  return words;
}

function parseConcurrency(text: string): number[] {
  return text.split(',').map(parseCount(256));
}

/** A parser of whole numbers from 1. Errors: `InvalidArgumentError`. */
export function parseCount(most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!Number.isInteger(count) || count < 1 || count > most)
      throw new InvalidArgumentError(`Give 1 to ${most}.`);
    return count;
  };
}

function parseClass(text: string): QueryClass {
  const found = queryClasses.find((name) => name === text);
  if (found === undefined) throw new InvalidArgumentError(`Give one of ${queryClasses.join(', ')}.`);
  return found;
}
