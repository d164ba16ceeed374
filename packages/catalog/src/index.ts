export { catalog, findTable, tablesOf } from './catalog.ts';
export { removalsName } from './removals.ts';
export { videos } from './shortvideo/videos.ts';
export {
  type CatalogColumn,
  type CatalogTable,
  keepsOlder,
  olderColumn,
  publicSelectList,
  storedColumns,
  tableId,
} from './table.ts';
