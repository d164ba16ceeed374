import type { DataType, Member } from '../types/data-type.ts';
import { ThriftStruct } from './thrift.ts';

/** Parquet's physical types, by their numbers in parquet.thrift. */
export const physical = { boolean: 0, int32: 1, int64: 2, float: 4, double: 5, bytes: 6, fixed: 7 } as const;

/** How the values of a type are stored. */
export interface Storage {
  readonly type: number;
  /** Bytes of a value of type `fixed`. */
  readonly typeBytes?: number;
  /** The deprecated ConvertedType of parquet.thrift; readers of any version support it. */
  readonly converted?: number;
  readonly logical?: ThriftStruct;
  readonly scale?: number;
  readonly precision?: number;
}

/** A part of the file's schema; `type` is the DuckDB type whose vectors fill it. */
export interface ParquetNode {
  readonly name: string;
  readonly type: DataType;
  readonly isRequired: boolean;
  /** The definition level of a non-NULL value, and the repetition level within it. */
  readonly definition: number;
  readonly repetition: number;
  /** `list`: one child, in a repeated group; `group`: the members of a struct or of a map's entry. */
  readonly shape: 'leaf' | 'list' | 'group';
  readonly children: readonly ParquetNode[];
}

interface Place {
  readonly definition: number;
  readonly repetition: number;
}

export function parquetNodes(columns: readonly Member[]): ParquetNode[] {
  return columns.map(({ name, type }) => nodeOf(name, type, { definition: 0, repetition: 0 }, false));
}

function nodeOf(name: string, type: DataType, parent: Place, isRequired: boolean): ParquetNode {
  const definition = parent.definition + (isRequired ? 0 : 1);
  const node = { name, type, isRequired, definition, repetition: parent.repetition };
  const inner = { definition: definition + 1, repetition: parent.repetition + 1 };
  switch (type.name) {
    case 'LIST':
    case 'ARRAY':
      return { ...node, shape: 'list', children: [nodeOf('element', type.child, inner, false)] };
    case 'MAP': {
      const entry: DataType = { alias: null, name: 'STRUCT', members: [] };
      const children = [nodeOf('key', type.key, inner, true), nodeOf('value', type.value, inner, false)];
      const entries: ParquetNode = {
        name: 'key_value',
        type: entry,
        isRequired: true,
        ...inner,
        shape: 'group',
        children,
      };
      return { ...node, shape: 'list', children: [entries] };
    }
    case 'STRUCT':
      return {
        ...node,
        shape: 'group',
        // The members of an unnamed struct are identified by their position, from 1.
        children: type.members.map((member, index) =>
          nodeOf(member.name || String(index + 1), member.type, node, false),
        ),
      };
    default:
      return { ...node, shape: 'leaf', children: [] };
  }
}

/** The leaves below a node with their paths, in the order of the file's columns. */
export function leavesOf(
  node: ParquetNode,
  path: readonly string[] = [],
): { node: ParquetNode; path: string[] }[] {
  const own = [...path, node.name];
  if (node.shape === 'leaf') return [{ node, path: own }];
  const inside = node.shape === 'list' && node.type.name !== 'MAP' ? [...own, 'list'] : own;
  return node.children.flatMap((child) => leavesOf(child, inside));
}

const repetitions = { required: 0, optional: 1, repeated: 2 } as const;
const convertedTypes = { map: 1, list: 3 } as const;

/** The schema as the footer lists it: each element before its children. */
export function schemaElements(nodes: readonly ParquetNode[]): ThriftStruct[] {
  const root = new ThriftStruct().text(4, 'schema').i32(5, nodes.length);
  return [root, ...nodes.flatMap((node) => elementsOf(node))];
}

function elementsOf(node: ParquetNode, isRepeated = false): ThriftStruct[] {
  const own = isRepeated
    ? repetitions.repeated
    : node.isRequired
      ? repetitions.required
      : repetitions.optional;
  if (node.shape === 'leaf') return [leafElement(node, own)];
  if (node.shape === 'group') {
    const element = new ThriftStruct().i32(3, own).text(4, node.name).i32(5, node.children.length);
    return [element, ...node.children.flatMap((child) => elementsOf(child))];
  }
  const isMap = node.type.name === 'MAP';
  const list = new ThriftStruct()
    .i32(3, own)
    .text(4, node.name)
    .i32(5, 1)
    .i32(6, isMap ? convertedTypes.map : convertedTypes.list)
    .struct(10, new ThriftStruct().struct(isMap ? 2 : 3, new ThriftStruct()));
  if (isMap) return [list, ...node.children.flatMap((child) => elementsOf(child, true))];
  const group = new ThriftStruct().i32(3, repetitions.repeated).text(4, 'list').i32(5, 1);
  return [list, group, ...node.children.flatMap((child) => elementsOf(child))];
}

