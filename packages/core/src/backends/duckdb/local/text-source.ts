import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { csvHeader } from './csv-dialect.ts';
import type { Recognised } from './local-format.ts';

/** A column as DuckDB describes it. */
export interface FoundColumn {
  readonly name: string;
  readonly type: string;
}

export async function describe(connection: DuckDBConnection, from: string): Promise<FoundColumn[]> {
  const rows = await allRows<{ column_name: string; column_type: string }>(
    connection,
    `DESCRIBE SELECT * FROM ${from}`,
  );
  return rows.map(({ column_name: name, column_type: type }) => ({ name, type }));
}

/** What makes DuckDB read one file, with further options. */
type Reader = (more: readonly string[]) => string;

/** The whole file tells the types, and a row of another shape is an error. */
async function readerOf(
  connection: DuckDBConnection,
  path: string,
  recognised: Recognised,
  label: string,
): Promise<Reader> {
  const { format, compression, encoding } = recognised;
  const call = (name: string, options: readonly string[]) =>
    `${name}(${[sqlString(path), 'sample_size = -1', 'hive_partitioning = false', ...options].join(', ')})`;
  if (format === 'json') {
    const packed = compression === 'none' ? 'uncompressed' : compression;
    return (more) => call('read_json', [`compression = ${sqlString(packed)}`, ...more]);
  }
  const { delimiter, count } = await csvHeader(connection, path, recognised, label);
  const options = [
    `compression = ${sqlString(compression)}`,
    `encoding = ${sqlString(encoding)}`,
    `delim = ${sqlString(delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    'header = true',
    'skip = 0',
    'strict_mode = true',
  ];
  const read: Reader = (more) => call('read_csv', [...options, ...more]);
  await describe(connection, read([])).catch(async (error: unknown) => {
    // where types cannot be found, reading texts tells the line
    const texts = Array.from({ length: count }, (_, at) => `'c${at}': 'VARCHAR'`);
    const plain = call('read_csv', [...options, 'auto_detect = false', `columns = {${texts.join(', ')}}`]);
    await connection.run(`SELECT count(*) FROM ${plain}`);
    throw error;
  });
  return read;
}

/**
 * SQL that reads CSV or JSON, for FROM. Columns of DOUBLE in CSV whose values have more digits than DOUBLE holds are texts: ids
 * stay exact to their last digit. Errors: DuckDB's, `usage_error` for types of columns that are not there.
 */
export async function textSource(
  connection: DuckDBConnection,
  path: string,
  recognised: Recognised,
  {
    types,
    name,
    label,
    isText,
  }: {
    types: Readonly<Record<string, string>>;
    name: string;
    label: string;
    isText: (column: string) => boolean;
  },
): Promise<string> {
  const read = await readerOf(connection, path, recognised, label);
  const found = await describe(connection, read([]));
  const named = new Map(Object.entries(types).map(([column, type]) => [column.toLowerCase(), type]));
  const missing = [...named.keys()].filter(
    (column) => !found.some((each) => each.name.toLowerCase() === column),
  );
  if (missing.length > 0)
    throw new AppError('usage_error', `The table "${name}" has no column ${missing.join(', ')}`, {
      param: 'tables',
      hint: `Its columns: ${found.map((each) => each.name).join(', ')}`,
    });
  if (recognised.format === 'json') return read(typesOfJson(found, named));
  const long = await longNumbers(connection, read, found);
  const chosen = found.flatMap(({ name: column, type }) => {
    const own = named.get(column.toLowerCase());
    if (own !== undefined) return [[column, own] as const];
    const isId = isText(column) && isWhole(type);
    return isId || long.has(column) ? [[column, 'VARCHAR'] as const] : [];
  });
  if (chosen.length === 0) return read([]);
  const list = chosen.map(([column, type]) => `${sqlString(column)}: ${sqlString(type)}`);
  return read([`types = {${list.join(', ')}}`]);
}

export function isWhole(type: string): boolean {
  return /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/.test(type);
}

function typesOfJson(found: readonly FoundColumn[], named: ReadonlyMap<string, string>): string[] {
  if (named.size === 0) return [];
  const list = found.map(
    ({ name, type }) => `${sqlString(name)}: ${sqlString(named.get(name.toLowerCase()) ?? type)}`,
  );
  return [`columns = {${list.join(', ')}}`];
}

/** Columns of DOUBLE with whole numbers that DOUBLE would round. */
async function longNumbers(
  connection: DuckDBConnection,
  read: Reader,
  found: readonly FoundColumn[],
): Promise<ReadonlySet<string>> {
  const doubles = found.filter(({ type }) => type === 'DOUBLE');
  if (doubles.length === 0) return new Set();
  const tests = doubles.map(
    ({ name }) => `coalesce(bool_or(regexp_full_match(${sqlName(name)}, '[+-]?\\d{16,}')), false)`,
  );
  const sql = `SELECT [${tests.join(', ')}] AS long FROM ${read(['all_varchar = true'])}`;
  const [row] = await allRows<{ long: boolean[] }>(connection, sql);
  return new Set(doubles.flatMap(({ name }, at) => (row?.long[at] === true ? [name] : [])));
}
