import type { Stretch } from './stretches.ts';
import { inlineBytesMax, type StringVector } from './string-vector.ts';
import { isValid, type Validity } from './validity.ts';
import type { VectorBatch } from './vector-batch.ts';
import type { ListVector, VariantVector, VectorData } from './vector-data.ts';

/**
 * Some rows of a batch, given as stretches in ascending order. It takes ownership of the batch: freeing it frees
 * both. Values are copied, except long strings, which stay where they are.
 */
export function takeRows(batch: VectorBatch, stretches: readonly Stretch[]): VectorBatch {
  return {
    rows: countRows(stretches),
    vectors: batch.vectors.map((vector) => takeFrom(vector, stretches)),
    free: () => batch.free(),
  };
}

function takeFrom(data: VectorData, stretches: readonly Stretch[]): VectorData {
  const rows = countRows(stretches);
  const validity = takeValidity(data.validity, stretches, rows);
  switch (data.kind) {
    case 'fixed': {
      const width = data.rows === 0 ? 0 : data.bytes.length / data.rows;
      const bytes = takeBytes(data.bytes, width, stretches, rows);
      return { kind: 'fixed', rows, validity, weightBytes: bytes.length, bytes };
    }
    case 'string':
      return takeStrings(data, stretches, rows, validity);
    case 'list':
      return takeLists(data, stretches, rows, validity);
    case 'array': {
      const { size } = data;
      const child = takeFrom(
        data.child,
        stretches.map(({ start, count }) => ({ start: start * size, count: count * size })),
      );
      return { kind: 'array', rows, validity, weightBytes: child.weightBytes, size, child };
    }
    case 'struct': {
      const members = data.members.map((member) => takeFrom(member, stretches));
      const weightBytes = members.reduce((sum, member) => sum + member.weightBytes, 0);
      return { kind: 'struct', rows, validity, weightBytes, members };
    }
    case 'variant':
      return takeVariants(data, stretches, rows, validity);
  }
}

function countRows(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { count }) => sum + count, 0);
}

function takeValidity(validity: Validity, stretches: readonly Stretch[], rows: number): Validity {
  if (validity === null) return null;
  const taken = new Uint8Array(Math.ceil(rows / 64) * 8);
  let to = 0;
  for (const { start, count } of stretches) {
    for (let row = start; row < start + count; row++, to++) {
      if (isValid(validity, row)) taken[to >> 3] = (taken[to >> 3] as number) | (1 << (to & 7));
    }
  }
  return taken;
}

function takeBytes(
  bytes: Uint8Array,
  width: number,
  stretches: readonly Stretch[],
  rows: number,
): Uint8Array {
  const taken = new Uint8Array(rows * width);
  let at = 0;
  for (const { start, count } of stretches) {
    taken.set(bytes.subarray(start * width, (start + count) * width), at);
    at += count * width;
  }
  return taken;
}

/** For each heap, the range between the first and the last string that is used. */
function takeStrings(
  data: StringVector,
  stretches: readonly Stretch[],
  rows: number,
  validity: Validity,
): StringVector {
  const bytes = takeBytes(data.bytes, 16, stretches, rows);
  const words = new Uint32Array(bytes.buffer, 0, rows * 4);
  const starts = new Float64Array(data.heaps.length).fill(Number.POSITIVE_INFINITY);
  const ends = new Float64Array(data.heaps.length);
  let stringBytes = 0;
  for (let at = 0; at < words.length; at += 4) {
    const length = words[at] as number;
    stringBytes += length;
    if (length <= inlineBytesMax) continue;
    const heap = words[at + 2] as number;
    const offset = words[at + 3] as number;
    starts[heap] = Math.min(starts[heap] as number, offset);
    ends[heap] = Math.max(ends[heap] as number, offset + length);
  }
  for (let at = 0; at < words.length; at += 4) {
    if ((words[at] as number) > inlineBytesMax)
      words[at + 3] = (words[at + 3] as number) - (starts[words[at + 2] as number] as number);
  }
  const heaps = data.heaps.map((heap, index) => heap.subarray(starts[index], ends[index]));
  const heapBytes = heaps.reduce((sum, { length }) => sum + length, 0);
  const weightBytes = rows * 4 + stringBytes;
  const areLong = data.areLong && heapBytes === stringBytes;
  return { kind: 'string', rows, validity, weightBytes, stringBytes, words, bytes, heaps, areLong };
}

/** For the elements, the range between the first and the last one that is used. */
function takeLists(
  data: ListVector,
  stretches: readonly Stretch[],
  rows: number,
  validity: Validity,
): ListVector {
  const { buffer, byteOffset, byteLength } = data.words;
  const bytes = takeBytes(new Uint8Array(buffer, byteOffset, byteLength), 16, stretches, rows);
  const words = new Uint32Array(bytes.buffer, 0, rows * 4);
  let first = Number.POSITIVE_INFINITY;
  let end = 0;
  let elements = 0;
  for (let at = 0; at < words.length; at += 4) {
    const length = words[at + 2] as number;
    if (length === 0) continue;
    elements += length;
    first = Math.min(first, words[at] as number);
    end = Math.max(end, (words[at] as number) + length);
  }
  for (let at = 0; at < words.length; at += 4) {
    words[at] = words[at + 2] === 0 ? 0 : (words[at] as number) - first;
  }
  const child = takeFrom(data.child, end === 0 ? [] : [{ start: first, count: end - first }]);
  const weightBytes = elements > child.rows ? Number.POSITIVE_INFINITY : rows * 4 + child.weightBytes;
  return { kind: 'list', rows, validity, weightBytes, words, child };
}

function takeVariants(
  data: VariantVector,
  stretches: readonly Stretch[],
  rows: number,
  validity: Validity,
): VariantVector {
  const { bytes, ends } = data.texts;
  const takenEnds = new Uint32Array(rows + 1);
  const parts: Uint8Array[] = [];
  let to = 0;
  let length = 0;
  for (const { start, count } of stretches) {
    const from = ends[start] as number;
    for (let row = start; row < start + count; row++)
      takenEnds[++to] = length + (ends[row + 1] as number) - from;
    parts.push(bytes.subarray(from, ends[start + count]));
    length += (ends[start + count] as number) - from;
  }
  const weightBytes = data.rows === 0 ? 0 : (data.weightBytes / data.rows) * rows;
  return {
    kind: 'variant',
    rows,
    validity,
    weightBytes,
    texts: { bytes: Buffer.concat(parts), ends: takenEnds },
  };
}
