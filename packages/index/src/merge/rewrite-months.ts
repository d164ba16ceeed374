import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CatalogTable } from '@sdq/catalog';
import { allRows, dropTables } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { tableFiles } from '../files/table-files.ts';
import { writeTableFile } from '../files/write-table-file.ts';
import type { FileEntry } from '../manifest/manifest.ts';
import { findHolders, type StoredFile } from './holders.ts';
import type { MergeContext, MergeTarget } from './merge-context.ts';
import { freshTable, mergeRows } from './merge-rows.ts';
import { observedKeys } from './observed-keys.ts';
import { keyList, observationList, storedList } from './registers.ts';

/**
 * Merges observations into the base files of a table, which has neither delta files nor masks, and returns its new list
 * of files; they are written, but no snapshot names them yet. {@link observedKeys} must be filled.
 *
 * Rows with the observed keys are taken out of the files that contain them, merged, and written into the month that
 * each belongs to then: a row whose partition column moves to another month is never in two. Only months that lose or
 * gain such rows are rewritten.
 */
export async function rewriteMonths(
  { connection, root }: MergeTarget,
  table: CatalogTable,
  files: readonly FileEntry[],
  observations: string,
  { removals, links, marks = [], known }: MergeContext,
): Promise<{ files: FileEntry[]; months: readonly (string | null)[] }> {
  const stored = files.map((entry) => ({ entry, path: join(root, entry.path) }));
  try {
    const holders = await findHolders(connection, table, observedKeys, stored);
    const held =
      holders.length === 0
        ? undefined
        : `(SELECT * FROM ${storedRelation(table, holders)} SEMI JOIN ${observedKeys} USING (${keyList(table)}))`;
    const lacking = await mergeRows(connection, table, { observations, held, removals, links, marks, known });
    const months = await touchedMonths(connection, holders);
    const written = files.filter((file) => !months.includes(file.month));
    for (const month of months) {
      const others = stored.filter(({ entry }) => entry.month === month);
      const lacks = others.length === 0 ? lacking : new Set<string>();
      const relation = monthRelation(table, month, others, lacks);
      const file = await writeTableFile(connection, root, table, month, relation, lacks);
      if (file !== null) written.push(file);
    }
    return { files: written, months };
  } finally {
    await dropTables(connection, [freshTable]);
  }
}

/** Months that lose or gain rows, in order; one null for a table without months. */
async function touchedMonths(
  connection: DuckDBConnection,
  holders: readonly StoredFile[],
): Promise<(string | null)[]> {
  const gaining = await allRows<{ month: string | null }>(
    connection,
    `SELECT DISTINCT _month AS month FROM ${freshTable}`,
  );
  const months = new Set([...gaining.map(({ month }) => month), ...holders.map(({ entry }) => entry.month)]);
  return [...months].sort();
}

/** All rows of a month after the merge: unchanged rows of its files as they were, and the merged ones. */
function monthRelation(
  table: CatalogTable,
  month: string | null,
  files: readonly StoredFile[],
  lacking: ReadonlySet<string>,
): string {
  const isMonth = month === null ? '' : ` WHERE _month = ${sqlString(month)}`;
  const fresh = `SELECT * EXCLUDE (_month) FROM ${freshTable}${isMonth}`;
  if (files.length === 0) return `(SELECT ${storedList(table, lacking)} FROM (${fresh}))`;
  return `(SELECT ${storedList(table)} FROM (
      SELECT * FROM (SELECT ${observationList(table, 'stored')} FROM ${storedRelation(table, files)})
        ANTI JOIN ${observedKeys} USING (${keyList(table)})
      UNION ALL BY NAME ${fresh}))`;
}

function storedRelation(table: CatalogTable, files: readonly StoredFile[]): string {
  return tableFiles(
    table,
    files.map(({ path, entry: { schema } }) => ({ path, schema })),
    { older: true },
  );
}
