import ddb from '@duckdb/node-bindings';
import { builtInCatalog } from '@sdq/catalog';
import { Database, statementHandle } from '@sdq/duckdb';
import { createEncoder, uniqueNames } from '@sdq/encode';
import { readBatch, readType } from '@sdq/encode/duckdb';
import { duckdbViews, openSnapshot } from '@sdq/index';

/** DuckDB without any gate, over the same files as an engine: what an engine's answers are held against. */
export interface PlainDuckDB extends AsyncDisposable {
  /** The rows as NDJSON lines, in the order they came. Throws what DuckDB throws. */
  lines(sql: string): Promise<string[]>;
}

/** Opens an index's current snapshot through the views that `sdq index status --sql` prints. One thread. */
export async function openPlainDuckDB(index: string): Promise<PlainDuckDB> {
  const database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  await connection.run(duckdbViews(await openSnapshot(index), builtInCatalog));
  await connection.run('USE shortvideo');
  return {
    async lines(sql) {
      const prepared = await connection.prepare(sql);
      // The encoder reads DuckDB's vectors, which the classes above the bindings hide.
      const result = await ddb.execute_prepared(statementHandle(prepared));
      const count = ddb.column_count(result);
      const names = uniqueNames(Array.from({ length: count }, (_, i) => nameOf(ddb.column_name(result, i))));
      const types = names.map((_, i) => readType(ddb.column_logical_type(result, i)));
      const encoder = createEncoder(
        'ndjson',
        names.map((name, i) => ({ name, type: types[i] as (typeof types)[number] })),
      );
      const parts: Uint8Array[] = [];
      for (;;) {
        const chunk = await ddb.fetch_chunk(result);
        if (chunk === null || ddb.data_chunk_get_size(chunk) === 0) break;
        parts.push(...encoder.encode(readBatch(types, chunk)));
      }
      parts.push(...encoder.finish());
      return linesOf(parts);
    },
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      database.close();
    },
  };
}

/** A column without a name of its own is called by its text; the views' schema is no part of what was asked. */
function nameOf(column: string): string {
  return column.replaceAll('memory.shortvideo.', '');
}

/** The lines of an NDJSON text in parts. */
export function linesOf(parts: readonly Uint8Array[]): string[] {
  const text = Buffer.concat(parts).toString();
  return text === '' ? [] : text.trimEnd().split('\n');
}
