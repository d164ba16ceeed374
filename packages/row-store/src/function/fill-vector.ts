import ddb, { type Vector } from '@duckdb/node-bindings';
import type { FixedValues, ListValues, RowValues, TextValues } from '../row-set.ts';

/**
 * Strings of up to this number of bytes are inlined in their vector's entry; longer ones are stored where the entry
 * points to.
 */
const inlineBytesMax = 12;

/** Rows `[start, start + count)` of one set. */
export interface Piece<Values extends RowValues = RowValues> {
  readonly values: Values;
  readonly start: number;
  readonly count: number;
}

/**
 * Copies rows, piece by piece, into a new vector with enough capacity. A call into the engine costs about a
 * microsecond, so everything of a fixed length is copied in one call.
 */
export function fillVector(vector: Vector, pieces: readonly Piece[]): void {
  const rows = pieces.reduce((sum, { count }) => sum + count, 0);
  if (rows === 0) return;
  fillValidity(vector, pieces, rows);
  switch ((pieces[0] as Piece).values.kind) {
    case 'fixed':
      fillFixed(vector, pieces as readonly Piece<FixedValues>[], rows);
      return;
    case 'text':
      fillTexts(vector, pieces as readonly Piece<TextValues>[], rows);
      return;
    case 'list':
      fillLists(vector, pieces as readonly Piece<ListValues>[], rows);
  }
}

function fillValidity(vector: Vector, pieces: readonly Piece[], rows: number): void {
  if (pieces.every(({ values }) => values.validity === null)) return;
  const bits = new Uint8Array(Math.ceil(rows / 8)).fill(0xff);
  let row = 0;
  for (const { values, start, count } of pieces) {
    const { validity } = values;
    for (let from = start; from < start + count; from++, row++) {
      if (validity === null || (((validity[from >> 3] as number) >> (from & 7)) & 1) === 1) continue;
      bits[row >> 3] = (bits[row >> 3] as number) & ~(1 << (row & 7));
    }
  }
  ddb.vector_ensure_validity_writable(vector);
  ddb.copy_data_to_vector_validity(vector, 0, bits.buffer, 0, bits.length);
}

function fillFixed(vector: Vector, pieces: readonly Piece<FixedValues>[], rows: number): void {
  const { width } = (pieces[0] as Piece<FixedValues>).values;
  const all = new Uint8Array(rows * width);
  let at = 0;
  for (const { values, start, count } of pieces) {
    all.set(values.bytes.subarray(start * width, (start + count) * width), at);
    at += count * width;
  }
  ddb.copy_data_to_vector(vector, 0, all.buffer, 0, all.length);
}

/** Copies all entries at once, then the strings that are too long for an entry one by one. */
function fillTexts(vector: Vector, pieces: readonly Piece<TextValues>[], rows: number): void {
  const entries = new Uint8Array(rows * 16);
  const words = new Uint32Array(entries.buffer);
  let row = 0;
  for (const { values, start, count } of pieces) {
    const { offsets, bytes } = values;
    for (let from = start; from < start + count; from++, row++) {
      const first = offsets[from] as number;
      const length = (offsets[from + 1] as number) - first;
      if (length > inlineBytesMax) continue;
      words[row * 4] = length;
      for (let at = 0; at < length; at++) entries[row * 16 + 4 + at] = bytes[first + at] as number;
    }
  }
  ddb.copy_data_to_vector(vector, 0, entries.buffer, 0, entries.length);
  row = 0;
  for (const { values, start, count } of pieces) {
    const { offsets, bytes } = values;
    for (let from = start; from < start + count; from++, row++) {
      const first = offsets[from] as number;
      const end = offsets[from + 1] as number;
      if (end - first <= inlineBytesMax) continue;
      ddb.vector_assign_string_element_len(vector, row, bytes.subarray(first, end));
    }
  }
}

function fillLists(vector: Vector, pieces: readonly Piece<ListValues>[], rows: number): void {
  const entries = new Uint32Array(rows * 4);
  const elements: Piece<ListValues['child']>[] = [];
  let row = 0;
  let total = 0;
  for (const { values, start, count } of pieces) {
    const { offsets, child } = values;
    const first = offsets[start] as number;
    for (let from = start; from < start + count; from++, row++) {
      entries[row * 4] = total + (offsets[from] as number) - first;
      entries[row * 4 + 2] = (offsets[from + 1] as number) - (offsets[from] as number);
    }
    const length = (offsets[start + count] as number) - first;
    elements.push({ values: child, start: first, count: length });
    total += length;
  }
  ddb.copy_data_to_vector(vector, 0, entries.buffer, 0, entries.byteLength);
  ddb.list_vector_reserve(vector, total);
  ddb.list_vector_set_size(vector, total);
  fillVector(ddb.list_vector_get_child(vector), elements);
}
