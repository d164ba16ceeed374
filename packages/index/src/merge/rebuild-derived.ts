import { join } from 'node:path';
import { type CatalogTable, tableId } from '@sdq/catalog';
import { tableFiles } from '../files/table-files.ts';
import { writeTableFile } from '../files/write-table-file.ts';
import type { FileEntry } from '../manifest/manifest.ts';
import type { MergeTarget } from './merge-context.ts';

/** Rebuilds, for these months, the tables that are derived from `source`. Returns their files by table id. */
export async function rebuildDerived(
  target: MergeTarget,
  source: CatalogTable,
  sourceFiles: readonly FileEntry[],
  months: readonly (string | null)[],
  filesOf: (table: CatalogTable) => readonly FileEntry[],
): Promise<Map<string, FileEntry[]>> {
  const rebuilt = new Map<string, FileEntry[]>();
  for (const table of target.catalog.tablesOf(source.platform)) {
    if (table.derivedFrom?.table !== source.name) continue;
    const files = filesOf(table).filter((file) => !months.includes(file.month));
    for (const month of months) {
      const stored = sourceFiles
        .filter((file) => file.month === month)
        .map(({ path, schema }) => ({ path: join(target.root, path), schema }));
      if (stored.length === 0) continue;
      const relation = `(WITH source AS (FROM ${tableFiles(source, stored, { older: true })}) ${table.derivedFrom.sql})`;
      const file = await writeTableFile(target.connection, target.root, table, month, relation);
      if (file !== null) files.push(file);
    }
    rebuilt.set(tableId(table), files);
  }
  return rebuilt;
}
