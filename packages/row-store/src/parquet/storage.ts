import { bytesOf, type ColumnType, readColumnType, type ScalarType } from '@sdq/catalog';
import type { ParquetFooter, SchemaElement } from './footer.ts';
import { unreadable } from './unreadable.ts';

const physical = { boolean: 0, int32: 1, int64: 2, double: 5, bytes: 6, fixed: 7 } as const;
const repetitions = { required: 0, optional: 1, repeated: 2 } as const;
const converted = {
  none: -1,
  utf8: 0,
  list: 3,
  decimal: 5,
  date: 6,
  timestampMicros: 10,
  uint64: 14,
  int16: 16,
  int32: 17,
  int64: 18,
} as const;

/** How values of a type are stored: as bits, as texts, or in so many bytes. */
export type Storage =
  | { readonly kind: 'bits' }
  | { readonly kind: 'text' }
  | {
      readonly kind: 'fixed';
      /** Bytes of a value in the file, and in DuckDB's vectors: the lowest of them. */
      readonly stored: 4 | 8 | 16;
      readonly width: 2 | 4 | 8 | 16;
      /** Whether the file has the highest byte first. */
      readonly isReversed: boolean;
    };

/** A column of a file: where its pages are, and what they have. */
export interface StoredColumn {
  /** The number of its column chunk in each row group. */
  readonly leaf: number;
  readonly isList: boolean;
  /** Whether values, or elements of lists, are told to be NULL. */
  readonly isOptional: boolean;
  readonly storage: Storage;
}

/**
 * The column with this name and type; undefined where the file has none of the name. Throws `UnreadableParquet` where it has
 * another type, or is nested otherwise than DuckDB writes it.
 */
export function storedColumn(
  { schema }: Pick<ParquetFooter, 'schema'>,
  name: string,
  type: string,
): StoredColumn | undefined {
  const wanted = readColumnType(type);
  if (wanted === undefined) throw unreadable(`values of type ${type}`);
  const found = placeOf(schema, name);
  return found && column(schema.slice(found.at, endOf(schema, found.at)), found.leaf, wanted, name);
}

/** The number of the first column chunk of a column in each row group, whatever its type; undefined where the file has none of the name. */
export function firstLeaf({ schema }: Pick<ParquetFooter, 'schema'>, name: string): number | undefined {
  return placeOf(schema, name)?.leaf;
}

/** Where a column is in the schema, and the number of its first column chunk. */
function placeOf(schema: readonly SchemaElement[], name: string): { at: number; leaf: number } | undefined {
  let leaf = 0;
  for (let at = 1; at < schema.length; ) {
    if (schema[at]?.name === name) return { at, leaf };
    for (const end = endOf(schema, at); at < end; at++) if (schema[at]?.type !== undefined) leaf++;
  }
  return undefined;
}

function endOf(schema: readonly SchemaElement[], at: number): number {
  let end = at + 1;
  for (let child = schema[at]?.children ?? 0; child > 0; child--) end = endOf(schema, end);
  return end;
}

function column(
  elements: readonly SchemaElement[],
  leaf: number,
  type: ColumnType,
  name: string,
): StoredColumn {
  const [first, repeated, element, ...others] = elements;
  if (first === undefined) throw unreadable('its schema is cut short');
  if (type.name !== 'LIST') {
    if (repeated !== undefined || first.repetition === repetitions.repeated)
      throw unreadable(`${name} is nested`);
    const isOptional = first.repetition === repetitions.optional;
    return { leaf, isList: false, isOptional, storage: storageOf(first, type, name) };
  }
  const isList =
    first.converted === converted.list &&
    first.repetition === repetitions.optional &&
    repeated?.repetition === repetitions.repeated &&
    repeated.type === undefined &&
    element?.repetition === repetitions.optional &&
    others.length === 0;
  if (!isList) throw unreadable(`${name} is no list as DuckDB writes it`);
  return { leaf, isList, isOptional: true, storage: storageOf(element, type.element, name) };
}

function storageOf(element: SchemaElement, type: ScalarType, name: string): Storage {
  const found = expected(type, element);
  if (found === undefined) throw unreadable(`${name} is of another type than ${type.name}`);
  return found;
}

function expected(type: ScalarType, element: SchemaElement): Storage | undefined {
  const is = (stored: number, ...kinds: number[]) =>
    element.type === stored && kinds.includes(element.converted);
  const fixed = (stored: 4 | 8, width: 2 | 4 | 8 = stored): Storage => ({
    kind: 'fixed',
    stored,
    width,
    isReversed: false,
  });
  switch (type.name) {
    case 'BOOLEAN':
      return is(physical.boolean, converted.none) ? { kind: 'bits' } : undefined;
    case 'SMALLINT':
      return is(physical.int32, converted.int16) ? fixed(4, 2) : undefined;
    case 'INTEGER':
      return is(physical.int32, converted.none, converted.int32) ? fixed(4) : undefined;
    case 'DATE':
      return is(physical.int32, converted.date) ? fixed(4) : undefined;
    case 'BIGINT':
      return is(physical.int64, converted.none, converted.int64) ? fixed(8) : undefined;
    case 'UBIGINT':
      return is(physical.int64, converted.uint64) ? fixed(8) : undefined;
    case 'TIMESTAMP':
    case 'TIMESTAMP WITH TIME ZONE':
      return is(physical.int64, converted.timestampMicros) ? fixed(8) : undefined;
    case 'DOUBLE':
      return is(physical.double, converted.none) ? fixed(8) : undefined;
    case 'VARCHAR':
      return is(physical.bytes, converted.utf8) ? { kind: 'text' } : undefined;
    case 'DECIMAL': {
      if (element.precision !== type.precision || element.scale !== type.scale) return undefined;
      const width = bytesOf(type);
      if (is(physical.int32, converted.decimal) && (width === 2 || width === 4)) return fixed(4, width);
      if (is(physical.int64, converted.decimal) && width === 8) return fixed(8);
      return is(physical.fixed, converted.decimal) && element.typeLength === 16 && width === 16
        ? { kind: 'fixed', stored: 16, width, isReversed: true }
        : undefined;
    }
  }
}
