import type { CatalogTable, GivenValue } from '@sdq/catalog';

/** A row by column name; a column that is left out is NULL. */
export type GivenRow = Readonly<Record<string, GivenValue>>;

/**
 * A table whose rows are computed from the catalogue. `columns` lists names and DuckDB types: `oid BIGINT, relname
 * VARCHAR`. The name may contain a schema: it is one quoted name, which no caller's table can have.
 */
export function givenTable(
  platform: string,
  name: string,
  columns: string,
  rows: readonly GivenRow[],
): CatalogTable {
  const described = columns.split(/\s*,\s*/).map((column) => {
    const [, word = '', type = ''] = /^\s*(\S+)\s+(.+)$/.exec(column) ?? [];
    return { name: word, type, nullable: true, description: '' };
  });
  return {
    platform,
    name,
    description: '',
    columns: described,
    key: [],
    sortBy: [],
    zoneColumns: [],
    observedBy: '',
    paths: [],
    examples: [],
    rows: rows.map((row) => described.map((column) => row[column.name] ?? null)),
  };
}
