import { type Batch, type Column, Type, tableFromIPC } from '@uwdata/flechette';

/** What is read of a batch of a column: the buffers as flechette found them. */
interface Buffers {
  readonly type: { readonly typeId: number; readonly stride?: number };
  readonly validity?: Uint8Array;
  readonly values: ArrayLike<number | bigint> & { buffer: ArrayBufferLike; byteOffset: number };
  readonly offsets: Int32Array;
  readonly children: readonly Buffers[];
  /** Of a dictionary's batch: the value at a row. */
  value(row: number): unknown;
}

/** All rows of an Arrow stream in the spelling of `random-types.ts`, by a reader that shares no code with apache-arrow. */
export function readFlechette(bytes: Uint8Array): { names: string[]; rows: unknown[][] } {
  const table = tableFromIPC(bytes, { useBigInt: true });
  const columns = table.children.map((column: Column<unknown>) =>
    column.data.flatMap((batch: Batch<unknown>) =>
      Array.from({ length: batch.length }, (_, row) => valueAt(batch as unknown as Buffers, row)),
    ),
  );
  return {
    names: table.schema.fields.map(({ name }) => name),
    rows: Array.from({ length: table.numRows }, (_, row) => columns.map((column) => column[row])),
  };
}

function valueAt(batch: Buffers, row: number): unknown {
  const { type, validity, values, offsets, children } = batch;
  if (type.typeId === Type.Null) return null;
  if (validity !== undefined && validity.length > 0 && bit(validity, row) === 0) return null;
  const child = children?.[0] as Buffers;
  switch (type.typeId) {
    case Type.Bool:
      return bit(values as unknown as Uint8Array, row) === 1;
    case Type.Utf8:
    case Type.Binary: {
      const bytes = Buffer.from((values as unknown as Uint8Array).subarray(offsets[row], offsets[row + 1]));
      return type.typeId === Type.Utf8 ? bytes.toString('utf8') : bytes.toString('hex');
    }
    case Type.Decimal: {
      const [low = 0n, high = 0n] = new BigInt64Array(values.buffer, values.byteOffset + row * 16, 2);
      return (high << 64n) | BigInt.asUintN(64, low);
    }
    case Type.Interval: {
      const view = new DataView(values.buffer, values.byteOffset + row * 16, 16);
      return `${view.getInt32(0, true)} ${view.getInt32(4, true)} ${view.getBigInt64(8, true)}`;
    }
    case Type.Dictionary:
      return batch.value(row);
    case Type.List:
    case Type.Map:
      return range(child, offsets[row] as number, offsets[row + 1] as number);
    case Type.FixedSizeList:
      return range(child, row * (type.stride ?? 0), (row + 1) * (type.stride ?? 0));
    case Type.Struct:
      return children.map((member) => valueAt(member, row));
    default:
      return values[row];
  }
}

function bit(bits: Uint8Array, row: number): number {
  return ((bits[row >> 3] as number) >> (row & 7)) & 1;
}

function range(child: Buffers, start: number, end: number): unknown[] {
  return Array.from({ length: end - start }, (_, index) => valueAt(child, start + index));
}
