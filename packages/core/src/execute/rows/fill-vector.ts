import ddb, { type Vector } from '@duckdb/node-bindings';
import type { ListValues, RowValues, TextValues } from '../../index/row-store/row-set.ts';

/** Up to so many bytes a string stands in its vector's entry; longer ones are copied to where the entry points. */
const inlineBytesMax = 12;

/** Copies the rows `[start, start + count)` into a fresh vector of a data chunk. */
export function fillVector(vector: Vector, values: RowValues, start: number, count: number): void {
  fillValidity(vector, values.validity, start, count);
  switch (values.kind) {
    case 'fixed': {
      const { bytes, width } = values;
      copy(vector, bytes.subarray(start * width, (start + count) * width));
      return;
    }
    case 'text':
      fillTexts(vector, values, start, count);
      return;
    case 'list':
      fillLists(vector, values, start, count);
  }
}

function fillValidity(vector: Vector, validity: Uint8Array | null, start: number, count: number): void {
  if (validity === null) return;
  ddb.vector_ensure_validity_writable(vector);
  const byteLength = Math.ceil(count / 8);
  const bits =
    (start & 7) === 0
      ? validity.slice(start >> 3, (start >> 3) + byteLength)
      : shifted(validity, start, count);
  ddb.copy_data_to_vector_validity(vector, 0, bits.buffer as ArrayBuffer, bits.byteOffset, byteLength);
}

function shifted(validity: Uint8Array, start: number, count: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(count / 8));
  for (let row = 0; row < count; row++) {
    const bit = ((validity[(start + row) >> 3] as number) >> ((start + row) & 7)) & 1;
    bits[row >> 3] = (bits[row >> 3] as number) | (bit << (row & 7));
  }
  return bits;
}

/** All entries in one copy; then those too long for it, one by one (about a microsecond each). */
function fillTexts(vector: Vector, { offsets, bytes }: TextValues, start: number, count: number): void {
  const entries = new Uint8Array(count * 16);
  const lengths = new Uint32Array(entries.buffer);
  for (let row = 0; row < count; row++) {
    const from = offsets[start + row] as number;
    const length = (offsets[start + row + 1] as number) - from;
    if (length > inlineBytesMax) continue;
    lengths[row * 4] = length;
    for (let at = 0; at < length; at++) entries[row * 16 + 4 + at] = bytes[from + at] as number;
  }
  copy(vector, entries);
  for (let row = 0; row < count; row++) {
    const from = offsets[start + row] as number;
    const to = offsets[start + row + 1] as number;
    if (to - from > inlineBytesMax) {
      ddb.vector_assign_string_element_len(vector, row, bytes.subarray(from, to));
    }
  }
}

function fillLists(vector: Vector, { offsets, child }: ListValues, start: number, count: number): void {
  const first = offsets[start] as number;
  const elements = (offsets[start + count] as number) - first;
  const entries = new Uint32Array(count * 4);
  for (let row = 0; row < count; row++) {
    const from = offsets[start + row] as number;
    entries[row * 4] = from - first;
    entries[row * 4 + 2] = (offsets[start + row + 1] as number) - from;
  }
  copy(vector, new Uint8Array(entries.buffer));
  ddb.list_vector_reserve(vector, elements);
  ddb.list_vector_set_size(vector, elements);
  if (elements > 0) fillVector(ddb.list_vector_get_child(vector), child, first, elements);
}

function copy(vector: Vector, bytes: Uint8Array): void {
  if (bytes.length === 0) return;
  ddb.copy_data_to_vector(vector, 0, bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
}
