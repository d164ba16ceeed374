import { join } from 'node:path';
import { type CatalogTable, olderColumn, storedColumns, tableId } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import {
  adoptSortedFiles,
  type FileEntry,
  type MergeContext,
  type MergeTarget,
  observedColumn,
  type TableState,
  tableFiles,
} from '@sdq/index';
import { SortedWriter } from './sorted-writer.ts';
import { countDistinct } from './staging/distinct.ts';
import type { StagedRelation } from './staging/staged-observations.ts';

interface Adopting {
  readonly stored: TableState;
  readonly relation: StagedRelation | undefined;
  readonly context: MergeContext;
  readonly memoryBytesMax: number;
}

/** A table that was empty, and the files of the tables that are derived from it. */
export interface Adopted {
  readonly state: TableState;
  readonly derived: ReadonlyMap<string, FileEntry[]>;
}

/**
 * Into an empty table, rows are written without a merge by key, where each key is in one row only: that is proved by
 * counting. Sorted files are taken as they are; all other rows are sorted and written by month in one statement. Undefined
 * where rows have to be merged.
 */
export async function adoptStaged(
  target: MergeTarget,
  table: CatalogTable,
  { stored, relation, context, memoryBytesMax }: Adopting,
): Promise<Adopted | undefined> {
  if (relation === undefined || stored.files.length > 0) return undefined;
  if (context.removals !== undefined || (context.marks ?? []).length > 0) return undefined;
  const { connection, root } = target;
  const [counted] = await allRows<{ count: string }>(
    connection,
    `SELECT count(*) AS count FROM ${relation.from}`,
  );
  const rows = Number(counted?.count ?? 0);
  const key = table.key.map((name) => (name === table.observedBy ? observedColumn : sqlName(name)));
  if ((await countDistinct(connection, relation.from, rows, key.join(', '))) < rows) return undefined;
  const files = await adoptSortedFiles(root, table, relation.sorted);
  await using writer = new SortedWriter(root, memoryBytesMax);
  if (relation.mapped !== undefined)
    files.push(...(await writeMapped(writer, table, relation.mapped, relation.known)));
  return { state: { files, masks: [] }, derived: await writeDerived(target, writer, table, files) };
}

/** Writes observations with different keys as base files. */
async function writeMapped(
  writer: SortedWriter,
  table: CatalogTable,
  from: string,
  known: ReadonlySet<string>,
): Promise<FileEntry[]> {
  const has = storedColumns(table).filter(
    ({ name, markedBy }) =>
      (known.has(name) || table.key.includes(name)) && name !== table.observedBy && markedBy === undefined,
  );
  const lacking = new Set([...storedColumns(table).map(({ name }) => name), olderColumn.name]);
  for (const name of [...has.map((column) => column.name), table.observedBy]) lacking.delete(name);
  const list = has.map(({ name }) => sqlName(name));
  list.push(`${observedColumn} AS ${sqlName(table.observedBy)}`);
  return await writer.write(table, `(SELECT ${list.join(', ')} FROM ${from})`, lacking);
}

/** Rows of the source from which a derived table is written in one statement: it may sort some times as many. */
const derivedRowsMax = 2_000_000;

/** Writes the tables that are derived from an adopted one and have no files yet. Returns their files by table ID. */
async function writeDerived(
  { catalog, root }: MergeTarget,
  writer: SortedWriter,
  source: CatalogTable,
  sourceFiles: readonly FileEntry[],
): Promise<Map<string, FileEntry[]>> {
  const written = new Map<string, FileEntry[]>();
  for (const table of catalog.tablesOf(source.platform)) {
    if (table.derivedFrom?.table !== source.name) continue;
    const files: FileEntry[] = [];
    for (const group of groupsOfMonths(sourceFiles)) {
      const paths = group.map(({ path, schema }) => ({ path: join(root, path), schema }));
      const rows = `(WITH source AS (FROM ${tableFiles(source, paths, { older: true })}) ${table.derivedFrom.sql})`;
      files.push(...(await writer.write(table, rows)));
    }
    written.set(tableId(table), files);
  }
  return written;
}

/** Files in groups of whole months. */
function groupsOfMonths(files: readonly FileEntry[]): FileEntry[][] {
  const groups: { rows: number; files: FileEntry[] }[] = [];
  for (const month of [...new Set(files.map((file) => file.month))].sort()) {
    const own = files.filter((file) => file.month === month);
    const rows = own.reduce((sum, file) => sum + file.rows, 0);
    const last = groups.at(-1);
    if (last === undefined || last.rows + rows > derivedRowsMax) groups.push({ rows, files: own });
    else groups[groups.length - 1] = { rows: last.rows + rows, files: [...last.files, ...own] };
  }
  return groups.map((group) => group.files);
}
