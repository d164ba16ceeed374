import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlString } from '@sdq/duckdb/sql';
import type { BenchHooks } from '../bench-hooks.ts';
import { folderBytes } from '../data/folder-bytes.ts';
import { lackOfDisk } from '../data/free-disk.ts';
import type { PeerSpecification } from '../peers/peer-specification.ts';
import { loadClickhouse, nullsAsInSql } from '../peers/prepare/load-clickhouse.ts';

/** A table of ClickHouse with the rows of a collection. */
export interface ClickhouseTable {
  readonly name: 'clickhouse' | 'clickhouse-tuned';
  /** The statement that makes the table `posts`. */
  readonly ddl: string;
}

/** Bytes that a table takes at most while it is made, in times the file. */
const timesSource = { clickhouse: 2.5, 'clickhouse-tuned': 4.5 } as const;

/** Projections that aggregate are computed for each block that is inserted: a table is loaded with more memory than it is asked. */
const timesMemoryToLoad = 4;

/** Makes a table in a folder unless it is there; resolves with how to open it and what it took. */
export async function ensureClickhouseTable(
  table: ClickhouseTable,
  { source, directory, packages, memoryBytesMax }: ClickhousePlace,
  hooks: BenchHooks,
): Promise<{ specification: PeerSpecification; bytes: number; buildSeconds?: number }> {
  const session = join(directory, table.name);
  const specification: PeerSpecification = {
    kind: 'clickhouse',
    packages,
    session,
    setUp: ['USE bench', 'SYSTEM STOP MERGES', 'SET prefer_column_name_to_alias = 1', ...nullsAsInSql],
    memoryBytesMax,
  };
  const present = folderBytes(session);
  if (present > 0) return { specification, bytes: present };
  const lack = await lackOfDisk(directory, (await stat(source)).size * timesSource[table.name]);
  if (lack !== undefined) throw new Error(lack);
  const loading = { packages, memoryBytesMax: memoryBytesMax * timesMemoryToLoad, ...hooks };
  const buildSeconds = await loadClickhouse(session, table.name, loading, async (process) => {
    hooks.onProgress(`loading ${table.name}`);
    await process.measure(table.ddl);
    await process.measure(
      `INSERT INTO posts SELECT * FROM file(${sqlString(source)}, Parquet)
       SETTINGS max_insert_threads = 1, max_threads = 2, min_insert_block_size_rows = 1000000`,
    );
  });
  return { specification, bytes: folderBytes(session), buildSeconds };
}

export interface ClickhousePlace {
  readonly source: string;
  readonly directory: string;
  readonly packages: string;
  readonly memoryBytesMax: number;
}
