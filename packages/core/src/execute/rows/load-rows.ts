import type { DuckDBConnection } from '@duckdb/node-api';
import ddb, { type DataChunk, type LogicalType } from '@duckdb/node-bindings';
import { sqlName } from '../../duckdb/sql.ts';
import type { RowColumn } from '../../index/row-store/column-kind.ts';
import type { RowSet, RowValues } from '../../index/row-store/row-set.ts';
import { fillVector } from './fill-vector.ts';

/** Rows of a DuckDB data chunk. */
const chunkRows = 2048;

/**
 * Makes a temporary table of the connection's own out of rows fetched from row files, set after set. Each set must
 * have the columns. The table must not exist. Nothing is read from a file: it works in a locked engine.
 */
export async function loadRows(
  connection: DuckDBConnection,
  table: string,
  columns: readonly RowColumn[],
  sets: readonly RowSet[],
): Promise<void> {
  const list = columns.map(({ name, type }) => `${sqlName(name)} ${type}`).join(', ');
  await connection.run(`CREATE TEMP TABLE ${sqlName(table)} (${list})`);
  if (sets.every(({ rows }) => rows === 0)) return;
  const appender = ddb.appender_create_ext(handleOf(connection), 'temp', 'main', table);
  const types = columns.map((_, index) => ddb.appender_column_type(appender, index));
  const chunk = ddb.create_data_chunk(types);
  for (const set of sets) appendSet(appender, chunk, types, columns, set);
  ddb.appender_close_sync(appender);
}

function appendSet(
  appender: ddb.Appender,
  chunk: DataChunk,
  types: readonly LogicalType[],
  columns: readonly RowColumn[],
  set: RowSet,
): void {
  const values = columns.map(({ name }) => {
    const found = set.columns.get(name);
    if (found === undefined) throw new RangeError(`the rows have no column ${name}`);
    return found;
  });
  for (let start = 0; start < set.rows; start += chunkRows) {
    const count = Math.min(chunkRows, set.rows - start);
    for (const [index, column] of values.entries()) {
      fillVector(ddb.data_chunk_get_vector(chunk, index), column as RowValues, start, count);
    }
    ddb.data_chunk_set_size(chunk, count);
    ddb.append_data_chunk(appender, chunk);
    ddb.data_chunk_reset(chunk);
  }
}

/** The bindings' own handle: appending chunks needs it, and the class keeps it to itself. */
function handleOf(connection: DuckDBConnection): ddb.Connection {
  return (connection as unknown as { connection: ddb.Connection }).connection;
}
