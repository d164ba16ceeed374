import { randomBytes } from 'node:crypto';
import avro from 'avsc';

/** A schema with the attributes of Iceberg, such as `field-id`. */
export type AvroSchema = { readonly type: 'record' } & Readonly<Record<string, unknown>>;

const magic = Buffer.from('Obj\u0001', 'latin1');
const syncBytes = 16;
const metadataType = avro.Type.forSchema({ type: 'map', values: 'bytes' });
const longType = avro.Type.forSchema('long');

/**
 * An Avro object container file with one block, not compressed: a manifest has few kilobytes. Whole numbers must be below 2^52:
 * the library writes others wrongly.
 */
export function writeAvro(
  schema: AvroSchema,
  records: readonly unknown[],
  metadata: Readonly<Record<string, string>>,
): Buffer {
  const type = typeOf(schema);
  const sync = randomBytes(syncBytes);
  const texts = { ...metadata, 'avro.schema': JSON.stringify(schema), 'avro.codec': 'null' };
  const header = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
  const block = Buffer.concat(records.map((record) => type.toBuffer(record)));
  const blocks =
    records.length === 0
      ? []
      : [longType.toBuffer(records.length), longType.toBuffer(block.length), block, sync];
  return Buffer.concat([magic, metadataType.toBuffer(header), sync, ...blocks]);
}

/** The records of such a file, as its own schema describes them. Throws where it is no such file. */
export function readAvro(file: Buffer): unknown[] {
  if (!file.subarray(0, magic.length).equals(magic)) throw new Error('It is no Avro file');
  const { value: header, offset } = metadataType.decode(file, magic.length) as Decoded<
    Record<string, Buffer>
  >;
  const codec = header['avro.codec']?.toString() ?? 'null';
  if (codec !== 'null') throw new Error(`Its codec "${codec}" is not read`);
  const type = typeOf(JSON.parse(header['avro.schema']?.toString() ?? '') as AvroSchema);
  const records: unknown[] = [];
  let at = offset + syncBytes;
  while (at < file.length) {
    const count = longType.decode(file, at) as Decoded<number>;
    const bytes = longType.decode(file, count.offset) as Decoded<number>;
    at = bytes.offset;
    for (let read = 0; read < count.value; read++) {
      const { value, offset: next } = type.decode(file, at) as Decoded<unknown>;
      records.push(value);
      at = next;
    }
    if (at < 0 || at !== bytes.offset + bytes.value) throw new Error('A block ends early');
    at += syncBytes;
  }
  return records;
}

interface Decoded<Value> {
  readonly value: Value;
  /** Negative where the buffer ended early. */
  readonly offset: number;
}

function typeOf(schema: AvroSchema): avro.Type {
  return avro.Type.forSchema(schema as unknown as avro.schema.AvroSchema, { wrapUnions: 'never' });
}
