import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { parquetRecordChunk } from '../containers/parquet-record-chunks.ts';
import type { Row } from '../containers/record-chunk.ts';
import { Notes } from '../notes.ts';
import type { BulkFile } from './bulk-file.ts';

/** A Parquet file as DuckDB reads it. */
export async function openParquetFile(connection: DuckDBConnection, path: string): Promise<BulkFile> {
  const source = `read_parquet(${sqlString(path)}, hive_partitioning = false, file_row_number = true)`;
  const described = await allRows<{ column_name: string; column_type: string }>(
    connection,
    `DESCRIBE SELECT * EXCLUDE (file_row_number) FROM ${source}`,
  );
  const [row] = await allRows<{ count: string }>(connection, `SELECT count(*) AS count FROM ${source}`);
  const rows = Number(row?.count ?? 0);
  const relation = (from: number, to: number) =>
    from === 0 && to >= rows
      ? source
      : `(SELECT * FROM ${source} WHERE file_row_number >= ${from} AND file_row_number < ${to})`;
  return {
    types: new Map(described.map(({ column_name: name, column_type: type }) => [name, type])),
    checked: new Set(),
    rows,
    bytes: (await stat(path)).size,
    hasCells: false,
    isWhole: 'true',
    others: { count: 0, rows: [] },
    notes: new Notes(),
    relation,
    records: async function* (reading, numbers) {
      const result = await reading.stream(
        `SELECT * FROM (FROM ${relation(0, rows)}) SEMI JOIN (FROM ${numbers}) USING (file_row_number) ORDER BY file_row_number`,
      );
      for await (const found of result.yieldRowObjectJson())
        for (const row of found as Row[])
          yield { chunk: parquetRecordChunk(row), number: Number(row.file_row_number) };
    },
  };
}
