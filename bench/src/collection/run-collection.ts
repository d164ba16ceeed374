import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { version as duckdbVersion } from '@duckdb/node-api';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import type { BenchHooks } from '../bench-hooks.ts';
import { locations } from '../data/locations.ts';
import { spellRows } from '../options.ts';
import type { PeerSpecification } from '../peers/peer-specification.ts';
import { peerPackageVersion } from '../peers/prepare/peer-package.ts';
import { PeerProcess } from '../peers/process/peer-process-handle.ts';
import { describeEnvironment } from '../report/machine.ts';
import { compareSpelled, measureSpelled } from '../run/run-workload.ts';
import { ensureClickhouseTable } from './clickhouse-tables.ts';
import { type CollectionContestant, type CollectionReport, collectionMarkdown } from './collection-report.ts';
import { commentSuite } from './comments/suite.ts';
import { type GeneratedTable, writeSource } from './generate/write-source.ts';
import { type CollectionIndex, ensureCollectionIndex, type ProfileName } from './make-index.ts';
import type { AskedQuestion, CollectionSuite, Spelling } from './suite.ts';
import { videoSuite } from './videos/suite.ts';

export const collectionPeers = ['duckdb', 'clickhouse', 'clickhouse-tuned'] as const;
export type CollectionPeer = (typeof collectionPeers)[number];

export interface CollectionOptions {
  /** A Parquet file in the columns of the collection. */
  readonly source: string;
  /** How many invented rows the file is made of if it is not there, and of what. */
  readonly generate?: { readonly count: number };
  readonly table: GeneratedTable;
  /** The folder of an index of each profile; it is made where it is empty. */
  readonly full?: string;
  readonly compact?: string;
  readonly peers: readonly CollectionPeer[] | false;
  /** Measured runs of each question, each with other constants. */
  readonly runs: number;
  readonly seed: number;
  /** Memory limit of each contestant and of each command in GiB. */
  readonly memory: number;
  /** Seconds after which a question is given up. */
  readonly timeout: number;
  /** The folder for copies of peers. */
  readonly copies?: string;
  /** The folder and the name of the report. */
  readonly results: string;
  readonly name?: string;
}

interface Opened extends CollectionContestant {
  readonly spelling: Spelling;
  readonly peer: PeerProcess;
}

const suites: readonly CollectionSuite[] = [videoSuite, commentSuite];

/**
 * Asks the questions about a collection of the engine, over an index of each profile, and of peers over the same rows;
 * writes `collection-<rows>.json` and `.md`. Resolves with the Markdown and the number of differing answers.
 */
export async function runCollection(
  options: CollectionOptions,
  command: string,
  hooks: BenchHooks,
): Promise<{ markdown: string; differences: number }> {
  const { source, runs, seed, memory, results } = options;
  const { generate, table } = options;
  if (generate !== undefined && !existsSync(source)) await writeSource(table, generate.count, source, hooks);
  const { rows, suite } = await look(source);
  const indexes = await indexesOf(options, hooks);
  hooks.onProgress('drawing constants');
  // One more: the first run is not measured.
  const sets = await suite.draw(source, runs + 1, seed);
  const names = (sets[0] ?? []).map(({ name }) => name);
  const contestants = await openAll(options, suite, indexes, hooks);
  const questions: CollectionReport['questions'][number][] = [];
  try {
    for (const [i, question] of names.entries()) {
      hooks.onProgress(`asking ${i + 1}/${names.length}: ${question}`);
      questions.push(
        await ask(
          sets.flatMap((set) => set[i] ?? []),
          contestants,
          hooks.signal,
        ),
      );
    }
  } finally {
    for (const { peer } of contestants) await peer[Symbol.asyncDispose]();
  }
  const report: CollectionReport = {
    command,
    environment: describeEnvironment(),
    rowsAre: suite.rowsAre,
    source: { name: basename(source), rows, bytes: (await stat(source)).size },
    settings: { runs, seed, memoryGiB: memory },
    indexes: indexes.map(({ path: _, ...index }) => index),
    contestants: contestants.map(({ name, description, bytes, buildSeconds }) => ({
      ...{ name, description, bytes },
      ...(buildSeconds !== undefined && { buildSeconds }),
    })),
    questions,
  };
  const markdown = collectionMarkdown(report);
  const name = options.name ?? nameOf(suite, rows);
  await mkdir(results, { recursive: true });
  await writeFile(join(results, `${name}.json`), `${JSON.stringify(report, null, 1)}\n`);
  await writeFile(join(results, `${name}.md`), markdown);
  const differences = questions.flatMap(({ outcomes }) =>
    Object.values(outcomes).filter((outcome) => 'difference' in outcome),
  ).length;
  return { markdown, differences };
}

