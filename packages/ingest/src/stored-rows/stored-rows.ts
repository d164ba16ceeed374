import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, keepsOlder, olderColumn, readColumnType, storedColumns } from '@sdq/catalog';
import { atOnce } from '@sdq/contract';
import { sqlName, sqlStrings } from '@sdq/duckdb/sql';
import { type FindRows, type FoundRows, type Snapshot, type TableState, tableFiles } from '@sdq/index';
import {
  type FixedValues,
  FooterCache,
  fetchRowsMax,
  holdRows,
  type RowColumn,
  RowFile,
  RowGatherer,
  type RowSet,
} from '@sdq/row-store';
import type { KeyValues } from '@sdq/row-store/keys';
import { type FoundPlaces, findPlaces } from './found-places.ts';
import { mayHaveOlder } from './older-values.ts';

/** More keys than these, or more rows of them, are found by reading the files: all of them are in memory here. */
const keysMax = 200_000;
const rowsMax = 100_000;
/** Row files of which rows are read at the same time. */
const filesAtOnce = 4;

/** Footers of row files, for the next add of a process that stays: those of 124 months take as long to read as 1,000 rows. */
const footers = new FooterCache(64 * 2 ** 20);

/** Names of columns that say where a row is; no column of a table begins so. */
const fileColumn = { name: '_sdq_file', type: 'INTEGER' };
const rowColumn = { name: '_sdq_row', type: 'BIGINT' };

/**
 * Finds stored rows of a snapshot through the key files of its segments, and fetches them from row files. Only the
 * columns that row files lack, `_older` among them, are read from Parquet. The connection's database must have the function of
 * `registerRowsFunction`.
 */
export function storedRowsOf(connection: DuckDBConnection, snapshot: Snapshot): FindRows {
  return async (table, state, keys) => {
    if (snapshot.segments(table).length === 0) return undefined;
    const values = await readKeys(connection, table, keys);
    if (values === undefined) return undefined;
    const { searched, places } = findPlaces(snapshot, table, state.files, values);
    if (searched.size === 0 || places.reduce((sum, { rows }) => sum + rows.length, 0) > rowsMax)
      return undefined;
    return await fetchRows(snapshot, table, state, places, searched);
  };
}

/** The keys as key files take them; undefined for too many, and for values that have no number. */
async function readKeys(
  connection: DuckDBConnection,
  table: CatalogTable,
  keys: string,
): Promise<KeyValues[] | undefined> {
  const types = new Map(storedColumns(table).map(({ name, type }) => [name, type]));
  const texts = table.key.map(
    (name) => `${keyText(sqlName(name), types.get(name) ?? '')} AS ${sqlName(name)}`,
  );
  const isKnown = table.key.map((name) => `${sqlName(name)} IS NOT NULL`).join(' AND ');
  const read = await connection.runAndReadAll(
    `SELECT ${texts.join(', ')} FROM ${keys} WHERE ${isKnown} LIMIT ${keysMax + 1}`,
  );
  if (read.currentRowCount > keysMax) return undefined;
  const rows = read.getRowsJS();
  return rows.every((row) => row.every((value) => typeof value === 'string'))
    ? (rows as string[][])
    : undefined;
}

function keyText(name: string, type: string): string {
  if (type.startsWith('TIMESTAMP')) return `CASE WHEN isfinite(${name}) THEN epoch_us(${name})::VARCHAR END`;
  if (type === 'DATE') return `CASE WHEN isfinite(${name}) THEN (${name} - DATE '1970-01-01')::VARCHAR END`;
  return `${name}::VARCHAR`;
}

async function fetchRows(
  snapshot: Snapshot,
  table: CatalogTable,
  { files }: TableState,
  places: readonly FoundPlaces[],
  searched: ReadonlySet<string>,
): Promise<FoundRows> {
  const { columns, sets } = await gather(snapshot, table, places);
  const held = holdRows([...columns, fileColumn, rowColumn], sets);
  const paths = places.map(({ covered }) => covered.path);
  const place = `${sqlStrings(paths)}[fetched.${fileColumn.name} + 1] AS file_path, fetched.${rowColumn.name} AS pos`;
  const inRowFiles = new Set(columns.map(({ name }) => name));
  const others = [
    ...storedColumns(table).filter(({ name }) => !inRowFiles.has(name)),
    ...(keepsOlder(table) ? [olderColumn] : []),
  ];
  const fetched = columns.map(({ name }) => `fetched.${sqlName(name)}`);
  const read = others.every(({ name }) => name === olderColumn.name)
    ? places.filter(({ covered, rows }) => mayHaveOlder(snapshot.path(covered), rows))
    : places;
  const readPaths = read.map(({ covered }) => covered.path);
  const numbers = paths.map((path) => (readPaths.includes(path) ? readPaths.indexOf(path) : 'NULL'));
  const names = others.map(({ name }) => sqlName(name));
  const from =
    others.length === 0 || read.length === 0
      ? `${held.relation} AS fetched`
      : `${held.relation} AS fetched LEFT JOIN (SELECT ${[...names, 'file_index', 'file_row_number'].join(', ')}
           FROM ${tableFiles(table, located(snapshot, files, readPaths), { numbered: true, older: true })}) AS stored
         ON stored.file_index = ([${numbers.join(', ')}]::UBIGINT[])[fetched.${fileColumn.name} + 1]
           AND stored.file_row_number = fetched.${rowColumn.name}`;
  const listed =
    read.length === 0
      ? others.map(({ name, type }) => `NULL::${type} AS ${sqlName(name)}`)
      : names.map((name) => `stored.${name}`);
  const list = [...fetched, ...listed];
  return {
    files: searched,
    relation: `(SELECT ${place}, ${list.join(', ')} FROM ${from})`,
    [Symbol.dispose]: () => held[Symbol.dispose](),
  };
}

