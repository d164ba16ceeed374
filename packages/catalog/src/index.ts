export { builtInCatalog } from './built-in-catalog.ts';
export { Catalog } from './catalog.ts';
export {
  bytesOf,
  type ColumnType,
  type RowFileType,
  readColumnType,
  rowFileType,
  type ScalarType,
} from './column-types.ts';
export { pathsOf } from './paths-of.ts';
export { removalsName } from './removals.ts';
export { videos } from './shortvideo/videos.ts';
export {
  type CatalogColumn,
  type CatalogTable,
  type ColumnRole,
  elementOf,
  keepsOlder,
  mainTimeOf,
  olderColumn,
  type PathInstance,
  publicSelectList,
  storedColumns,
  tableId,
} from './table.ts';
export { withTables } from './with-tables.ts';
