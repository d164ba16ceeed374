import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, keepsOlder, olderColumn, storedColumns } from '@sdq/catalog';
import { syncPath } from '@sdq/contract';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { fileSchemaOf } from '../manifest/file-schema.ts';
import type { FileEntry, MaskEntry } from '../manifest/manifest.ts';
import { layout } from './layout.ts';

/**
 * Rows per row group: a row that is read alone costs the decompression of its row group up to it; with 4,096 rows a scan of all
 * columns takes a third longer.
 */
export const rowGroupRows = 8_192;

/** How base files are written. */
export const fileOptions = `FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION V2, ROW_GROUP_SIZE ${rowGroupRows}`;

let filesWritten = 0;

/**
 * Writes the rows of `relation` (SQL for FROM, with the table's stored columns by name) as one Parquet file at its
 * path in the index, in the table's order, and returns its manifest entry. The same rows give the same bytes on any
 * connection with two threads or more. Null when the relation has no rows. The file is synced, but no snapshot names
 * it yet. `lacking` are columns that the relation does not have: they are unknown in all rows.
 */
export async function writeTableFile(
  connection: DuckDBConnection,
  root: string,
  table: CatalogTable,
  month: string | null,
  relation: string,
  lacking: ReadonlySet<string> = new Set(),
): Promise<FileEntry | null> {
  const folder = layout.tableFolder(table, month);
  const rows = sortedRows(table, relation, lacking);
  const file = await writeParquet(connection, root, folder, rows, (path) =>
    describeFile(connection, table, parquet(path)),
  );
  if (file === null) return null;
  const { zones, ...written } = file;
  return { ...written, month, zones, schema: fileSchemaOf(table) };
}

/** Writes a delta file, with rows of any month, as {@link writeTableFile} writes the others. */
export async function writeDeltaFile(
  connection: DuckDBConnection,
  root: string,
  table: CatalogTable,
  relation: string,
  lacking: ReadonlySet<string> = new Set(),
): Promise<FileEntry | null> {
  const rows = sortedRows(table, relation, lacking);
  const file = await writeParquet(connection, root, layout.deltaFolder(table), rows, (path) =>
    describeFile(connection, table, parquet(path)),
  );
  if (file === null) return null;
  const { zones, ...written } = file;
  return { ...written, month: null, zones, schema: fileSchemaOf(table) };
}

/**
 * Writes a mask: `relation` has `file_path`, `pos` and the table's stored columns. Null when it has no rows. The file
 * is synced, but no snapshot names it yet.
 */
export async function writeMaskFile(
  connection: DuckDBConnection,
  root: string,
  table: CatalogTable,
  relation: string,
): Promise<MaskEntry | null> {
  const columns = storedColumns(table).map(
    ({ name, type }) => `${sqlName(name)}::${type} AS ${sqlName(name)}`,
  );
  const rows = `SELECT file_path::VARCHAR AS file_path, pos::BIGINT AS pos, ${columns.join(', ')}
    FROM ${relation} ORDER BY file_path, pos`;
  const file = await writeParquet(connection, root, layout.maskFolder(table), rows, async (path) => {
    const counts = await allRows<{ file_path: string; rows: string }>(
      connection,
      `SELECT file_path, count(*) AS rows FROM read_parquet(${sqlString(path)}, hive_partitioning = false)
       GROUP BY 1 ORDER BY 1`,
    );
    const files = Object.fromEntries(counts.map(({ file_path, rows }) => [file_path, Number(rows)]));
    return { rows: counts.length, files };
  });
  if (file === null) return null;
  const { path, bytes, sha256, files } = file;
  return { path, bytes, sha256, files, schema: fileSchemaOf(table) };
}