const clickhouseTables = {
  clickhouse: 'MergeTree with the published columns, ordered by id',
  'clickhouse-tuned': 'MergeTree with codecs, dictionaries, skip indexes and projections',
} as const;

async function indexesOf(options: CollectionOptions, hooks: BenchHooks): Promise<CollectionIndex[]> {
  const { source, memory } = options;
  const indexes: CollectionIndex[] = [];
  for (const profile of ['full', 'compact'] satisfies ProfileName[]) {
    const path = options[profile];
    if (path !== undefined)
      indexes.push(await ensureCollectionIndex({ source, profile, path, memory }, hooks));
  }
  if (indexes.length === 0) throw new Error('--full or --compact has to name the folder of an index');
  return indexes;
}

async function openAll(
  { source, peers, timeout, memory, copies }: CollectionOptions,
  suite: CollectionSuite,
  indexes: readonly CollectionIndex[],
  hooks: BenchHooks,
): Promise<Opened[]> {
  const directory = copies ?? locations.copies(basename(source));
  await mkdir(directory, { recursive: true });
  const memoryBytesMax = memory * 2 ** 30;
  const open = (specification: PeerSpecification) =>
    new PeerProcess(specification, { timeoutMs: timeout * 1000, scratch: directory, signal: hooks.signal });
  const contestants: Opened[] = indexes.map(({ profile, path, bytes }) => ({
    name: `sdq ${profile}`,
    description: `the engine over an index of the profile ${profile}`,
    spelling: 'sdq',
    bytes,
    peer: open({ kind: 'sdq', index: path, isolation: 'in-process', memoryBytesMax }),
  }));
  for (const name of peers === false ? [] : peers) {
    if (name === 'duckdb') {
      contestants.push({
        name,
        description: `DuckDB ${duckdbVersion()} over the file as published`,
        spelling: 'duckdb',
        bytes: (await stat(source)).size,
        peer: open({
          kind: 'duckdb',
          views: [`CREATE VIEW posts AS SELECT * FROM read_parquet(${sqlString(source)})`],
          memoryBytesMax,
          temporaryDirectory: join(directory, 'spill'),
        }),
      });
      continue;
    }
    const packages = locations.packages;
    const version = await peerPackageVersion('chdb', packages);
    const ddl = name === 'clickhouse' ? suite.clickhouse : suite.clickhouseTuned;
    const { specification, ...size } = await ensureClickhouseTable(
      { name, ddl },
      { source, directory, packages, memoryBytesMax },
      hooks,
    );
    contestants.push({
      name,
      description: `ClickHouse (chdb ${version}), ${clickhouseTables[name]}`,
      spelling: name,
      ...size,
      peer: open(specification),
    });
  }
  return contestants;
}

/** The first run whose cost counts: its answers are compared. */
const comparedRun = 1;

/** Measures a question, each run with other constants, then compares the answers of the first measured run. */
async function ask(
  runs: readonly AskedQuestion[],
  contestants: readonly Opened[],
  signal: AbortSignal,
): Promise<CollectionReport['questions'][number]> {
  const spelled = new Map(
    contestants.map((contestant) => [contestant, runs.map(({ sql }) => sql(contestant.spelling))]),
  );
  const measured = await measureSpelled(spelled, { runs: runs.length - 1, signal });
  const once = new Map([...spelled].map(([contestant, texts]) => [contestant, texts[comparedRun] ?? '']));
  const { rowCount, outcomes } = await compareSpelled(once, { agreement: 'multiset' }, measured, signal);
  const compared = runs[comparedRun];
  return {
    name: compared?.name ?? '',
    sql: compared?.sql('sdq') ?? '',
    rows: rowCount,
    outcomes: Object.fromEntries(outcomes),
  };
}

/** The rows of the file, and the questions that fit its columns. */
async function look(source: string): Promise<{ rows: number; suite: CollectionSuite }> {
  await using database = await Database.open();
  const connection = await database.connect();
  try {
    const rows = `read_parquet(${sqlString(source)})`;
    const columns = (await connection.run(`SELECT * FROM ${rows} LIMIT 0`)).columnNames();
    const suite = suites.find(({ key }) => columns.includes(key));
    if (suite === undefined)
      throw new Error(`${basename(source)} has none of ${suites.map(({ key }) => key).join(', ')}`);
    const reader = await connection.runAndReadAll(`SELECT count(*) FROM ${rows}`);
    return { rows: Number(reader.getRows()[0]?.[0]), suite };
  } finally {
    connection.closeSync();
  }
}

function nameOf({ rowsAre }: CollectionSuite, rows: number): string {
  const table = rowsAre === 'videos' ? '' : `${rowsAre}-`;
  return `collection-${table}${spellRows(rows)}`;
}
