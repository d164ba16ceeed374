import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';

type OfTable = { readonly table: CatalogTable };

/** Stored columns by name, in the table's order; at least one. */
export function storedList({ table }: OfTable, stored: readonly string[]): string {
  const names = storedColumns(table).filter(({ name }) => stored.includes(name));
  return names.length === 0 ? '1 AS nothing' : names.map(({ name }) => sqlName(name)).join(', ');
}

/** The same columns without any rows. */
export function emptyList({ table }: OfTable, stored: readonly string[]): string {
  const columns = storedColumns(table).filter(({ name }) => stored.includes(name));
  return columns.length === 0
    ? '1 AS nothing'
    : columns.map(({ name, type }) => `NULL::${type} AS ${sqlName(name)}`).join(', ');
}

/** The columns of the table that these stored columns provide, in order. */
export function columnsFrom(
  { table }: OfTable,
  stored: readonly string[],
): { sql: string; isComputed: boolean }[] {
  const has = new Set(stored);
  return table.columns.flatMap(({ name, expression, reads = [] }) => {
    if (expression === undefined ? !has.has(name) : !reads.every((read) => has.has(read))) return [];
    const isComputed = expression !== undefined;
    return [{ sql: isComputed ? `${expression} AS ${sqlName(name)}` : sqlName(name), isComputed }];
  });
}
