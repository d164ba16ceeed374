import type { RowValues } from '@sdq/row-store';

/** Reads a whole number or time of up to eight bytes of a row: as a big integer where it has eight. */
export function numberAt(values: RowValues, isUnsigned: boolean): (row: number) => number | bigint {
  if (values.kind !== 'fixed') throw new Error('Only numbers and times have a fixed width');
  const { width, bytes } = values;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  switch (width) {
    case 1:
      return (row) => view.getUint8(row);
    case 2:
      return (row) => view.getInt16(row * 2, true);
    case 4:
      return (row) => view.getInt32(row * 4, true);
    case 8:
      return isUnsigned
        ? (row) => view.getBigUint64(row * 8, true)
        : (row) => view.getBigInt64(row * 8, true);
    case 16:
      throw new Error('Numbers of 16 bytes are left to DuckDB');
  }
}
