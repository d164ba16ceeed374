import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Database, interruptOnAbort } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { BenchHooks } from '../../bench-hooks.ts';
import { type RowMaker, rowMakers } from './rows.ts';

export type GeneratedTable = keyof typeof rowMakers;

const rowGroup = 250_000;
/** Rows between two writes to the pipe. */
const rowsAtOnce = 5_000;
/** Rows of one statement: DuckDB holds all that it has read of a pipe until the statement ends. */
const rowsOfStatement = 1_000_000;

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
  const folder = `${path}.tmp`;
  const maker: RowMaker = rowMakers[table];
  await removeAll();
  await mkdir(folder);
  try {
    await promisify(execFile)('mkfifo', [pipe]);
    await using database = await Database.open({
      path: join(folder, 'rows.duckdb'),
      memoryBytesMax: 2 ** 31,
      temporaryDirectory: folder,
    });
    const connection = await database.connect();
    using _interruption = interruptOnAbort(connection, signal);
    const columns = Object.entries(maker.columns).map(([name, type]) => `${sqlName(name)} ${type}`);
    await connection.run(`CREATE TABLE rows (${columns.join(', ')})`);
    for (let from = 0; from < rows; from += rowsOfStatement) {
      const to = Math.min(rows, from + rowsOfStatement);
      onProgress(`writing ${table}: ${from.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')}`);
      const [read, written] = await Promise.allSettled([
        connection.run(`INSERT INTO rows ${selectOf(maker, pipe)}`),
        pipeline(lines(from, to), createWriteStream(pipe), { signal }),
      ]);
      // Where reading fails, writing does too.
      if (read.status === 'rejected') throw read.reason;
      if (written.status === 'rejected') throw written.reason;
    }
    onProgress(`writing ${table}: the file`);
    await connection.run(
      `COPY rows TO ${sqlString(partial)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowGroup})`,
    );
    await rename(partial, path);
  } finally {
    await removeAll();
  }

  async function removeAll(): Promise<void> {
    for (const left of [partial, pipe, folder]) await rm(left, { recursive: true, force: true });
  }

  /** Lines of the rows from one place to another, some thousand together. */
  function* lines(from: number, to: number): Generator<string> {
    let text = '';
    for (let i = from; i < to; i++) {
      text += `${maker.row(i, rows)}\n`;
      if ((i + 1) % rowsAtOnce > 0 && i + 1 < to) continue;
      yield text;
      text = '';
    }
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
