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
  const added = `read_parquet(${sqlString(join(directory, 'added.parquet'))})`;
  await using database = await Database.open();
  const connection = await database.connect();
  const start = process.cpuUsage();
  await connection.run(
    `COPY (SELECT * FROM read_parquet(${sqlString(observations)})) TO ${sqlString(join(directory, 'added.parquet'))} (FORMAT parquet, COMPRESSION zstd)`,
  );
  const { user, system } = process.cpuUsage(start);
  connection.closeSync();
  const list = publicSelectList(videos);
  const viewOf = (rows: string) => `CREATE OR REPLACE VIEW videos AS SELECT ${list} FROM ${rows}`;
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
    after: specificationOf(
      `(SELECT * FROM ${base} ANTI JOIN ${added} USING (video_id) UNION ALL BY NAME SELECT * FROM ${added})`,
    ),
    addCpuMs: (user + system) / 1000,
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
  {
    await using database = await Database.open({ memoryBytesMax, temporaryDirectory: directory });
    const connection = await database.connect();
    for (const [path, rows] of [
      [raw, baseRows(snapshot)],
      [join(directory, 'added.parquet'), `read_parquet(${sqlString(observations)})`],
    ] as const)
      await connection.run(
        `COPY (SELECT ${list} FROM ${rows}) TO ${sqlString(path)} (FORMAT parquet, COMPRESSION zstd)`,
      );
    connection.closeSync();
  }
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
  const use = (name: string): PeerSpecification => ({
    kind: 'clickhouse',
    packages,
    session: session(name),
    setUp: ['USE bench', 'SYSTEM STOP MERGES', 'SET final = 1'],
    memoryBytesMax,
  });
  for (const name of ['before', 'after']) {
    await rm(session(name), { recursive: true, force: true });
    await using peer = new PeerProcess(create(name), { timeoutMs: 3_600_000, scratch: directory });
    await peer.measure('SELECT 1');
  }
  let addCpuMs: number;
  {
    await using peer = new PeerProcess(use('after'), { timeoutMs: 600_000, scratch: directory });
    await peer.measure('SELECT 1');
    const insert = `INSERT INTO bench.videos ${rowsOf(join(directory, 'added.parquet'))}`;
    addCpuMs = (await peer.measure(insert)).cpuMs;
  }
  return {
    name: 'clickhouse',
    description: 'ClickHouse, ReplacingMergeTree ordered by video_id, asked with FINAL',
    dialect: 'clickhouse',
    tables,
    before: use('before'),
    after: use('after'),
    addCpuMs,
  };
}

function baseRows(snapshot: Snapshot): string {
  const paths = snapshot.files(videos).map((file) => snapshot.path(file));
  return `read_parquet(${sqlStrings(paths)}, hive_partitioning = false, union_by_name = true)`;
}
