import type { DataType } from '../types/data-type.ts';
import { encodeLevels } from './levels.ts';
import { packBooleans } from './pack-booleans.ts';
import { codecOf, encodings, makePage, type PageCompression, pageHeader } from './page.ts';
import { leavesOf, type ParquetNode, parquetNodes, schemaElements, storageOf } from './schema.ts';
import { ThriftStruct } from './thrift.ts';

/** Types of the columns of a plain file. */
export type PlainType = 'VARCHAR' | 'BIGINT' | 'INTEGER' | 'BOOLEAN' | 'VARCHAR[]';

/** A column whose values have Parquet's plain encoding. */
export interface PlainColumn {
  readonly name: string;
  readonly type: PlainType;
  /** Number of levels: rows, or for a list its members and one for each NULL or empty list. */
  readonly slots: number;
  /** Definition levels: 0 NULL, 1 a value; of lists 0 NULL, 1 empty, 2 a NULL member, 3 a member. */
  readonly definitions: Uint8Array;
  /** Repetition levels of a list: 0 its first slot, 1 the others. */
  readonly repetitions?: Uint8Array;
  /** Values other than NULL: texts after their length in 4 bytes, integers little endian, booleans a byte each. */
  readonly values: Uint8Array;
}

const magic = 'PAR1';

/**
 * A whole Parquet file with one row group, in parts: one page per column. Columns may be NULL. Without compression, parts are
 * the buffers of the columns themselves.
 */
export function plainParquet(
  rows: number,
  columns: readonly PlainColumn[],
  { compression = 'fast' }: { readonly compression?: PageCompression } = {},
): Uint8Array[] {
  const nodes = parquetNodes(columns.map(({ name, type }) => ({ name, type: dataTypes[type] })));
  const parts: Uint8Array[] = [Buffer.from(magic, 'latin1')];
  let offset = magic.length;
  let plainBytes = 0;
  const chunks = columns.map((column, at) => {
    const [leaf] = leavesOf(nodes[at] as ParquetNode);
    if (leaf === undefined) throw new Error(`The column "${column.name}" has no values`);
    const { node, path } = leaf;
    const page = pageOf(column, partsOf(column, node), compression);
    const bytes = lengthOf(page.parts);
    const metadata = new ThriftStruct()
      .i32(1, storageOf(node.type).type)
      .i32s(2, [encodings.plain, encodings.rle])
      .texts(3, path)
      .i32(4, codecOf(compression))
      .i64(5, column.slots)
      .i64(6, page.uncompressedBytes)
      .i64(7, bytes)
      .i64(9, offset);
    const chunk = new ThriftStruct().i64(2, offset).struct(3, metadata);
    parts.push(...page.parts);
    offset += bytes;
    plainBytes += page.uncompressedBytes;
    return chunk;
  });
  const group = new ThriftStruct().structs(1, chunks).i64(2, plainBytes).i64(3, rows);
  const footer = new ThriftStruct()
    .i32(1, 2)
    .structs(2, schemaElements(nodes))
    .i64(3, rows)
    .structs(4, rows === 0 ? [] : [group])
    .text(6, 'sdq')
    .toBytes();
  const end = Buffer.alloc(8, `0000${magic}`, 'latin1');
  end.writeUInt32LE(footer.length, 0);
  return [...parts, footer, end];
}

/** A page in parts. What is not compressed is not copied either. */
function pageOf(
  { slots }: PlainColumn,
  body: readonly Uint8Array[],
  compression: PageCompression,
): { parts: readonly Uint8Array[]; uncompressedBytes: number } {
  if (compression === 'none') {
    const bytes = lengthOf(body);
    const parts = [pageHeader(slots, bytes, bytes), ...body];
    return { parts, uncompressedBytes: lengthOf(parts) };
  }
  const page = makePage(slots, body);
  return { parts: [page.header, page.body], uncompressedBytes: page.uncompressedBytes };
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((bytes, { length }) => bytes + length, 0);
}

function partsOf(column: PlainColumn, { repetition, definition }: ParquetNode): Uint8Array[] {
  const parts: Uint8Array[] = [];
  if (repetition > 0)
    parts.push(encodeLevels(column.repetitions ?? new Uint8Array(0), column.slots, repetition));
  parts.push(encodeLevels(column.definitions, column.slots, definition));
  parts.push(column.type === 'BOOLEAN' ? packBooleans(column.values) : column.values);
  return parts;
}

const text: DataType = { alias: null, name: 'VARCHAR' };

const dataTypes: Readonly<Record<PlainType, DataType>> = {
  VARCHAR: text,
  BIGINT: { alias: null, name: 'BIGINT' },
  INTEGER: { alias: null, name: 'INTEGER' },
  BOOLEAN: { alias: null, name: 'BOOLEAN' },
  'VARCHAR[]': { alias: null, name: 'LIST', child: text },
};
