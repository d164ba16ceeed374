import { packValidity, stringAt, type VectorBatch, type VectorData } from '@sdq/encode/vectors';
import type { RowSet, RowValues, TextValues } from '@sdq/row-store';
import { hasValue } from './stored-vectors.ts';

/** The rows, followed by those of batches that have the same columns in this order. Batches are freed. */
export function withBatches(
  rows: RowSet,
  columns: readonly { readonly name: string }[],
  batches: readonly VectorBatch[],
): RowSet {
  let all = rows;
  for (const batch of batches) {
    const picked = Uint32Array.from({ length: batch.rows }, (_, row) => row);
    const joined = columns.map(({ name }, at): [string, RowValues] => {
      const [values, vector] = [all.columns.get(name), batch.vectors[at]];
      if (values === undefined || vector === undefined) throw new Error(`A batch has no column ${name}`);
      return [name, joinedValues(values, all.rows, vector, picked)];
    });
    all = { rows: all.rows + batch.rows, columns: new Map(joined) };
    batch.free();
  }
  return all;
}

/** The first `count` values, followed by those of a vector at the picked places. */
function joinedValues(values: RowValues, count: number, vector: VectorData, picked: Uint32Array): RowValues {
  const isWhole = values.validity === null && vector.validity === null;
  const validity = isWhole
    ? null
    : packValidity(count + picked.length, (row) =>
        row < count
          ? hasValue(values.validity, row)
          : hasValue(vector.validity, picked[row - count] as number),
      );
  if (values.kind === 'fixed' && vector.kind === 'fixed') {
    const { width } = values;
    const bytes = new Uint8Array((count + picked.length) * width);
    bytes.set(values.bytes.subarray(0, count * width));
    for (const [at, row] of picked.entries())
      bytes.set(vector.bytes.subarray(row * width, (row + 1) * width), (count + at) * width);
    return { kind: 'fixed', validity, width, bytes };
  }
  if (values.kind === 'text' && vector.kind === 'string') {
    const texts = Array.from(picked, (row) =>
      hasValue(vector.validity, row)
        ? stringAt(vector.words, vector.bytes, vector.heaps, row)
        : new Uint8Array(),
    );
    const offsets = joinedOffsets(values.offsets, count, texts);
    const bytes = Buffer.concat([values.bytes.subarray(0, values.offsets[count]), ...texts]);
    return { kind: 'text', validity, offsets, bytes } satisfies TextValues;
  }
  if (values.kind === 'list' && vector.kind === 'list') {
    const elements = Array.from(picked, (row) => {
      const [from = 0, , length = 0] = vector.words.subarray(row * 4, row * 4 + 3);
      return hasValue(vector.validity, row)
        ? Uint32Array.from({ length }, (_, at) => from + at)
        : new Uint32Array();
    });
    const offsets = joinedOffsets(values.offsets, count, elements);
    const places = Uint32Array.from(elements.flatMap((each) => [...each]));
    const child = joinedValues(values.child, values.offsets[count] as number, vector.child, places);
    if (child.kind === 'list') throw new Error('Row files store no lists of lists');
    return { kind: 'list', validity, offsets, child };
  }
  throw new Error(`A batch has a ${vector.kind} in place of a ${values.kind}`);
}

/** The offsets of the first values, and of parts that follow them. */
function joinedOffsets(
  offsets: Uint32Array,
  count: number,
  parts: readonly { readonly length: number }[],
): Uint32Array {
  const joined = new Uint32Array(count + parts.length + 1);
  joined.set(offsets.subarray(0, count + 1));
  for (const [at, { length }] of parts.entries())
    joined[count + at + 1] = (joined[count + at] as number) + length;
  return joined;
}
