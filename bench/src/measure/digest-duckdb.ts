import { type DuckDBConnection, ResultReturnType } from '@duckdb/node-api';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { type AnswerDigest, digestRows } from './answer-digest.ts';

/** The digest of a query's answer from DuckDB, with at most `rowsKept` rows. */
export async function digestStream(
  connection: DuckDBConnection,
  sql: string,
  rowsKept = 0,
): Promise<AnswerDigest> {
  const result = await connection.stream(sql);
  const digest = await digestRows(
    result.deduplicatedColumnNames(),
    result.columnTypes().map(String),
    (async function* () {
      for await (const rows of result.yieldRowsJson()) yield* rows;
    })(),
    rowsKept,
  );
  if (result.returnType === ResultReturnType.INVALID) throw new Error('failed in mid-stream');
  return digest;
}

/** The digest of an answer in a Parquet file, with the rows in the order of the file. */
export async function digestParquet(path: string, rowsKept = 0): Promise<AnswerDigest> {
  await using database = await Database.open({ memoryBytesMax: 2 ** 30 });
  const connection = await database.connect();
  try {
    return await digestStream(connection, `FROM read_parquet(${sqlString(path)})`, rowsKept);
  } finally {
    connection.closeSync();
  }
}
