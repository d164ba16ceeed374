import { join } from 'node:path';
import { type CatalogTable, rowFileType, storedColumns } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import { hasColumns, type RowFileEntry, type SegmentEntry, typesByName } from '@sdq/index';
import { type RowColumn, RowFile } from '@sdq/row-store';

/** The columns of a table's row files as they are written today, and how they are computed from those of base files. */
export function rowFileColumns(table: CatalogTable): (RowColumn & { readonly expression?: string })[] {
  return storedColumns(table).flatMap(({ name, type }) => {
    const kept = rowFileType(type);
    if (kept === undefined) return [];
    const expression = kept.isJson ? { expression: `to_json(${sqlName(name)})::VARCHAR` } : {};
    return [{ name, type: kept.type, ...expression }];
  });
}

/** Row files of published segments that have all these columns, by the paths of their base files. */
export function rowFilesAtHand(
  root: string,
  published: readonly SegmentEntry[],
  columns: readonly RowColumn[],
): Map<string, RowFileEntry> {
  const found = new Map<string, RowFileEntry>();
  for (const { covers } of published) {
    for (const { path, row_file } of covers) {
      if (row_file === undefined) continue;
      const entry = row_file.schema === undefined ? withSchema(root, row_file) : row_file;
      if (hasColumns(entry, columns)) found.set(path, entry);
    }
  }
  return found;
}

/**
 * The columns of a row file written before schemas were recorded are read from it; an unreadable one is written
 * again.
 */
function withSchema(root: string, entry: RowFileEntry): RowFileEntry {
  try {
    using file = RowFile.open(join(root, entry.path));
    return { ...entry, schema: { columns: typesByName(file.columns) } };
  } catch {
    return entry;
  }
}
