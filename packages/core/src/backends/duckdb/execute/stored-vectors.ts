import {
  fixedVector,
  listVector,
  packValidity,
  stringVector,
  type Validity,
  type VectorData,
} from '@sdq/encode/vectors';
import type { RowValues, TextValues } from '@sdq/row-store';

/** Some values of a column of fetched rows as a vector of a result, in the order of `rows`. Values are copied. */
export function vectorOf(values: RowValues, rows: Uint32Array): VectorData {
  const validity = validityOf(values.validity, rows);
  switch (values.kind) {
    case 'fixed': {
      const { width, bytes } = values;
      const taken = new Uint8Array(rows.length * width);
      for (let to = 0; to < rows.length; to++) {
        const from = (rows[to] as number) * width;
        for (let at = 0; at < width; at++) taken[to * width + at] = bytes[from + at] as number;
      }
      return fixedVector(rows.length, validity, taken);
    }
    case 'text': {
      const lengths = lengthsOf(values.offsets, rows);
      const heap = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
      let to = 0;
      for (const row of rows) {
        const part = textAt(values, row);
        heap.set(part, to);
        to += part.length;
      }
      return stringVector(validity, lengths, heap);
    }
    case 'list': {
      const { offsets, child } = values;
      const lengths = lengthsOf(offsets, rows);
      const elements = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
      let to = 0;
      for (const row of rows)
        for (let from = offsets[row] as number; from < (offsets[row + 1] as number); from++)
          elements[to++] = from;
      return listVector(validity, lengths, vectorOf(child, elements));
    }
  }
}

/** A constant, or texts of fetched rows; where one is NULL, `whenNull`, without which the whole text is NULL. */
export type ConcatenatedPart = string | { readonly values: TextValues; readonly whenNull?: string };

/** The parts of some rows one after the other, in the order of `rows`. */
export function concatenated(parts: readonly ConcatenatedPart[], rows: Uint32Array): VectorData {
  const constants = parts.map((part) => Buffer.from(typeof part === 'string' ? part : (part.whenNull ?? '')));
  const isNull = (row: number) =>
    parts.some(
      (part) =>
        typeof part !== 'string' && part.whenNull === undefined && !hasValue(part.values.validity, row),
    );
  const lengths = new Uint32Array(rows.length);
  const texts: Uint8Array[] = [];
  for (const [to, row] of rows.entries()) {
    if (isNull(row)) continue;
    for (const [at, part] of parts.entries()) {
      const isConstant = typeof part === 'string' || !hasValue(part.values.validity, row);
      const text = isConstant ? (constants[at] as Uint8Array) : textAt(part.values, row);
      texts.push(text);
      lengths[to] = (lengths[to] as number) + text.length;
    }
  }
  const validity = rows.some(isNull) ? packValidity(rows.length, (to) => !isNull(rows[to] as number)) : null;
  return stringVector(validity, lengths, Buffer.concat(texts));
}

function textAt({ offsets, bytes }: TextValues, row: number): Uint8Array {
  return bytes.subarray(offsets[row], offsets[row + 1]);
}

function lengthsOf(offsets: Uint32Array, rows: Uint32Array): Uint32Array {
  return rows.map((row) => (offsets[row + 1] as number) - (offsets[row] as number));
}

/** Whole words of 64 rows, as vectors have it. */
function validityOf(validity: RowValues['validity'], rows: Uint32Array): Validity {
  return validity === null ? null : packValidity(rows.length, (to) => hasValue(validity, rows[to] as number));
}

export function hasValue(validity: RowValues['validity'], row: number): boolean {
  return validity === null || (((validity[row >> 3] as number) >> (row & 7)) & 1) === 1;
}
