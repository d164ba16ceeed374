/**
 * Types of a file's columns whose values are converted by SQL: whole numbers, DOUBLE, text, BOOLEAN, times without and
 * with a zone, and lists of texts and whole numbers. All other types are `other`.
 */
export type SourceType =
  | 'whole'
  | 'double'
  | 'text'
  | 'flag'
  | 'local'
  | 'instant'
  | 'texts'
  | 'wholes'
  | 'other';

const wholes = 'TINYINT SMALLINT INTEGER BIGINT UTINYINT USMALLINT UINTEGER UBIGINT'.split(' ');

const types: Readonly<Record<string, SourceType>> = {
  ...Object.fromEntries(wholes.map((name) => [name, 'whole' as const])),
  ...Object.fromEntries(wholes.map((name) => [`${name}[]`, 'wholes' as const])),
  DOUBLE: 'double',
  VARCHAR: 'text',
  BOOLEAN: 'flag',
  TIMESTAMP: 'local',
  TIMESTAMP_S: 'local',
  TIMESTAMP_MS: 'local',
  TIMESTAMP_NS: 'local',
  'TIMESTAMP WITH TIME ZONE': 'instant',
  'VARCHAR[]': 'texts',
};

/** The type of a column, as DuckDB prints it. */
export function sourceTypeOf(type: string): SourceType {
  return types[type] ?? 'other';
}
