import { type FixedVector, inlineBytesMax, type StringVector, type VectorData } from '@sdq/encode/vectors';
import type { KeyBytes } from './key-bytes.ts';
import { type KeyColumn, numberBytes } from './key-column.ts';

/** Appends the bytes of one column of the key of a row. */
type AppendValue = (row: number, key: KeyBytes) => void;

/** Number of vectors per column: those of a `decimal` column are its numbers, and the texts that are none. */
export function vectorsOf({ form }: Pick<KeyColumn, 'form'>): number {
  return form === 'decimal' ? 2 : 1;
}

/** Reads keys from vectors. No value may be NULL, except one of the two of a `decimal` column. */
export function keyReader(
  columns: readonly KeyColumn[],
  vectors: readonly VectorData[],
): (row: number, key: KeyBytes) => void {
  const appends: AppendValue[] = [];
  let at = 0;
  for (const [index, column] of columns.entries()) {
    const own = vectors.slice(at, at + vectorsOf(column));
    at += own.length;
    appends.push(valueReader(column, own, index === columns.length - 1));
  }
  const [only] = appends;
  if (only !== undefined && appends.length === 1) return only;
  return (row, key) => {
    for (const append of appends) append(row, key);
  };
}

function valueReader(
  { type, form }: KeyColumn,
  [first, second]: readonly VectorData[],
  isLast: boolean,
): AppendValue {
  switch (form) {
    case 'text':
      return textReader(first as StringVector, (key, bytes, start, length) =>
        key.text(bytes, start, length, isLast),
      );
    case 'signed':
      return numberReader(first as FixedVector, numberBytes(type), (key, low, high) => key.signed(low, high));
    case 'unsigned':
      return numberReader(first as FixedVector, 8, (key, low, high) => key.unsigned(low, high));
    case 'decimal': {
      const { validity } = first as FixedVector;
      const number = numberReader(first as FixedVector, 8, (key, low, high) => key.decimal(low, high));
      const text = textReader(second as StringVector, (key, bytes, start, length) =>
        key.otherText(bytes, start, length, isLast),
      );
      return (row, key) => {
        const isNumber = validity === null || (((validity[row >> 3] as number) >> (row & 7)) & 1) === 1;
        if (isNumber) number(row, key);
        else text(row, key);
      };
    }
  }
}

function numberReader(
  { bytes }: FixedVector,
  width: 2 | 4 | 8,
  append: (key: KeyBytes, low: number, high: number) => void,
): AppendValue {
  if (width === 8) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
    return (row, key) => append(key, words[row * 2] as number, words[row * 2 + 1] as number);
  }
  const numbers =
    width === 4
      ? new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
      : new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
  return (row, key) => {
    const number = numbers[row] as number;
    append(key, number, number >> 31);
  };
}

function textReader(
  { words, bytes, heaps }: StringVector,
  append: (key: KeyBytes, bytes: Uint8Array, start: number, length: number) => void,
): AppendValue {
  return (row, key) => {
    const length = words[row * 4] as number;
    if (length <= inlineBytesMax) append(key, bytes, row * 16 + 4, length);
    else {
      const heap = heaps[words[row * 4 + 2] as number] as Uint8Array;
      append(key, heap, words[row * 4 + 3] as number, length);
    }
  };
}