function leafElement({ name, type }: ParquetNode, repetition: number): ThriftStruct {
  const storage = storageOf(type);
  const element = new ThriftStruct().i32(1, storage.type);
  if (storage.typeBytes !== undefined) element.i32(2, storage.typeBytes);
  element.i32(3, repetition).text(4, name);
  if (storage.converted !== undefined) element.i32(6, storage.converted);
  if (storage.scale !== undefined) element.i32(7, storage.scale);
  if (storage.precision !== undefined) element.i32(8, storage.precision);
  if (storage.logical !== undefined) element.struct(10, storage.logical);
  return element;
}

/** A member of parquet.thrift's union LogicalType. */
function logical(id: number, value = new ThriftStruct()): ThriftStruct {
  return new ThriftStruct().struct(id, value);
}

function integer(type: number, bits: number, isSigned: boolean, converted: number): Storage {
  return { type, converted, logical: logical(10, new ThriftStruct().i8(1, bits).bool(2, isSigned)) };
}

/** Of times and timestamps: `unit` 1 milliseconds, 2 microseconds, 3 nanoseconds. */
function instant(id: number, isUtc: boolean, unit: number, converted?: number): Storage {
  const units = new ThriftStruct().struct(unit, new ThriftStruct());
  const value = logical(id, new ThriftStruct().bool(1, isUtc).struct(2, units));
  return { type: physical.int64, logical: value, ...(converted === undefined ? {} : { converted }) };
}

function decimal(precision: number, scale: number): Storage {
  const value = logical(5, new ThriftStruct().i32(1, scale).i32(2, precision));
  const meaning = { converted: 5, logical: value, scale, precision };
  if (precision <= 9) return { type: physical.int32, ...meaning };
  if (precision <= 18) return { type: physical.int64, ...meaning };
  return { type: physical.fixed, typeBytes: 16, ...meaning };
}

const text: Storage = { type: physical.bytes, converted: 0, logical: logical(1) };

const storages: Readonly<Partial<Record<DataType['name'], Storage>>> = {
  BOOLEAN: { type: physical.boolean },
  TINYINT: integer(physical.int32, 8, true, 15),
  SMALLINT: integer(physical.int32, 16, true, 16),
  INTEGER: integer(physical.int32, 32, true, 17),
  BIGINT: integer(physical.int64, 64, true, 18),
  UTINYINT: integer(physical.int32, 8, false, 11),
  USMALLINT: integer(physical.int32, 16, false, 12),
  UINTEGER: integer(physical.int32, 32, false, 13),
  UBIGINT: integer(physical.int64, 64, false, 14),
  // As in Arrow: beyond 38 digits the 128 bits are exact, though they exceed the declared precision.
  HUGEINT: decimal(38, 0),
  FLOAT: { type: physical.float },
  DOUBLE: { type: physical.double },
  DATE: { type: physical.int32, converted: 6, logical: logical(6) },
  TIME: instant(7, false, 2, 8),
  TIME_NS: instant(7, false, 3),
  TIMESTAMP: instant(8, false, 2),
  TIMESTAMP_S: instant(8, false, 2),
  TIMESTAMP_MS: instant(8, false, 2),
  TIMESTAMP_NS: instant(8, false, 3),
  'TIMESTAMP WITH TIME ZONE': instant(8, true, 2, 10),
  VARCHAR: text,
  ENUM: text,
  BLOB: { type: physical.bytes },
  GEOMETRY: { type: physical.bytes },
  UUID: { type: physical.fixed, typeBytes: 16, logical: logical(14) },
  '"NULL"': { type: physical.int32, logical: logical(11) },
};

/** How a leaf's values are stored; types that Parquet lacks are text. */
export function storageOf(type: DataType): Storage {
  if (type.name === 'DECIMAL') return decimal(type.width, type.scale);
  return storages[type.name] ?? text;
}

/** Whether a type is represented as text because Parquet lacks it. */
export function isCarriedAsText({ name }: DataType): boolean {
  return name !== 'DECIMAL' && storages[name] === undefined;
}
