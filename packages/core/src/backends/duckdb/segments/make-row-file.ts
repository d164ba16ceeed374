import { rename, rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { sha256OfFile } from '@sdq/index';
import { type WriteRowFileOptions, writeRowFile } from '@sdq/row-store';

export interface RowFileRequest {
  readonly parquetPath: string;
  /** Columns that are kept, as `writeRowFile` takes them. */
  readonly columns: WriteRowFileOptions['columns'];
  /** Rows that the base file holds. */
  readonly rows: number;
  readonly to: string;
}

export interface WrittenRowFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes one base file's rows as a row file, there whole and synced, or not at all. Errors: `index_corrupt`. */
export async function makeRowFile(
  connection: DuckDBConnection,
  { parquetPath, columns, rows, to }: RowFileRequest,
  signal?: AbortSignal,
): Promise<WrittenRowFile> {
  // A name of its own: the process of a run that was killed may still be at the same file for a moment.
  const temporary = `${to}.${process.pid}.tmp`;
  await rm(temporary, { force: true });
  const written = await writeRowFile(connection, {
    parquetPath,
    columns,
    to: temporary,
    ...(signal === undefined ? {} : { signal }),
  });
  if (written.rows !== rows) {
    throw new AppError('index_corrupt', `${parquetPath} holds ${written.rows} rows instead of ${rows}`);
  }
  const sha256 = await sha256OfFile(temporary);
  await rename(temporary, to);
  return { bytes: (await stat(to)).size, sha256 };
}
