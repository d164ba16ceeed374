import ddb from '@duckdb/node-bindings';
import type { DataType, Member, PlainName } from '../types/data-type.ts';

const T = ddb.Type;

const plainNames: ReadonlyMap<ddb.Type, PlainName> = new Map([
  [T.BOOLEAN, 'BOOLEAN'],
  [T.TINYINT, 'TINYINT'],
  [T.SMALLINT, 'SMALLINT'],
  [T.INTEGER, 'INTEGER'],
  [T.BIGINT, 'BIGINT'],
  [T.HUGEINT, 'HUGEINT'],
  [T.UTINYINT, 'UTINYINT'],
  [T.USMALLINT, 'USMALLINT'],
  [T.UINTEGER, 'UINTEGER'],
  [T.UBIGINT, 'UBIGINT'],
  [T.UHUGEINT, 'UHUGEINT'],
  [T.FLOAT, 'FLOAT'],
  [T.DOUBLE, 'DOUBLE'],
  [T.DATE, 'DATE'],
  [T.TIME, 'TIME'],
  [T.TIME_NS, 'TIME_NS'],
  [T.TIME_TZ, 'TIME WITH TIME ZONE'],
  [T.TIMESTAMP, 'TIMESTAMP'],
  [T.TIMESTAMP_S, 'TIMESTAMP_S'],
  [T.TIMESTAMP_MS, 'TIMESTAMP_MS'],
  [T.TIMESTAMP_NS, 'TIMESTAMP_NS'],
  [T.TIMESTAMP_TZ, 'TIMESTAMP WITH TIME ZONE'],
  [T.INTERVAL, 'INTERVAL'],
  [T.VARCHAR, 'VARCHAR'],
  [T.BLOB, 'BLOB'],
  [T.BIT, 'BIT'],
  [T.BIGNUM, 'BIGNUM'],
  [T.UUID, 'UUID'],
  [T.GEOMETRY, 'GEOMETRY'],
  [T.VARIANT, 'VARIANT'],
  [T.SQLNULL, '"NULL"'],
]);

const integerBytes: ReadonlyMap<ddb.Type, number> = new Map([
  [T.UTINYINT, 1],
  [T.SMALLINT, 2],
  [T.USMALLINT, 2],
  [T.INTEGER, 4],
  [T.UINTEGER, 4],
  [T.BIGINT, 8],
  [T.HUGEINT, 16],
]);

function storageBytesOf(type: ddb.Type): number {
  const bytes = integerBytes.get(type);
  if (bytes === undefined) throw new Error(`Unknown storage type ${type} of DuckDB`);
  return bytes;
}

/** Reads a type from the engine's handle. Throws for a type that this release of the engine should not return. */
export function readType(type: ddb.LogicalType): DataType {
  const id = ddb.get_type_id(type);
  const alias = ddb.logical_type_get_alias(type);
  const plain = plainNames.get(id);
  if (plain !== undefined) return { alias, name: plain };
  switch (id) {
    case T.DECIMAL:
      return {
        alias,
        name: 'DECIMAL',
        width: ddb.decimal_width(type),
        scale: ddb.decimal_scale(type),
        storageBytes: storageBytesOf(ddb.decimal_internal_type(type)),
      };
    case T.ENUM: {
      const length = ddb.enum_dictionary_size(type);
      const values = Array.from({ length }, (_, index) => ddb.enum_dictionary_value(type, index));
      return { alias, name: 'ENUM', values, storageBytes: storageBytesOf(ddb.enum_internal_type(type)) };
    }
    case T.LIST:
      return { alias, name: 'LIST', child: readType(ddb.list_type_child_type(type)) };
    case T.ARRAY:
      return {
        alias,
        name: 'ARRAY',
        child: readType(ddb.array_type_child_type(type)),
        size: ddb.array_type_array_size(type),
      };
    case T.STRUCT:
      return { alias, name: 'STRUCT', members: structMembers(type) };
    case T.MAP:
      return {
        alias,
        name: 'MAP',
        key: readType(ddb.map_type_key_type(type)),
        value: readType(ddb.map_type_value_type(type)),
      };
    case T.UNION:
      return { alias, name: 'UNION', members: unionMembers(type) };
    default:
      throw new Error(`Unknown DuckDB type ${id}`);
  }
}

function structMembers(type: ddb.LogicalType): Member[] {
  return Array.from({ length: ddb.struct_type_child_count(type) }, (_, index) => ({
    name: ddb.struct_type_child_name(type, index),
    type: readType(ddb.struct_type_child_type(type, index)),
  }));
}

function unionMembers(type: ddb.LogicalType): Member[] {
  return Array.from({ length: ddb.union_type_member_count(type) }, (_, index) => ({
    name: ddb.union_type_member_name(type, index),
    type: readType(ddb.union_type_member_type(type, index)),
  }));
}
