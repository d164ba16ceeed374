import { textNode } from '../../text/text-node.ts';
import type { DataType } from '../../types/data-type.ts';
import { entryOf } from '../../types/entry-of.ts';
import { conversionInArrow } from '../schema.ts';
import type { ArrowColumn } from './column.ts';
import { BooleanColumn, FixedColumn, IntervalColumn, NarrowDecimalColumn } from './fixed.ts';
import { FixedSizeListColumn, ListColumn, NullColumn, StructColumn } from './nested.ts';
import { StringColumn } from './string.ts';
import { TextColumn } from './text.ts';

/** Bytes of the types that Arrow stores as DuckDB does. */
const sameBytes: Readonly<Partial<Record<DataType['name'], number>>> = {
  TINYINT: 1,
  SMALLINT: 2,
  INTEGER: 4,
  BIGINT: 8,
  HUGEINT: 16,
  UTINYINT: 1,
  USMALLINT: 2,
  UINTEGER: 4,
  UBIGINT: 8,
  FLOAT: 4,
  DOUBLE: 8,
  DATE: 4,
  TIME: 8,
  TIME_NS: 8,
  TIMESTAMP: 8,
  TIMESTAMP_S: 8,
  TIMESTAMP_MS: 8,
  TIMESTAMP_NS: 8,
  'TIMESTAMP WITH TIME ZONE': 8,
};

/** The column that represents a type; it matches what `arrowFields` declares. */
export function createColumn(type: DataType): ArrowColumn {
  switch (type.name) {
    case 'BOOLEAN':
      return new BooleanColumn();
    case 'VARCHAR':
    case 'BLOB':
    case 'GEOMETRY':
      return new StringColumn();
    case 'DECIMAL':
      return type.storageBytes === 16 ? new FixedColumn(16) : new NarrowDecimalColumn(type.storageBytes);
    case 'ENUM':
      return new FixedColumn(type.storageBytes);
    case 'INTERVAL':
      return new IntervalColumn();
    case 'LIST':
      return new ListColumn(createColumn(type.child));
    case 'MAP':
      return new ListColumn(createColumn(entryOf(type.key, type.value)));
    case 'ARRAY':
      return new FixedSizeListColumn(createColumn(type.child));
    case 'STRUCT':
      return new StructColumn(type.members.map((member) => createColumn(member.type)));
    case '"NULL"':
      return new NullColumn();
    default:
      if (conversionInArrow(type) !== null) return new TextColumn(textNode(type, textForm(type)));
      return new FixedColumn(sameBytes[type.name] as number);
  }
}

function textForm({ name }: DataType): 'json' | 'name' {
  return name === 'UNION' || name === 'VARIANT' ? 'json' : 'name';
}