/** Writes the rows of a query as a Parquet file named by its content, synced; null when there are none. */
async function writeParquet<Described extends { readonly rows: number }>(
  connection: DuckDBConnection,
  root: string,
  folder: string,
  query: string,
  describe: (path: string) => Promise<Described>,
) {
  const temporary = join(root, folder, `.${process.pid}-${filesWritten++}.tmp`);
  await mkdir(dirname(temporary), { recursive: true });
  try {
    await connection.run(`COPY (${query}) TO ${sqlString(temporary)} (${fileOptions})`);
    const described = await describe(temporary);
    if (described.rows === 0) return null;
    const sha256 = await sha256OfFile(temporary);
    const path = `${folder}/${sha256.slice(0, 32)}.parquet`;
    await syncPath(temporary);
    await rename(temporary, join(root, path));
    await syncPath(dirname(join(root, path)));
    const { size: bytes } = await stat(join(root, path));
    return { path, bytes, sha256, ...described };
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The columns of a file as they are written, by name: in their declared types, `whenUnknown` in place of NULL. */
export function writtenList(table: CatalogTable): string {
  return writtenColumns(table, new Set())
    .map(({ select }) => select)
    .join(', ');
}

/**
 * The rows of a file: stored columns in order and in their declared types. What all rows lack is not sorted. `month`, a
 * column of the relation, is added, and the rows are sorted by it first.
 */
export function sortedRows(
  table: CatalogTable,
  relation: string,
  lacking: ReadonlySet<string>,
  month?: string,
): string {
  const columns = writtenColumns(table, lacking);
  const had = columns.filter(({ isLacking }) => !isLacking);
  const months = month === undefined ? [] : [month];
  const read = [...had.map(({ select }) => select), ...months];
  const sorted = `SELECT ${read.join(', ')} FROM ${relation} ORDER BY ${[...months, orderBy(table)].join(', ')}`;
  if (had.length === columns.length) return sorted;
  const list = [...columns.map(({ name, select, isLacking }) => (isLacking ? select : name)), ...months];
  return `SELECT ${list.join(', ')} FROM (${sorted})`;
}

function writtenColumns(table: CatalogTable, lacking: ReadonlySet<string>) {
  const stored = [...storedColumns(table), ...(keepsOlder(table) ? [{ ...olderColumn }] : [])];
  return stored.map(({ name, type, ...column }) => {
    const whenUnknown = 'whenUnknown' in column ? column.whenUnknown : undefined;
    const isLacking = lacking.has(name);
    const cast = isLacking ? `NULL::${type}` : `${sqlName(name)}::${type}`;
    const value = whenUnknown === undefined ? cast : `coalesce(${cast}, ${whenUnknown})`;
    return { name: sqlName(name), select: `${value} AS ${sqlName(name)}`, isLacking };
  });
}

function orderBy(table: CatalogTable): string {
  return table.sortBy
    .map((term) => {
      const [name = '', direction = 'ASC'] = term.split(' ');
      return `${sqlName(name)} ${direction} NULLS LAST`;
    })
    .join(', ');
}

/** The number of rows, and the bounds of zone columns, of a relation: SQL for FROM. */
export async function describeFile(connection: DuckDBConnection, table: CatalogTable, relation: string) {
  const zones = table.zoneColumns.flatMap((name) => {
    const isTime = table.columns.find((column) => column.name === name)?.type === 'TIMESTAMP WITH TIME ZONE';
    const text = (value: string) => (isTime ? `strftime(${value}, '%Y-%m-%d %H:%M:%S.%f')` : value);
    return [
      `${text(`min(${sqlName(name)})`)} AS ${sqlName(`min_${name}`)}`,
      `${text(`max(${sqlName(name)})`)} AS ${sqlName(`max_${name}`)}`,
    ];
  });
  const [row] = await allRows<Record<string, string>>(
    connection,
    `SELECT ${['count(*) AS rows', ...zones].join(', ')} FROM ${relation}`,
  );
  return {
    rows: Number(row?.rows),
    zones: Object.fromEntries(
      table.zoneColumns.map((name) => [
        name,
        { min: row?.[`min_${name}`] ?? '', max: row?.[`max_${name}`] ?? '' },
      ]),
    ),
  };
}

function parquet(path: string): string {
  return `read_parquet(${sqlString(path)}, hive_partitioning = false)`;
}

const hashedBytesMax = 1 << 18;

/**
 * SHA-256 of a file's content, in hex. `onBytes` is called with the number of bytes that were read; what it throws ends the reading.
 * All parts are read into the same memory: new memory for each would make V8 collect garbage again and again.
 */
export async function sha256OfFile(path: string, onBytes?: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const part = Buffer.allocUnsafeSlow(Math.max(1, Math.min(size, hashedBytesMax)));
  for (let bytes = 0; ; ) {
    const { bytesRead } = await file.read(part, 0, part.length);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(part.subarray(0, bytesRead));
    bytes += bytesRead;
    onBytes?.(bytes);
  }
}
