/**
 * The types that every part supports: own tables have no others, ingested files are read into them, row files store
 * them. Built-in tables also have lists of structs, which row files store as JSON.
 */
export const scalarTypes = [
  'BOOLEAN',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'UBIGINT',
  'DOUBLE',
  'DATE',
  'TIMESTAMP',
  'TIMESTAMP WITH TIME ZONE',
  'VARCHAR',
] as const;

/** A scalar type. A decimal has `precision` digits in total, `scale` of them after the decimal point. */
export type ScalarType =
  | { readonly name: (typeof scalarTypes)[number] }
  | { readonly name: 'DECIMAL'; readonly precision: number; readonly scale: number };

/** A supported type: a scalar, or a list of scalars. */
export type ColumnType = ScalarType | { readonly name: 'LIST'; readonly element: ScalarType };

const known = new Map<string, ColumnType | undefined>();

/** Parses a type as DuckDB prints it; undefined for a type that is not supported. */
export function readColumnType(type: string): ColumnType | undefined {
  if (!known.has(type)) known.set(type, parse(type));
  return known.get(type);
}

/** Lists of structs of texts, integers and booleans: JSON represents each value exactly. */
const structList = /^STRUCT\(("?\w+"? (VARCHAR|BOOLEAN|INTEGER|BIGINT)(, |(?=\))))+\)\[\]$/;

/** A field of a struct that row files store as JSON. */
export interface StructField {
  readonly name: string;
  readonly type: 'VARCHAR' | 'BOOLEAN' | 'INTEGER' | 'BIGINT';
}

/** The fields of the structs in a list that row files store as JSON; undefined for any other type. */
export function structListFields(type: string): readonly StructField[] | undefined {
  if (!structList.test(type)) return undefined;
  const fields = type.slice('STRUCT('.length, -')[]'.length).split(', ');
  return fields.map((field) => {
    const [name = '', fieldType] = field.replaceAll('"', '').split(' ');
    return { name, type: fieldType as StructField['type'] };
  });
}

/** Whether it is a type of whole numbers. */
export function isWholeNumber(type: string): boolean {
  return /^U?(SMALL|BIG)?INT(EGER)?$/.test(type);
}

/** Types of the columns that key files store: numbers and times of up to 8 bytes, and texts. */
export const keyFileTypes: ReadonlySet<string> = new Set([
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'UBIGINT',
  'DATE',
  'TIMESTAMP',
  'TIMESTAMP WITH TIME ZONE',
  'VARCHAR',
]);

/** How row files store a column of a type. */
export interface RowFileType {
  /** The type of the column in row files. */
  readonly type: string;
  /** Whether the value is stored as JSON text. */
  readonly isJson: boolean;
}

/** The row file type of a column; undefined for a type that row files do not store. */
export function rowFileType(type: string): RowFileType | undefined {
  if (readColumnType(type) !== undefined) return { type, isJson: false };
  return structList.test(type) ? { type: 'VARCHAR', isJson: true } : undefined;
}

function parse(type: string): ColumnType | undefined {
  if (!type.endsWith('[]')) return parseScalar(type);
  const element = parseScalar(type.slice(0, -2));
  return element === undefined ? undefined : { name: 'LIST', element };
}

function parseScalar(type: string): ScalarType | undefined {
  const name = scalarTypes.find((scalar) => scalar === type);
  if (name !== undefined) return { name };
  const [, precision = 0, scale = 0] = (/^DECIMAL\((\d{1,2}),(\d{1,2})\)$/.exec(type) ?? []).map(Number);
  return precision < 1 || precision > 38 || scale > precision
    ? undefined
    : { name: 'DECIMAL', precision, scale };
}

/** Size in bytes of a fixed-length value in DuckDB and row files; undefined for text. */
export function bytesOf(type: ScalarType): 1 | 2 | 4 | 8 | 16 | undefined {
  switch (type.name) {
    case 'BOOLEAN':
      return 1;
    case 'SMALLINT':
      return 2;
    case 'INTEGER':
    case 'DATE':
      return 4;
    case 'VARCHAR':
      return undefined;
    case 'DECIMAL':
      if (type.precision <= 4) return 2;
      if (type.precision <= 9) return 4;
      return type.precision <= 18 ? 8 : 16;
    default:
      return 8;
  }
}