function located(snapshot: Snapshot, files: TableState['files'], paths: readonly string[]) {
  const entries = new Map(files.map((file) => [file.path, file]));
  return paths.map((path) => ({ path: snapshot.path({ path }), schema: entries.get(path)?.schema }));
}

/**
 * The rows at these places, with the number of the place and that of the row in its file. Some files are read at once: the disk is
 * waited for once for several of their blocks, and the merge of another table goes on meanwhile.
 */
async function gather(
  snapshot: Snapshot,
  table: CatalogTable,
  places: readonly FoundPlaces[],
): Promise<{ columns: RowColumn[]; sets: RowSet[] }> {
  const files: (RowFile | undefined)[] = [];
  try {
    for (const { covered } of places) {
      files.push(openedRowFile(snapshot, covered));
      await setImmediate();
    }
    const columns = columnsOfAll(table, files);
    const sets: RowSet[] = [];
    for (const parts of fetches(places))
      sets.push(await fetchParts(columns, columns.length === 0 ? [] : files, parts));
    return { columns, sets };
  } finally {
    for (const file of files) file?.[Symbol.dispose]();
  }
}

/** The columns that all row files have; none where a file has no row file: its rows are read from Parquet with all their columns. */
function columnsOfAll(table: CatalogTable, files: readonly (RowFile | undefined)[]): RowColumn[] {
  if (files.includes(undefined)) return [];
  const types = files.map((file) => new Map(file?.columns.map(({ name, type }) => [name, type])));
  return storedColumns(table)
    .filter(
      ({ name, type }) => readColumnType(type) !== undefined && types.every((of) => of.get(name) === type),
    )
    .map(({ name, type }) => ({ name, type }));
}

/** Rows of one file, which is the one at that place. */
interface Part {
  readonly at: number;
  readonly rows: readonly number[];
}

/** The rows in fetches of {@link fetchRowsMax} at most. */
function fetches(places: readonly FoundPlaces[]): Part[][] {
  const all: Part[][] = [];
  let free = 0;
  for (const [at, { rows }] of places.entries()) {
    for (let from = 0; from < rows.length; ) {
      if (free === 0) {
        all.push([]);
        free = fetchRowsMax;
      }
      const part = rows.slice(from, from + free);
      all.at(-1)?.push({ at, rows: part });
      from += part.length;
      free -= part.length;
    }
  }
  return all;
}

/** Rows of several files as one set. `files` are by place; without files, there are no columns. */
async function fetchParts(
  columns: readonly RowColumn[],
  files: readonly (RowFile | undefined)[],
  parts: readonly Part[],
): Promise<RowSet> {
  const count = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const fileNumbers = new Int32Array(count);
  const rowNumbers = new BigInt64Array(count);
  const gatherer = new RowGatherer(columns, count);
  await atOnce(parts, filesAtOnce, async ({ at, rows }) => await files[at]?.readAhead(rows));
  let filled = 0;
  for (const { at, rows } of parts) {
    files[at]?.gather(rows, gatherer, false);
    for (const row of rows) {
      fileNumbers[filled] = at;
      rowNumbers[filled++] = BigInt(row);
    }
    await setImmediate();
  }
  const numbers = new Map(gatherer.rowSet().columns);
  numbers.set(fileColumn.name, fixed(fileNumbers, 4));
  numbers.set(rowColumn.name, fixed(rowNumbers, 8));
  return { rows: count, columns: numbers };
}

function openedRowFile(snapshot: Snapshot, { row_file }: FoundPlaces['covered']): RowFile | undefined {
  return row_file && RowFile.open(snapshot.path(row_file), undefined, footers);
}

function fixed(numbers: Int32Array | BigInt64Array, width: 4 | 8): FixedValues {
  return { kind: 'fixed', validity: null, width, bytes: new Uint8Array(numbers.buffer) };
}
