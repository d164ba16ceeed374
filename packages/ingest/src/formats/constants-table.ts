import type { CatalogTable } from '@sdq/catalog';
import type { SourceFormat } from './format.ts';

/**
 * The table whose columns constants of these names are for: videos if the format has them, else the first table that its
 * records are of and that has these columns.
 */
export function tableOfConstants({ nested }: SourceFormat, names: readonly string[]): string {
  const videos = 'shortvideo.videos';
  const mains = (nested?.plans() ?? []).flatMap(({ tables: [main] }) => main ?? []);
  const has = (table: CatalogTable) =>
    names.every((name) => table.columns.some((column) => column.name === name));
  const fitting = mains.filter(({ table }) => has(table));
  return fitting.some(({ id }) => id === videos) ? videos : (fitting[0]?.id ?? videos);
}
