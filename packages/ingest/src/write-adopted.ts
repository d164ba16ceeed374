import { type CatalogTable, olderColumn, storedColumns } from '@sdq/catalog';
import { atOnce } from '@sdq/contract';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import {
  adoptSortedFiles,
  type FileEntry,
  findHolders,
  keyList,
  type MergedFile,
  type MergeTarget,
  observedColumn,
  tableFiles,
} from '@sdq/index';
import type { SortedWriter } from './sorted-writer.ts';
import type { StagedRelation } from './staging/staged-observations.ts';

/** Rows that are sorted and written in one statement, where they are of several months. */
const rowsMax = 2_000_000;

/**
 * Writes observations as the base files of a table: sorted files as they are, and all other rows by month. Where rows were
 * merged, these replace all observations of their keys, and the months of sorted files that have some are written again.
 */
export async function writeAdopted(
  { connection, root }: MergeTarget,
  writer: SortedWriter,
  table: CatalogTable,
  { sorted, mapped, known }: StagedRelation,
  merged: MergedFile | undefined,
): Promise<FileEntry[]> {
  const stored = sorted.map((entry) => ({ entry, path: entry.path }));
  const holders = merged === undefined ? [] : await findHolders(connection, table, merged.from, stored);
  const again = holders.map(({ entry }) => entry);
  const files = await adoptSortedFiles(
    root,
    table,
    sorted.filter((file) => !again.includes(file)),
  );
  if (merged !== undefined) {
    const written = await atOnce(monthsWithin(again), writer.atOnce, async (group) => {
      const months = new Set(group.map(({ month }) => month));
      const rows = `SELECT * FROM ${tableFiles(table, group, { older: true })}`;
      const all = [unmerged(table, rows, merged), mergedOf(merged, [...months])];
      return await writer.write(table, unionOf(all), merged.lacking);
    });
    files.push(...written.flat());
  }
  const months = new Set(again.map(({ month }) => month));
  const others = merged?.months.filter((month) => !months.has(month)) ?? [];
  const rest = mapped === undefined ? undefined : mappedRows(table, { mapped, known });
  const parts = [
    ...(rest === undefined ? [] : [unmerged(table, rest.select, merged)]),
    ...(merged === undefined || others.length === 0 ? [] : [mergedOf(merged, others)]),
  ];
  const lacking = others.length === 0 ? rest?.lacking : merged?.lacking;
  if (parts.length > 0) files.push(...(await writer.write(table, unionOf(parts), lacking)));
  return files;
}

/** The rows of a SELECT whose keys have no merged row. */
function unmerged(table: CatalogTable, select: string, merged: MergedFile | undefined): string {
  return merged === undefined
    ? select
    : `SELECT * FROM (${select}) ANTI JOIN ${merged.from} USING (${keyList(table)})`;
}

function mergedOf({ from }: MergedFile, months: readonly (string | null)[]): string {
  const list = months.map((month) => sqlString(month ?? '')).join(', ');
  return `SELECT * EXCLUDE (_month) FROM ${from} WHERE coalesce(_month, '') IN (${list})`;
}

/** Observations that were mapped one by one in the shape of base files, and the columns that they lack. */
function mappedRows(
  table: CatalogTable,
  { mapped, known }: { readonly mapped: string; readonly known: ReadonlySet<string> },
): { select: string; lacking: Set<string> } {
  const has = storedColumns(table).filter(
    ({ name, markedBy }) =>
      (known.has(name) || table.key.includes(name)) && name !== table.observedBy && markedBy === undefined,
  );
  const lacking = new Set([...storedColumns(table).map(({ name }) => name), olderColumn.name]);
  for (const name of [...has.map((column) => column.name), table.observedBy]) lacking.delete(name);
  const list = has.map(({ name }) => sqlName(name));
  list.push(`${observedColumn} AS ${sqlName(table.observedBy)}`);
  return { select: `SELECT ${list.join(', ')} FROM ${mapped}`, lacking };
}

function unionOf(selects: readonly string[]): string {
  return `(${selects.join(' UNION ALL BY NAME ')})`;
}

/** Files in groups of whole months, each of at most {@link rowsMax} rows or of one month. */
export function monthsWithin<File extends Pick<FileEntry, 'month' | 'rows'>>(
  files: readonly File[],
): File[][] {
  const groups: { rows: number; files: File[] }[] = [];
  for (const month of [...new Set(files.map((file) => file.month))].sort()) {
    const own = files.filter((file) => file.month === month);
    const rows = own.reduce((sum, file) => sum + file.rows, 0);
    const last = groups.at(-1);
    if (last === undefined || last.rows + rows > rowsMax) groups.push({ rows, files: own });
    else groups[groups.length - 1] = { rows: last.rows + rows, files: [...last.files, ...own] };
  }
  return groups.map((group) => group.files);
}
