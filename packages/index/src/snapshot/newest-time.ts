import type { CatalogTable } from '@sdq/catalog';
import type { FileEntry } from '../manifest/manifest.ts';

/**
 * The greatest main time in the zone maps of a table's files, in ISO 8601, UTC: no row is newer. Null for a table without
 * one, or without files.
 */
export function newestTime(table: CatalogTable, files: readonly FileEntry[]): string | null {
  const times = table.columns.filter(({ type }) => type.startsWith('TIMESTAMP')).map(({ name }) => name);
  const column = table.partitionBy ?? table.zoneColumns.find((name) => times.includes(name));
  if (column === undefined) return null;
  const last = files
    .flatMap(({ zones }) => zones[column]?.max ?? [])
    .sort()
    .at(-1);
  return last === undefined ? null : `${last.slice(0, 19).replace(' ', 'T')}Z`;
}
