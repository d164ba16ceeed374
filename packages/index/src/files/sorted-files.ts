import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { syncPath } from '@sdq/contract';
import { allRows } from '@sdq/duckdb';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { fileSchemaOf } from '../manifest/file-schema.ts';
import type { FileEntry } from '../manifest/manifest.ts';
import { layout } from './layout.ts';
import { describeFile, fileOptions, sha256OfFile, sortedRows } from './write-table-file.ts';

/** A file with rows of one month, as base files have them, that no table has yet. */
export interface SortedFile extends Pick<FileEntry, 'month' | 'rows' | 'zones'> {
  /** Relative to the folder that it was written into. */
  readonly name: string;
}

/** The column of months; the name of a partition's folder begins with it. */
const monthColumn = '_month';

/**
 * Writes the rows of `relation` (SQL for FROM, as for `writeTableFile`) into an empty folder, one file for each month, all
 * in one statement, and sorts a file again where that did not keep the order. The files are those that `writeTableFile`
 * would write, except for the size of their row groups, and are synced; `columns` are those with a value in any row. The
 * database of the connection must have one thread: with several, few files would keep the order.
 */
export async function writeSortedFiles(
  connection: DuckDBConnection,
  folder: string,
  table: CatalogTable,
  relation: string,
  lacking: ReadonlySet<string> = new Set(),
): Promise<(SortedFile & { readonly columns: readonly string[] })[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { partitionBy } = table;
  const isByMonth = partitionBy !== undefined;
  const target = isByMonth ? folder : join(folder, 'data.parquet');
  const rows = sortedRows(
    table,
    withMonth(relation, partitionBy),
    lacking,
    isByMonth ? monthColumn : undefined,
  );
  const partitions = isByMonth ? `, PARTITION_BY (${monthColumn})` : '';
  const written = await allRows<WrittenFile>(
    connection,
    `COPY (${rows}) TO ${sqlString(target)} (${fileOptions}${partitions}, RETURN_STATS)`,
  );
  const files = [];
  const filled = written.filter(({ count }) => Number(count) > 0);
  const paths = filled.map(({ filename }) => filename);
  for (const path of await findUnsorted(connection, table, paths)) await sortAgain(connection, table, path);
  for (const { filename, count, column_statistics: statistics } of filled) {
    await syncPath(filename);
    const zones =
      zonesOf(table, statistics) ??
      (
        await describeFile(
          connection,
          table,
          `read_parquet(${sqlString(filename)}, hive_partitioning = false)`,
        )
      ).zones;
    const columns = knownColumns(table, Number(count), statistics);
    files.push({
      name: relative(folder, filename),
      month: monthOf(filename),
      rows: Number(count),
      zones,
      columns,
    });
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Writes a SELECT as one Parquet file in no order, which is not synced; returns the table's columns with a value in any row. */
export async function writeUnsortedFile(
  connection: DuckDBConnection,
  table: CatalogTable,
  select: string,
  path: string,
): Promise<readonly string[]> {
  const [written] = await allRows<WrittenFile>(
    connection,
    `COPY (${select}) TO ${sqlString(path)} (FORMAT parquet, RETURN_STATS)`,
  );
  return written === undefined ? [] : knownColumns(table, Number(written.count), written.column_statistics);
}

/** The files whose rows are not in the order of the table, in one statement over all of them. */
async function findUnsorted(
  connection: DuckDBConnection,
  table: CatalogTable,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const terms = table.sortBy.map((term) => {
    const [name = '', direction = 'ASC'] = term.split(' ');
    return { column: sqlName(name), before: sqlName(`_before_${name}`), isDescending: direction === 'DESC' };
  });
  const isAfter = terms.map(({ column, before, isDescending }, at) => {
    const same = terms.slice(0, at).map((term) => `${term.before} IS NOT DISTINCT FROM ${term.column} AND `);
    const order = `${before} ${isDescending ? '<' : '>'} ${column}`;
    return `(${same.join('')}(${order} OR (${before} IS NULL AND ${column} IS NOT NULL)))`;
  });
  const list = terms.map(({ column, before }) => `${column}, lag(${column}) OVER () AS ${before}`);
  const files = `read_parquet(${sqlStrings(paths)}, hive_partitioning = false, filename = '_path')`;
  const found = await allRows<{ path: string }>(
    connection,
    `SELECT DISTINCT _path AS path
     FROM (SELECT ${list.join(', ')}, _path, lag(_path) OVER () AS _before FROM ${files})
     WHERE _before = _path AND (${isAfter.join(' OR ')})`,
  );
  return found.map(({ path }) => path).sort();
}

/**
 * Sorts a file again where DuckDB did not keep the order of its rows: the first rows of a month, if they are fewer than 64 of a
 * vector, are put behind later ones.
 */
async function sortAgain(connection: DuckDBConnection, table: CatalogTable, path: string): Promise<void> {
  const order = table.sortBy.map((term) => {
    const [name = '', direction = 'ASC'] = term.split(' ');
    return `${sqlName(name)} ${direction === 'DESC' ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  const temporary = `${path}.tmp`;
  const file = `read_parquet(${sqlString(path)}, hive_partitioning = false)`;
  await connection.run(
    `COPY (SELECT * FROM ${file} ORDER BY ${order.join(', ')}) TO ${sqlString(temporary)} (${fileOptions})`,
  );
  await rename(temporary, path);
}

interface WrittenFile {
  filename: string;
  count: string;
  column_statistics: Statistics;
}

/** Statistics by quoted name of the column, as DuckDB's JSON values of maps are. */
type Statistics = readonly { key: string; value: readonly { key: string; value: string }[] }[];

function withMonth(relation: string, partitionBy: string | undefined): string {
  if (partitionBy === undefined) return relation;
  const time = `make_timestamp(epoch_us(${sqlName(partitionBy)}))`;
  return `(SELECT *, (year(${time}) * 100 + month(${time}))::INTEGER AS ${monthColumn} FROM ${relation})`;
}

function monthOf(path: string): string | null {
  const match = /[/\\]_month=(\d{4})(\d{2})[/\\]/.exec(path);
  return match === null ? null : `${match[1]}-${match[2]}`;
}

/** Zone map from the statistics of a written file; undefined if DuckDB has none of a column. */
function zonesOf(table: CatalogTable, statistics: Statistics): FileEntry['zones'] | undefined {
  const zones: Record<string, { min: string; max: string }> = {};
  for (const name of table.zoneColumns) {
    const found = statistics.find(({ key }) => key === sqlName(name))?.value;
    const bound = (which: string) => found?.find(({ key }) => key === which)?.value;
    const [min, max] = [bound('min'), bound('max')];
    if (min === undefined || max === undefined) return undefined;
    const isTime = table.columns.find((column) => column.name === name)?.type === 'TIMESTAMP WITH TIME ZONE';
    zones[name] = isTime ? { min: zoneTime(min), max: zoneTime(max) } : { min, max };
  }
  return zones;
}

/** Columns that are not NULL in all rows; lists and structs, of which there are other statistics, count as known. */
function knownColumns(table: CatalogTable, rows: number, statistics: Statistics): string[] {
  const nulls = new Map(
    statistics.map(({ key, value }) => [key, value.find((entry) => entry.key === 'null_count')?.value]),
  );
  return storedColumns(table)
    .map(({ name }) => name)
    .filter((name) => Number(nulls.get(sqlName(name)) ?? -1) !== rows);
}

/** `2026-01-02 03:04:05.6+00` with six digits of fractions and no zone. */
function zoneTime(text: string): string {
  const [time = '', fraction = ''] = text.replace(/\+00(:00)?$/, '').split('.');
  return `${time}.${fraction.padEnd(6, '0')}`;
}

/**
 * Makes such files base files of a table and returns their entries. They stay in their folder too, so that an interrupted run
 * can repeat it; no snapshot names them yet.
 */
export async function adoptSortedFiles(
  root: string,
  table: CatalogTable,
  files: readonly (SortedFile & { readonly path: string })[],
): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  const folders = new Set<string>();
  for (const { path: from, month, rows, zones } of files) {
    const sha256 = await sha256OfFile(from);
    const folder = layout.tableFolder(table, month);
    const path = `${folder}/${sha256.slice(0, 32)}.parquet`;
    await mkdir(join(root, folder), { recursive: true });
    await linkOrCopy(from, join(root, path));
    folders.add(folder);
    const { size: bytes } = await stat(from);
    entries.push({ path, bytes, sha256, rows, month, zones, schema: fileSchemaOf(table) });
  }
  for (const folder of folders) await syncPath(join(root, folder));
  return entries;
}

/** Not every file system has hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    await copyFile(from, `${to}.tmp`);
    await syncPath(`${to}.tmp`);
    await rename(`${to}.tmp`, to);
  }
}
