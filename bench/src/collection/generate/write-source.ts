import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import type { BenchHooks } from '../../bench-hooks.ts';
import { type RowMaker, rowMakers } from './rows.ts';

export type GeneratedTable = keyof typeof rowMakers;

const rowGroup = 250_000;
/** Rows between two writes to the pipe. */
const rowsAtOnce = 5_000;
const rowsOfProgress = 1_000_000;

/**
 * Writes invented rows as a Parquet file, as collections are published: zstd, in no order; the same rows each time. Rows
 * are made here and go to DuckDB through a pipe.
 */
export async function writeSource(
  table: GeneratedTable,
  rows: number,
  path: string,
  { signal, onProgress }: BenchHooks,
): Promise<void> {
  const partial = `${path}.partial`;
  const pipe = `${path}.pipe`;
  for (const left of [partial, pipe]) await rm(left, { force: true });
  await promisify(execFile)('mkfifo', [pipe]);
  await using database = await Database.open({ threads: 1, memoryBytesMax: 2 ** 31 });
  const connection = await database.connect();
  const maker: RowMaker = rowMakers[table];
  try {
    // One thread writes rows as they come; told to keep their order, DuckDB holds all of them in memory.
    await connection.run('SET preserve_insertion_order = false');
    const copied = connection.run(
      `COPY (${selectOf(maker, pipe)}) TO ${sqlString(partial)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowGroup})`,
    );
    await Promise.all([copied, writeRows()]);
    await rename(partial, path);
  } finally {
    connection.closeSync();
    for (const left of [partial, pipe]) await rm(left, { force: true });
  }

  async function writeRows(): Promise<void> {
    const stream = createWriteStream(pipe);
    let text = '';
    for (let i = 0; i < rows; i++) {
      text += `${maker.row(i, rows)}\n`;
      if ((i + 1) % rowsAtOnce > 0 && i + 1 < rows) continue;
      if (signal.aborted) break;
      if (!stream.write(text)) await once(stream, 'drain');
      text = '';
      if ((i + 1) % rowsOfProgress === 0)
        onProgress(`writing ${table}: ${(i + 1).toLocaleString('en-US')} of ${rows.toLocaleString('en-US')}`);
    }
    stream.end();
    await once(stream, 'finish');
    signal.throwIfAborted();
  }
}

/** Instants are written as seconds. */
function selectOf({ columns }: RowMaker, pipe: string): string {
  const written = Object.entries(columns).map(
    ([name, type]) => `${sqlString(name)}: ${sqlString(type === 'TIMESTAMP' ? 'BIGINT' : type)}`,
  );
  return `SELECT * REPLACE (make_timestamp(create_time * 1000000) AS create_time)
    FROM read_csv(${sqlString(pipe)}, columns = {${written.join(', ')}}, auto_detect = false, header = false,
      delim = '\\t', quote = '"', escape = '"', nullstr = '\\N', parallel = false)`;
}
