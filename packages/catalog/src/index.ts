export { addedTables } from './added-tables.ts';
export { builtInCatalog } from './built-in-catalog.ts';
export { builtInPlatforms } from './built-in-platforms.ts';
export { Catalog } from './catalog.ts';
export {
  bytesOf,
  type ColumnType,
  isWholeNumber,
  keyFileTypes,
  type RowFileType,
  readColumnType,
  rowFileType,
  type ScalarType,
  type StructField,
  structListFields,
} from './column-types.ts';
export { narrowColumns } from './default-paths.ts';
export {
  type ColumnDescription,
  category,
  flag,
  key,
  measure,
  owner,
  parent,
  type TableDescription,
  tags,
  text,
  time,
} from './own/column-description.ts';
export { defineTable, type OwnTable, ownPlatform } from './own/define-table.ts';
export type { GuessedRole } from './own/guess-roles.ts';
export { readTables } from './own/read-tables.ts';
export { hasParentLinks, parentLinksName } from './parent-links.ts';
export { pathsOf } from './paths-of.ts';
export { removalsName } from './removals.ts';
export { requirePlatform } from './require-platform.ts';
export { videos } from './shortvideo/tables/videos.ts';
export {
  type CatalogColumn,
  type CatalogTable,
  type ColumnRole,
  elementOf,
  type GivenValue,
  keepsOlder,
  type LocalRows,
  mainTimeOf,
  olderColumn,
  type PathInstance,
  publicSelectList,
  storedColumns,
  type TableReference,
  type TextPart,
  tableId,
  type UsualNames,
} from './table.ts';
export { withTables } from './with-tables.ts';
