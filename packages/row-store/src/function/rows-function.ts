import type { DuckDBConnection } from '@duckdb/node-api';
import ddb, { type DataChunk, type LogicalType } from '@duckdb/node-bindings';
import { readColumnType, type ScalarType } from '@sdq/catalog';
import { connectionHandle } from '@sdq/duckdb';
import type { RowColumn } from '../column-kind.ts';
import type { RowSet } from '../row-set.ts';
import { fillVector } from './fill-vector.ts';
import { RowPieces, rowsOf } from './row-pieces.ts';

const functionName = 'sdq_fetched_rows';

/** Rows in memory that queries read as a table, by number. */
const held = new Map<number, HeldRows>();

/** Maximum number of row tables at once; each belongs to a running query. */
const heldMax = 1_024;

let numbersGiven = 0;

interface HeldRows {
  readonly columns: readonly RowColumn[];
  readonly sets: readonly RowSet[];
  readonly rows: number;
}

/** Rows that a query can read until this is disposed of. */
export interface RowTable extends Disposable {
  /** The expression to use in a FROM clause. */
  readonly relation: string;
}

/**
 * Lets a database read rows from this process's memory: registers a table function for all its connections. Creating
 * and filling a temporary table of 27 columns costs about 2.5 ms even for one row; this costs almost nothing. The
 * function's calls run on the main thread, which must never wait for a query without yielding.
 */
export function registerRowsFunction(connection: DuckDBConnection): void {
  const rowsFunction = ddb.create_table_function();
  ddb.table_function_set_name(rowsFunction, functionName);
  ddb.table_function_add_parameter(rowsFunction, ddb.create_logical_type(ddb.Type.INTEGER));
  ddb.table_function_supports_projection_pushdown(rowsFunction, true);
  ddb.table_function_set_bind(rowsFunction, (info) => {
    try {
      bind(info);
    } catch (error) {
      ddb.bind_set_error(info, (error as Error).message);
    }
  });
  ddb.table_function_set_init(rowsFunction, (info) => {
    try {
      init(info);
    } catch (error) {
      ddb.init_set_error(info, (error as Error).message);
    }
  });
  ddb.table_function_set_function(rowsFunction, (info, chunk) => {
    try {
      emit(ddb.function_get_init_data(info) as Scan, chunk);
    } catch (error) {
      ddb.function_set_error(info, (error as Error).message);
    }
  });
  ddb.register_table_function(connectionHandle(connection), rowsFunction);
}

/** Registers rows for queries to read, set by set; each set must have the columns. Costs almost nothing. */
export function holdRows(columns: readonly RowColumn[], sets: readonly RowSet[]): RowTable {
  if (held.size >= heldMax) throw new RangeError(`There are already ${heldMax} row tables`);
  numbersGiven = (numbersGiven % 0x7fffffff) + 1;
  const number = numbersGiven;
  const rows = sets.reduce((sum, set) => sum + set.rows, 0);
  held.set(number, { columns, sets, rows });
  return { relation: `${functionName}(${number})`, [Symbol.dispose]: () => held.delete(number) };
}

function bind(info: ddb.TableFunctionBindInfo): void {
  const number = ddb.get_int32(ddb.bind_get_parameter(info, 0));
  const rows = held.get(number);
  if (rows === undefined) throw new Error(`There are no rows under number ${number}`);
  for (const { name, type } of rows.columns) ddb.bind_add_result_column(info, name, logicalType(type));
  ddb.bind_set_cardinality(info, rows.rows, true);
  ddb.bind_set_bind_data(info, rows);
}

/** The position of one scan of the rows, and the columns it reads. */
interface Scan {
  readonly source: RowPieces;
  readonly outputs: readonly number[];
  readonly columns: number;
}

function init(info: ddb.TableFunctionInitInfo): void {
  const { columns, sets } = ddb.init_get_bind_data(info) as HeldRows;
  const outputs = Array.from({ length: ddb.init_get_column_count(info) }, (_, output) =>
    ddb.init_get_column_index(info, output),
  );
  const scan: Scan = { source: new RowPieces(columns, sets), outputs, columns: columns.length };
  ddb.init_set_init_data(info, scan);
  ddb.init_set_max_threads(info, 1);
}

function emit({ source, outputs, columns }: Scan, chunk: DataChunk): void {
  const pieces = source.next();
  for (const [output, column] of outputs.entries()) {
    // A query that wants no column, such as count(*), asks for a row id, which it does not read.
    if (column >= columns) continue;
    fillVector(ddb.data_chunk_get_vector(chunk, output), source.of(column, pieces));
  }
  ddb.data_chunk_set_size(chunk, rowsOf(pieces));
}

const { Type } = ddb;
const simpleTypes: Readonly<Record<Exclude<ScalarType['name'], 'DECIMAL'>, ddb.Type>> = {
  BOOLEAN: Type.BOOLEAN,
  SMALLINT: Type.SMALLINT,
  INTEGER: Type.INTEGER,
  BIGINT: Type.BIGINT,
  UBIGINT: Type.UBIGINT,
  DOUBLE: Type.DOUBLE,
  DATE: Type.DATE,
  TIMESTAMP: Type.TIMESTAMP,
  'TIMESTAMP WITH TIME ZONE': Type.TIMESTAMP_TZ,
  VARCHAR: Type.VARCHAR,
};

/** A type that row files can store. */
function logicalType(type: string): LogicalType {
  const read = readColumnType(type);
  if (read === undefined) throw new Error(`Rows of type ${type} cannot be read from memory`);
  return read.name === 'LIST' ? ddb.create_list_type(scalarType(read.element)) : scalarType(read);
}

function scalarType(type: ScalarType): LogicalType {
  return type.name === 'DECIMAL'
    ? ddb.create_decimal_type(type.precision, type.scale)
    : ddb.create_logical_type(simpleTypes[type.name]);
}
