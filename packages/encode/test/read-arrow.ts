import { type Data, DataType, RecordBatchReader, Type, tableFromIPC } from 'apache-arrow';

/**
 * All rows of an Arrow stream, each value in the spelling of `random-types.ts`. apache-arrow takes the stream apart;
 * values are then read from the buffers it found, since its own accessors round times to milliseconds.
 */
export function readArrow(bytes: Uint8Array): { names: string[]; rows: unknown[][]; batchRows: number[] } {
  const table = tableFromIPC(bytes);
  const rows = table.batches.flatMap((batch) =>
    Array.from({ length: batch.numRows }, (_, row) =>
      batch.data.children.map((child) => valueAt(child, row)),
    ),
  );
  return {
    names: table.schema.fields.map(({ name }) => name),
    rows,
    batchRows: table.batches.map(({ numRows }) => numRows),
  };
}

/** Whether the stream has its end marker. */
export function isWhole(bytes: Uint8Array): boolean {
  const reader = RecordBatchReader.from(bytes);
  for (const _ of reader);
  return Buffer.from(bytes.subarray(-8)).equals(Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]));
}

function valueAt(data: Data, row: number): unknown {
  const { type } = data;
  if (DataType.isNull(type) || !data.getValid(row)) return null;
  const { values, valueOffsets } = data;
  switch (type.typeId) {
    case Type.Bool:
      return ((values[(data.offset + row) >> 3] >> ((data.offset + row) & 7)) & 1) === 1;
    case Type.Utf8:
    case Type.Binary: {
      const bytes = Buffer.from(values.subarray(valueOffsets[row], valueOffsets[row + 1]));
      return type.typeId === Type.Utf8
        ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
        : bytes.toString('hex');
    }
    case Type.Decimal:
      return BigInt.asIntN(128, wordsToBigint(values.subarray(row * 4, row * 4 + 4)));
    case Type.Interval:
      return intervalAt(values, row);
    case Type.Dictionary:
      return data.dictionary?.get(values[row]);
    case Type.List:
      return rangeOf(data.children[0] as Data, valueOffsets[row], valueOffsets[row + 1]);
    case Type.Map:
      return rangeOf(data.children[0] as Data, valueOffsets[row], valueOffsets[row + 1]);
    case Type.FixedSizeList: {
      const size = (type as { listSize?: number }).listSize as number;
      return rangeOf(data.children[0] as Data, row * size, (row + 1) * size);
    }
    case Type.Struct:
      return data.children.map((child) => valueAt(child, row));
    default:
      return values[row];
  }
}

function rangeOf(data: Data, start: number, end: number): unknown[] {
  return Array.from({ length: end - start }, (_, index) => valueAt(data, start + index));
}

function wordsToBigint(words: Uint32Array): bigint {
  return words.reduceRight((sum, word) => (sum << 32n) | BigInt(word >>> 0), 0n);
}

function intervalAt(words: Int32Array, row: number): string {
  const nanos = BigInt.asIntN(64, wordsToBigint(new Uint32Array(words.slice(row * 4 + 2, row * 4 + 4))));
  return `${words[row * 4]} ${words[row * 4 + 1]} ${nanos}`;
}
