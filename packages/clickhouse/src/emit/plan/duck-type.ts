import { clickhouseName } from '../../client/sql.ts';
import { refuse } from '../refusal.ts';
import { isNode, nodeOf, nodesOf, numberOf } from './read-node.ts';

/** A type of the language that has an exact counterpart in ClickHouse, or an interval, which has none as a result. */
export type DuckType =
  | { readonly id: ScalarName }
  | { readonly id: 'DECIMAL'; readonly width: number; readonly scale: number }
  | { readonly id: 'LIST'; readonly element: DuckType }
  | { readonly id: 'STRUCT'; readonly fields: readonly StructField[] };

export interface StructField {
  /** Empty in the result of `row`. */
  readonly name: string;
  readonly type: DuckType;
}

/** Types of single values that columns are stored in, and what they are in ClickHouse. */
export const storedScalars = {
  BOOLEAN: 'Bool',
  TINYINT: 'Int8',
  SMALLINT: 'Int16',
  INTEGER: 'Int32',
  BIGINT: 'Int64',
  HUGEINT: 'Int128',
  UTINYINT: 'UInt8',
  USMALLINT: 'UInt16',
  UINTEGER: 'UInt32',
  UBIGINT: 'UInt64',
  FLOAT: 'Float32',
  DOUBLE: 'Float64',
  VARCHAR: 'String',
  DATE: 'Date32',
  TIMESTAMP: "DateTime64(6, 'UTC')",
  'TIMESTAMP WITH TIME ZONE': "DateTime64(6, 'UTC')",
} as const;

const scalars = {
  ...storedScalars,
  /** Only as an argument. */
  INTERVAL: null,
  NULL: 'Int32',
} as const;

export type ScalarName = keyof typeof scalars;

export const boolean: DuckType = { id: 'BOOLEAN' };
export const bigint: DuckType = { id: 'BIGINT' };
export const varchar: DuckType = { id: 'VARCHAR' };

/** A type of the plan. Refuses types without an exact counterpart. */
export function readDuckType(value: unknown): DuckType {
  const { id, type_info: info } = nodeOf(value);
  const name = id === '"NULL"' || id === 'SQLNULL' ? 'NULL' : String(id);
  if (isNode(info) && info.alias !== undefined && info.alias !== '') refuse(`the type ${String(info.alias)}`);
  if (name === 'DECIMAL') {
    const { width, scale } = nodeOf(info);
    return { id: 'DECIMAL', width: numberOf(width), scale: numberOf(scale) };
  }
  if (name === 'LIST') return { id: 'LIST', element: readDuckType(nodeOf(info).child_type) };
  if (name === 'STRUCT') {
    const fields = nodesOf(nodeOf(info).child_types);
    return {
      id: 'STRUCT',
      fields: fields.map(({ first, second }) => ({ name: String(first), type: readDuckType(second) })),
    };
  }
  if (name === 'STRING_LITERAL') return varchar;
  if (!Object.hasOwn(scalars, name)) refuse(`the type ${name}`);
  if (name === 'VARCHAR' && isNode(info) && info.collation !== undefined && info.collation !== '')
    refuse('a collation');
  return { id: name as ScalarName };
}

/** The type in ClickHouse. Lists and structs are never `Nullable` themselves; their elements are where they may be. */
export function clickhouseType(type: DuckType, nullable: boolean, elementsNullable = true): string {
  if (type.id === 'LIST') return `Array(${clickhouseType(type.element, elementsNullable)})`;
  if (type.id === 'STRUCT') {
    const fields = type.fields.map(
      ({ name, type: field }) =>
        `${name === '' ? '' : `${clickhouseName(name)} `}${clickhouseType(field, true)}`,
    );
    return `Tuple(${fields.join(', ')})`;
  }
  const name = type.id === 'DECIMAL' ? `Decimal(${type.width}, ${type.scale})` : scalars[type.id];
  if (name === null) return refuse('an INTERVAL as a value', 'epoch(b) - epoch(a), or date_diff');
  return nullable ? `Nullable(${name})` : name;
}

const whole = new Set([
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'HUGEINT',
  'UTINYINT',
  'USMALLINT',
  'UINTEGER',
  'UBIGINT',
]);

export function isWhole({ id }: DuckType): boolean {
  return whole.has(id);
}

export function isFloating({ id }: DuckType): boolean {
  return id === 'DOUBLE' || id === 'FLOAT';
}

export function isTimestamp({ id }: DuckType): boolean {
  return id === 'TIMESTAMP' || id === 'TIMESTAMP WITH TIME ZONE';
}

export function isNested({ id }: DuckType): boolean {
  return id === 'LIST' || id === 'STRUCT';
}

export function sameType(a: DuckType, b: DuckType): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The element type of a list. */
export function elementOf(type: DuckType): DuckType {
  return type.id === 'LIST' ? type.element : refuse(`a list function over ${type.id}`);
}
