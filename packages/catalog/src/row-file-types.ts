/** Types of columns, as DuckDB prints them, that row files keep: rows that are fetched by number have no others. */
export const rowFileTypes = [
  'BOOLEAN',
  'INTEGER',
  'DATE',
  'BIGINT',
  'DOUBLE',
  'TIMESTAMP',
  'TIMESTAMP WITH TIME ZONE',
  'VARCHAR',
  'VARCHAR[]',
] as const;

export type RowFileType = (typeof rowFileTypes)[number];

export function isRowFileType(type: string): type is RowFileType {
  return rowFileTypes.some((kept) => kept === type);
}
