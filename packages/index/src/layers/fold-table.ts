import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, keepsOlder, olderColumn, storedColumns, tableId } from '@sdq/catalog';
import { allRows, createTemporary, dropTables } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { layout } from '../files/layout.ts';
import { isMasked, livingRows, type TableState } from '../files/living-rows.ts';
import { writeTableFile } from '../files/write-table-file.ts';
import type { FileEntry } from '../manifest/manifest.ts';
import type { MergeTarget } from '../merge/merge-context.ts';
import { monthSql } from '../merge/merge-rows.ts';
import { rebuildDerived } from '../merge/rebuild-derived.ts';

/** Remembers files that were written, so that an interrupted run continues after them. */
export interface WrittenFiles {
  /** The file of a table and month; null for one without rows, undefined for one that was not written. */
  find: (table: string, month: string | null) => Promise<FileEntry | null | undefined>;
  note: (table: string, month: string | null, file: FileEntry | null) => Promise<void>;
}

export interface FoldOptions {
  readonly written?: WrittenFiles | undefined;
  /** Called before each month, with the number of months that are done and of all. */
  readonly onMonth?: ((done: number, total: number) => void) | undefined;
}

/** The temporary table of the rows of delta files, with the month that each belongs to. */
const foldedTable = 'folded_rows';

/**
 * Writes the months of a table that delta files and masks change as base files, so that neither remains: the same
 * files as if all rows had been added at once. The files are written, but no snapshot names them yet.
 */
export async function foldTable(
  { connection, root }: MergeTarget,
  table: CatalogTable,
  { files, masks }: TableState,
  { written, onMonth }: FoldOptions = {},
): Promise<{ files: FileEntry[]; months: readonly (string | null)[] }> {
  const base = files.filter((file) => !layout.isDelta(file));
  const deltas = { files: files.filter((file) => layout.isDelta(file)), masks };
  const list = [...storedColumns(table), ...(keepsOlder(table) ? [olderColumn] : [])].map(({ name }) =>
    sqlName(name),
  );
  try {
    await createTemporary(
      connection,
      foldedTable,
      `SELECT ${list.join(', ')}, ${monthSql(table)} AS _month
       FROM ${livingRows(root, table, deltas, { older: true })} ORDER BY _month`,
    );
    const months = await changedMonths(connection, base, masks);
    const folded = base.filter((file) => !months.includes(file.month));
    for (const [done, month] of months.entries()) {
      onMonth?.(done, months.length);
      const own = { files: base.filter((file) => file.month === month), masks };
      const relation = `(SELECT ${list.join(', ')} FROM ${livingRows(root, table, own, { older: true })}
        UNION ALL BY NAME SELECT * EXCLUDE (_month) FROM ${foldedTable}
        WHERE _month IS NOT DISTINCT FROM ${month === null ? 'NULL' : sqlString(month)})`;
      const known = await written?.find(tableId(table), month);
      const file =
        known === undefined ? await writeTableFile(connection, root, table, month, relation) : known;
      await written?.note(tableId(table), month, file);
      if (file !== null) folded.push(file);
    }
    return { files: folded, months };
  } finally {
    await dropTables(connection, [foldedTable]);
  }
}

/** Months with rows in the delta files, or with masked rows, in order; one null for a table without months. */
async function changedMonths(
  connection: DuckDBConnection,
  base: readonly FileEntry[],
  masks: TableState['masks'],
): Promise<(string | null)[]> {
  const rows = await allRows<{ month: string | null }>(
    connection,
    `SELECT DISTINCT _month AS month FROM ${foldedTable}`,
  );
  const masked = base.filter((file) => isMasked({ files: [file], masks }));
  return [...new Set([...rows.map(({ month }) => month), ...masked.map(({ month }) => month)])].sort();
}

/**
 * Folds a table, and builds the tables that are derived from it anew for the months that change. Returns the states of
 * all these tables by their ids.
 */
export async function foldWithDerived(
  target: MergeTarget,
  table: CatalogTable,
  stateOf: (table: CatalogTable) => TableState,
  options: FoldOptions = {},
): Promise<Map<string, TableState>> {
  const { files, months } = await foldTable(target, table, stateOf(table), options);
  const states = new Map<string, TableState>([[tableId(table), { files, masks: [] }]]);
  const derived = await rebuildDerived(target, table, files, months, (each) => stateOf(each).files);
  for (const [id, rebuilt] of derived) states.set(id, { files: rebuilt, masks: [] });
  return states;
}
