import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { publicSelectList, videos } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { sqlString, sqlStrings } from '@sdq/duckdb/sql';
import type { Snapshot } from '@sdq/index';
import type { PeerSpecification } from '../peers/peer-specification.ts';
import { PeerProcess } from '../peers/process/peer-process-handle.ts';
import type { States } from './compare-states.ts';

/** Peers have the table of videos. */
const tables = new Set(['videos']);

export interface LivingPeer extends States {
  /** What it is, for the report. */
  readonly description: string;
  /** CPU milliseconds of adding the observations. */
  readonly addCpuMs: number;
  /** What is asked while files are added to it. */
  readonly loaded: PeerSpecification;
  /** The statements that add each of these files of observations. */
  addsOf(files: readonly string[]): Promise<string[][]>;
}

interface PeerContext {
  readonly snapshot: Snapshot;
  /** A Parquet file of observations, as they were added to the index. */
  readonly observations: string;
  /** A folder for copies. */
  readonly directory: string;
  readonly packages: string;
  readonly memoryBytesMax: number;
}

/** DuckDB over Parquet: what was added is a file beside, and a view leaves out the rows that it replaces. */
export async function duckdbWithMergeView({
  snapshot,
  observations,
  directory,
  memoryBytesMax,
}: PeerContext): Promise<LivingPeer> {
  await mkdir(directory, { recursive: true });
  const base = baseRows(snapshot);
  await using database = await Database.open();
  const connection = await database.connect();
  const copyOf = (from: string, to: string) =>
    `COPY (SELECT * FROM read_parquet(${sqlString(from)})) TO ${sqlString(to)} (FORMAT parquet, COMPRESSION zstd)`;
  const start = process.cpuUsage();
  await connection.run(copyOf(observations, join(directory, 'added.parquet')));
  const { user, system } = process.cpuUsage(start);
  connection.closeSync();
  const list = publicSelectList(videos);
  const viewOf = (rows: string) => `CREATE OR REPLACE VIEW videos AS SELECT ${list} FROM ${rows}`;
  const withAdded = (paths: readonly string[]) => {
    const added = `read_parquet(${sqlStrings(paths)})`;
    // DuckDB 1.5.6 does not find the columns of `*` where both sides have the same name.
    return `(SELECT * FROM ${base} AS base ANTI JOIN ${added} AS added USING (video_id) UNION ALL BY NAME SELECT * FROM ${added})`;
  };
  const specificationOf = (rows: string): PeerSpecification => ({
    kind: 'duckdb',
    views: [viewOf(rows)],
    memoryBytesMax,
    temporaryDirectory: join(directory, 'spill'),
  });
  return {
    name: 'duckdb',
    description:
      'DuckDB over Parquet, with a view of the base rows without the added keys, and the added rows',
    dialect: 'duckdb',
    tables,
    before: specificationOf(base),
    after: specificationOf(withAdded([join(directory, 'added.parquet')])),
    addCpuMs: (user + system) / 1000,
    loaded: specificationOf(base),
    async addsOf(files) {
      const paths = files.map((_, at) => join(directory, `added-${at}.parquet`));
      return files.map((file, at) => [
        copyOf(file, paths[at] ?? ''),
        viewOf(withAdded(paths.slice(0, at + 1))),
      ]);
    },
  };
}

/** ClickHouse's table that replaces rows by key, without and with a part of added rows; asked with FINAL. */
export async function replacingMergeTree({
  snapshot,
  observations,
  directory,
  packages,
  memoryBytesMax,
}: PeerContext): Promise<LivingPeer> {
  await mkdir(directory, { recursive: true });
  const raw = join(directory, 'videos.parquet');
  const list = publicSelectList(videos);
  const writePublic = async (copies: readonly { readonly path: string; readonly rows: string }[]) => {
    await using database = await Database.open({ memoryBytesMax, temporaryDirectory: directory });
    const connection = await database.connect();
    for (const { path, rows } of copies)
      await connection.run(
        `COPY (SELECT ${list} FROM ${rows}) TO ${sqlString(path)} (FORMAT parquet, COMPRESSION zstd)`,
      );
    connection.closeSync();
  };
  const observed = (path: string) => `read_parquet(${sqlString(path)})`;
  await writePublic([
    { path: raw, rows: baseRows(snapshot) },
    { path: join(directory, 'added.parquet'), rows: observed(observations) },
  ]);
  const required = ['video_id', videos.observedBy];
  const rowsOf = (path: string) =>
    `SELECT * REPLACE (${required.map((name) => `assumeNotNull(${name}) AS ${name}`).join(', ')}) FROM file(${sqlString(path)}, Parquet)`;
  const session = (name: string) => join(directory, name);
  const create = (name: string, further: readonly string[] = []): PeerSpecification => ({
    kind: 'clickhouse',
    packages,
    session: session(name),
    setUp: [
      'CREATE DATABASE IF NOT EXISTS bench',
      `CREATE TABLE bench.videos ENGINE = ReplacingMergeTree(${videos.observedBy}) ORDER BY video_id AS ${rowsOf(raw)}`,
      'OPTIMIZE TABLE bench.videos FINAL',
      ...further,
    ],
    memoryBytesMax,
  });
  const use = (name: string, merges: readonly string[] = ['SYSTEM STOP MERGES']): PeerSpecification => ({
    kind: 'clickhouse',
    packages,
    session: session(name),
    setUp: ['USE bench', ...merges, 'SET final = 1'],
    memoryBytesMax,
  });
  const insertOf = (path: string) => `INSERT INTO bench.videos ${rowsOf(path)}`;
  for (const name of ['before', 'after']) {
    await rm(session(name), { recursive: true, force: true });
    await using peer = new PeerProcess(create(name), { timeoutMs: 3_600_000, scratch: directory });
    await peer.measure('SELECT 1');
  }
  let addCpuMs: number;
  {
    await using peer = new PeerProcess(use('after'), { timeoutMs: 600_000, scratch: directory });
    await peer.measure('SELECT 1');
    addCpuMs = (await peer.measure(insertOf(join(directory, 'added.parquet')))).cpuMs;
  }
  return {
    name: 'clickhouse',
    description: 'ClickHouse, ReplacingMergeTree ordered by video_id, asked with FINAL',
    dialect: 'clickhouse',
    tables,
    before: use('before'),
    after: use('after'),
    addCpuMs,
    loaded: use('after', ['SYSTEM START MERGES']),
    async addsOf(files) {
      const copies = files.map((file, at) => ({
        path: join(directory, `added-${at}.parquet`),
        rows: observed(file),
      }));
      await writePublic(copies);
      return copies.map(({ path }) => [insertOf(path)]);
    },
  };
}

function baseRows(snapshot: Snapshot): string {
  const paths = snapshot.files(videos).map((file) => snapshot.path(file));
  return `read_parquet(${sqlStrings(paths)}, hive_partitioning = false, union_by_name = true)`;
}
