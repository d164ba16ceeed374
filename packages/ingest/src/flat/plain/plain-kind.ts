import { type CatalogColumn, type CatalogTable, tableId } from '@sdq/catalog';

/** How the usual texts of a column are read from bytes; `any` reads every text as the row mapper does. */
export type PlainKind =
  | 'key'
  | 'id'
  | 'count'
  | 'integer'
  | 'duration'
  | 'time'
  | 'handle'
  | 'label'
  | 'caption'
  | 'address'
  | 'tags'
  | 'word'
  | 'any';

/** Chosen by the same names and types as `columnReader`, whose results the bytes must give. */
export function plainKind(table: CatalogTable, column: CatalogColumn): PlainKind {
  const { name, type } = column;
  if (name === 'hashtags') return tableId(table) === 'shortvideo.videos' ? 'tags' : 'any';
  if (name === 'mentions') return 'any';
  if (name === 'duration_ms') return 'duration';
  if (name === 'region' || name === 'language') return 'word';
  if (name === 'username' || (name === 'author' && table.name !== 'music')) return 'handle';
  if (table.name === 'hashtags' && name === 'name') return 'any';
  if (table.ids === 'decimal' && /^id$|_id$/.test(name)) return table.key.includes(name) ? 'key' : 'id';
  if (table.ids === 'code' && (name === 'media_id' || name === 'id')) return 'any';
  if (table.ids === 'urn' && name === 'post_id') return 'any';
  return byType(column, type);
}

function byType({ name, whenUnknown }: CatalogColumn, type: string): PlainKind {
  if (type === 'BIGINT') return 'count';
  if (type === 'INTEGER') return 'integer';
  if (type === 'BOOLEAN') return 'word';
  if (type === 'TIMESTAMP WITH TIME ZONE') return 'time';
  if (type !== 'VARCHAR') return 'any';
  if (name.endsWith('_url')) return 'address';
  return whenUnknown === "''" ? 'caption' : 'label';
}
