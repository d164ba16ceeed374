import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlString } from '@sdq/duckdb/sql';
import type { BenchHooks } from '../bench-hooks.ts';
import { lackOfDisk } from '../data/free-disk.ts';
import type { PeerSpecification } from '../peers/peer-specification.ts';
import { PeerProcess } from '../peers/process/peer-process-handle.ts';
import { folderBytes } from './measure-command.ts';

/** A table of ClickHouse with the rows of a collection. */
export interface ClickhouseTable {
  readonly name: 'clickhouse' | 'clickhouse-tuned';
  /** The statement that makes the table `posts`. */
  readonly ddl: string;
}

/** Bytes that a table takes at most while it is made, in times the file. */
const timesSource = { clickhouse: 2.5, 'clickhouse-tuned': 4.5 } as const;

const loadTimeoutMs = 4 * 3_600_000;
const mergesTimeoutMs = 20 * 60_000;
const pollMs = 2_000;

/** Makes a table in a folder unless it is there; resolves with how to open it and what it took. */
export async function ensureClickhouseTable(
  table: ClickhouseTable,
  { source, directory, packages, memoryBytesMax }: ClickhousePlace,
  { signal, onProgress }: BenchHooks,
): Promise<{ specification: PeerSpecification; bytes: number; buildSeconds?: number }> {
  const session = join(directory, table.name);
  const open = (path: string, setUp: readonly string[]): PeerSpecification => ({
    kind: 'clickhouse',
    ...{ packages, session: path, setUp, memoryBytesMax },
  });
  const asInSql = [
    'SET prefer_column_name_to_alias = 1',
    'SET join_use_nulls = 1',
    'SET aggregate_functions_null_for_empty = 1',
    "SET session_timezone = 'UTC'",
  ];
  const specification = open(session, ['USE bench', 'SYSTEM STOP MERGES', ...asInSql]);
  const present = folderBytes(session);
  if (present > 0) return { specification, bytes: present };
  const lack = await lackOfDisk(directory, (await stat(source)).size * timesSource[table.name]);
  if (lack !== undefined) throw new Error(lack);
  const startedAt = performance.now();
  const building = `${session}.building`;
  await rm(building, { recursive: true, force: true });
  {
    const setUp = ['CREATE DATABASE IF NOT EXISTS bench', 'USE bench', table.ddl];
    await using process = new PeerProcess(open(building, setUp), {
      ...{ timeoutMs: loadTimeoutMs, scratch: directory, signal },
    });
    onProgress(`loading ${table.name}`);
    await process.measure(
      `INSERT INTO posts SELECT * FROM file(${sqlString(source)}, Parquet)
       SETTINGS max_insert_threads = 1, max_threads = 2, min_insert_block_size_rows = 1000000`,
    );
    onProgress(`merging parts of ${table.name}`);
    const before = performance.now();
    while (performance.now() - before < mergesTimeoutMs && (await isMerging(process)))
      await new Promise((settle) => setTimeout(settle, pollMs));
  }
  await rename(building, session);
  return {
    specification,
    bytes: folderBytes(session),
    buildSeconds: (performance.now() - startedAt) / 1000,
  };
}

export interface ClickhousePlace {
  readonly source: string;
  readonly directory: string;
  readonly packages: string;
  readonly memoryBytesMax: number;
}

async function isMerging(process: PeerProcess): Promise<boolean> {
  const { head } = await process.digest('SELECT toString(count(*)) AS merges FROM system.merges');
  return head[0] !== '["0"]';
}
