import { rename, rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { sha256OfFile } from '@sdq/index';
import { type WriteRowFileOptions, writeRowFile } from '@sdq/row-store';

export interface RowFileRequest {
  readonly parquetPath: string;
  /** Columns to store, as `writeRowFile` takes them. */
  readonly columns: WriteRowFileOptions['columns'];
  /** Row count of the base file. */
  readonly rows: number;
  readonly to: string;
}

export interface WrittenRowFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes one base file's rows as a row file, atomically and synced. Errors: `index_corrupt`. */
export async function makeRowFile(
  connection: DuckDBConnection,
  { parquetPath, columns, rows, to }: RowFileRequest,
  signal?: AbortSignal,
): Promise<WrittenRowFile> {
  // A unique name: the process of a killed run may still write to its file for a moment.
  const temporary = `${to}.${process.pid}.tmp`;
  await rm(temporary, { force: true });
  const written = await writeRowFile(connection, {
    parquetPath,
    columns,
    to: temporary,
    ...(signal === undefined ? {} : { signal }),
  });
  if (written.rows !== rows) {
    throw new AppError('index_corrupt', `"${parquetPath}" has ${written.rows} rows instead of ${rows}`);
  }
  const sha256 = await sha256OfFile(temporary);
  await rename(temporary, to);
  return { bytes: (await stat(to)).size, sha256 };
}
