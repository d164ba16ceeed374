import { Builder, type Offset } from 'flatbuffers';
import type { ArrowField, ArrowType } from './schema.ts';

/**
 * The flatbuffers of Arrow's IPC messages (Schema.fbs and Message.fbs of the Arrow format, metadata version V5),
 * written field by field: numbers in the calls are the fields' positions in those files.
 */

/** Message.fbs, union MessageHeader. */
const headers = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const;

const metadataV5 = 4;

/** The length and NULL count of a column or a nested column. */
export interface FieldNode {
  readonly rows: number;
  readonly nulls: number;
}

/** The position of a buffer in a message's body, in bytes. */
export interface BufferPlace {
  readonly offset: number;
  readonly byteLength: number;
}

export interface BatchLayout {
  readonly rows: number;
  readonly nodes: readonly FieldNode[];
  readonly buffers: readonly BufferPlace[];
  readonly bodyBytes: number;
}

export function schemaMetadata(fields: readonly ArrowField[]): Uint8Array {
  const builder = new Builder(1024);
  const fieldOffsets = fields.map((field) => writeField(builder, field));
  const fieldVector = writeOffsets(builder, fieldOffsets);
  builder.startObject(4);
  builder.addFieldOffset(1, fieldVector, 0);
  return writeMessage(builder, headers.schema, builder.endObject(), 0);
}

export function recordBatchMetadata(layout: BatchLayout): Uint8Array {
  const builder = new Builder(256 + 16 * (layout.nodes.length + layout.buffers.length));
  return writeMessage(builder, headers.recordBatch, writeRecordBatch(builder, layout), layout.bodyBytes);
}

export function dictionaryBatchMetadata(id: number, layout: BatchLayout): Uint8Array {
  const builder = new Builder(512);
  const batch = writeRecordBatch(builder, layout);
  builder.startObject(3);
  builder.addFieldInt64(0, BigInt(id), 0n);
  builder.addFieldOffset(1, batch, 0);
  return writeMessage(builder, headers.dictionaryBatch, builder.endObject(), layout.bodyBytes);
}

function writeMessage(builder: Builder, header: number, offset: Offset, bodyBytes: number): Uint8Array {
  builder.startObject(5);
  builder.addFieldInt16(0, metadataV5, 0);
  builder.addFieldInt8(1, header, 0);
  builder.addFieldOffset(2, offset, 0);
  builder.addFieldInt64(3, BigInt(bodyBytes), 0n);
  builder.finish(builder.endObject());
  return builder.asUint8Array();
}

function writeRecordBatch(builder: Builder, { rows, nodes, buffers }: BatchLayout): Offset {
  builder.startVector(16, buffers.length, 8);
  for (const { offset, byteLength } of buffers.toReversed()) writePair(builder, offset, byteLength);
  const bufferVector = builder.endVector();
  builder.startVector(16, nodes.length, 8);
  for (const node of nodes.toReversed()) writePair(builder, node.rows, node.nulls);
  const nodeVector = builder.endVector();
  builder.startObject(4);
  builder.addFieldInt64(0, BigInt(rows), 0n);
  builder.addFieldOffset(1, nodeVector, 0);
  builder.addFieldOffset(2, bufferVector, 0);
  return builder.endObject();
}

/** A struct of two 64-bit integers. Flatbuffers are written back to front. */
function writePair(builder: Builder, first: number, second: number): void {
  builder.prep(8, 16);
  builder.writeInt64(BigInt(second));
  builder.writeInt64(BigInt(first));
}

function writeOffsets(builder: Builder, offsets: readonly Offset[]): Offset {
  builder.startVector(4, offsets.length, 4);
  for (const offset of offsets.toReversed()) builder.addOffset(offset);
  return builder.endVector();
}

function writeField(builder: Builder, field: ArrowField): Offset {
  const children = writeOffsets(
    builder,
    field.children.map((child) => writeField(builder, child)),
  );
  const name = builder.createString(field.name);
  const [typeId, type] = writeType(builder, field.type);
  const dictionary = field.dictionary === null ? 0 : writeDictionary(builder, field.dictionary);
  builder.startObject(7);
  builder.addFieldOffset(0, name, 0);
  builder.addFieldInt8(1, field.nullable ? 1 : 0, 0);
  builder.addFieldInt8(2, typeId, 0);
  builder.addFieldOffset(3, type, 0);
  if (dictionary !== 0) builder.addFieldOffset(4, dictionary, 0);
  builder.addFieldOffset(5, children, 0);
  return builder.endObject();
}

function writeDictionary(builder: Builder, { id, indexBits }: NonNullable<ArrowField['dictionary']>): Offset {
  const indexType = writeType(builder, { name: 'int', bits: indexBits, signed: false })[1];
  builder.startObject(4);
  builder.addFieldInt64(0, BigInt(id), 0n);
  builder.addFieldOffset(1, indexType, 0);
  return builder.endObject();
}

/** Position in Schema.fbs's union Type, and number of fields of the table of that name. */
const typeTables: Readonly<Record<ArrowType['name'], readonly [id: number, fields: number]>> = {
  null: [1, 0],
  int: [2, 2],
  float: [3, 1],
  binary: [4, 0],
  utf8: [5, 0],
  bool: [6, 0],
  decimal: [7, 3],
  date: [8, 1],
  time: [9, 2],
  timestamp: [10, 2],
  interval: [11, 1],
  list: [12, 0],
  struct: [13, 0],
  'fixed-size list': [16, 1],
  map: [17, 1],
};

function writeType(builder: Builder, type: ArrowType): [id: number, offset: Offset] {
  const [id, fields] = typeTables[type.name];
  const timezone = type.name === 'timestamp' && type.timezone ? builder.createString(type.timezone) : 0;
  builder.startObject(fields);
  switch (type.name) {
    case 'int':
      builder.addFieldInt32(0, type.bits, 0);
      builder.addFieldInt8(1, type.signed ? 1 : 0, 0);
      break;
    case 'float':
      builder.addFieldInt16(0, type.double ? 2 : 1, 0);
      break;
    case 'decimal':
      builder.addFieldInt32(0, type.precision, 0);
      builder.addFieldInt32(1, type.scale, 0);
      builder.addFieldInt32(2, 128, 128);
      break;
    case 'date':
      builder.addFieldInt16(0, 0, 1); // days
      break;
    case 'time':
      builder.addFieldInt16(0, type.unit, 1);
      builder.addFieldInt32(1, 64, 32);
      break;
    case 'timestamp':
      builder.addFieldInt16(0, type.unit, 0);
      if (timezone !== 0) builder.addFieldOffset(1, timezone, 0);
      break;
    case 'interval':
      builder.addFieldInt16(0, 2, 0); // months, days, nanoseconds
      break;
    case 'fixed-size list':
      builder.addFieldInt32(0, type.size, 0);
      break;
  }
  return [id, builder.endObject()];
}
