import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { allRows } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { type FileEntry, fileSchemaOf } from '@sdq/index';
import { plainName } from '../flat/usual-names.ts';

type FileSchema = NonNullable<FileEntry['schema']>;

/** A file, and the place of each stored column of the table in it. */
export interface FileColumns {
  readonly path: string;
  /** By column of the table; without those that the file lacks. */
  readonly from: Readonly<Record<string, { readonly column: string }>>;
  /** Columns of the file that the table does not have. */
  readonly unused: readonly string[];
}

/** Types whose values are the same in another type: a cast of them loses nothing and cannot fail. */
const widened: Readonly<Record<string, readonly string[]>> = {
  SMALLINT: ['TINYINT', 'UTINYINT'],
  INTEGER: ['TINYINT', 'SMALLINT', 'UTINYINT', 'USMALLINT'],
  BIGINT: ['TINYINT', 'SMALLINT', 'INTEGER', 'UTINYINT', 'USMALLINT', 'UINTEGER'],
  UBIGINT: ['UTINYINT', 'USMALLINT', 'UINTEGER'],
  DOUBLE: ['FLOAT', 'TINYINT', 'SMALLINT', 'INTEGER', 'UTINYINT', 'USMALLINT', 'UINTEGER'],
  VARCHAR: [
    'TINYINT',
    'SMALLINT',
    'INTEGER',
    'BIGINT',
    'UTINYINT',
    'USMALLINT',
    'UINTEGER',
    'UBIGINT',
    'UUID',
  ],
  TIMESTAMP: ['DATE', 'TIMESTAMP_S', 'TIMESTAMP_MS'],
  'TIMESTAMP WITH TIME ZONE': ['TIMESTAMP', 'DATE', 'TIMESTAMP_S', 'TIMESTAMP_MS'],
};

/**
 * Finds the columns of a table in a Parquet file: by `map`, else by name, else by a name that differs in case and separators only.
 * Errors: `usage_error` with every fault: columns that rows cannot be without, types that differ.
 */
export async function matchColumns(
  connection: DuckDBConnection,
  table: CatalogTable,
  path: string,
  map: Readonly<Record<string, string>> = {},
): Promise<FileColumns> {
  const types = await typesOf(connection, path);
  const stored = storedColumns(table);
  const faults = Object.entries(map).flatMap(([theirs, ours]) => [
    ...(types.has(theirs) ? [] : [`it has no column "${theirs}", which --map names`]),
    ...(stored.some(({ name }) => name === ours)
      ? []
      : [`the table has no column "${ours}", which --map names`]),
  ]);
  const from: Record<string, { column: string }> = {};
  for (const { name, type, nullable } of stored) {
    const column = columnFor(name, [...types.keys()], map);
    const theirs = column === undefined ? undefined : types.get(column);
    if (column === undefined || theirs === undefined) {
      if (!nullable && name !== table.observedBy) faults.push(`it has no column "${name}"`);
    } else if (theirs === type || isWidened(theirs, type)) from[name] = { column };
    else
      faults.push(`its column "${column}" has the type ${theirs}, the description has ${type} for "${name}"`);
  }
  if (faults.length > 0)
    throw new AppError('usage_error', `"${path}" does not fit: ${faults.join('; ')}`, {
      hint: 'Describe columns with the types that the files have, name other columns with --map THEIRS=OURS, or import the files without --in-place: that converts values.',
    });
  const used = new Set(Object.values(from).map(({ column }) => column));
  return { path, from, unused: [...types.keys()].filter((name) => !used.has(name)) };
}

/** The schema of a file in place; `observedAt` is the observation time of its rows, if it has no column for it. */
export function schemaOf(
  table: CatalogTable,
  { from }: FileColumns,
  observedAt: string | undefined,
): FileSchema {
  const { observedBy } = table;
  const isTold = observedBy === undefined || from[observedBy] !== undefined || observedAt === undefined;
  return {
    ...fileSchemaOf(table),
    from: { ...from, ...(isTold ? {} : { [observedBy]: { constant: observedAt } }) },
  };
}

async function typesOf(connection: DuckDBConnection, path: string): Promise<Map<string, string>> {
  const rows = await allRows<{ column_name: string; column_type: string }>(
    connection,
    `DESCRIBE SELECT * FROM read_parquet(${sqlString(path)}, hive_partitioning = false)`,
  );
  return new Map(rows.map(({ column_name: name, column_type: type }) => [name, type]));
}

function columnFor(
  name: string,
  theirs: readonly string[],
  map: Readonly<Record<string, string>>,
): string | undefined {
  const mapped = Object.entries(map).find(([, ours]) => ours === name)?.[0];
  if (mapped !== undefined) return mapped;
  const free = theirs.filter((column) => !Object.hasOwn(map, column));
  if (free.includes(name)) return name;
  const alike = free.filter((column) => plainName(column) === plainName(name));
  return alike.length === 1 ? alike[0] : undefined;
}

function isWidened(from: string, to: string): boolean {
  if (from.endsWith('[]') && to.endsWith('[]')) return isWidened(from.slice(0, -2), to.slice(0, -2));
  return from.startsWith('ENUM(') ? to === 'VARCHAR' : (widened[to]?.includes(from) ?? false);
}
