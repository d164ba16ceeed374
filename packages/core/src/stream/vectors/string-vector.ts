import { isUtf8 } from 'node:buffer';
import type { Vector } from '@duckdb/node-bindings';
import { repairUtf8, shortIsUtf8 } from './utf8.ts';
import type { Validity } from './validity.ts';
import type { VectorMemory } from './vector-memory.ts';

/**
 * Strings or blobs. `words` are DuckDB's 16-byte entries with its addresses replaced by places in `heaps`:
 * `words[4r]` is the length in bytes (0 in a NULL row). Up to 12 bytes stand in the entry itself, at `16r + 4` of
 * `bytes`, which is the same memory; longer ones at `words[4r + 3]` of `heaps[words[4r + 2]]`. Neighbours in a heap
 * are mostly neighbours in the vector.
 */
export interface StringVector {
  readonly kind: 'string';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly heaps: readonly Uint8Array[];
}

/** Bytes that an entry holds in itself. */
export const inlineBytesMax = 12;

/** Longest stretch of memory copied in one call. */
const runBytesMax = 1 << 26;

/**
 * Copies strings. Each crossing into the engine costs about a microsecond, and strings of one vector lie in a few
 * contiguous runs of memory in row order: so runs are found first and copied whole. With `text`, what is not UTF-8
 * is repaired (U+FFFD for what cannot be read), so that nothing downstream meets it.
 */
export function readStrings(
  memory: VectorMemory,
  vector: Vector,
  rows: number,
  validity: Validity,
  text: boolean,
): StringVector {
  const bytes = memory.copyData(vector, rows * 16);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, rows * 4);
  const heaps: Uint8Array[] = [];
  let weightBytes = rows * 4;
  let inlineBits = 0;
  let suspect = false;
  let runFirst = -1;
  let runBytes = 0;
  let nextAddress = -1;

  const closeRun = (): void => {
    const heap = memory.copyTarget(bytes, runFirst * 4 + 8, runBytes);
    words[runFirst + 2] = heaps.length;
    words[runFirst + 3] = 0;
    heaps.push(heap);
    if (text && !isUtf8(heap)) suspect = true;
  };

  for (let row = 0, at = 0; row < rows; row++, at += 4) {
    if (validity !== null && (((validity[row >> 3] as number) >> (row & 7)) & 1) === 0) {
      words[at] = 0;
      continue;
    }
    const length = words[at] as number;
    weightBytes += length;
    if (length <= inlineBytesMax) {
      inlineBits |= (words[at + 1] as number) | (words[at + 2] as number) | (words[at + 3] as number);
      continue;
    }
    // A run that is UTF-8 as a whole is so string by string unless a border cuts through a character.
    if (((words[at + 1] as number) & 0xc0) === 0x80) suspect = true;
    const address = (words[at + 3] as number) * 4294967296 + (words[at + 2] as number);
    if (address === nextAddress && runBytes + length <= runBytesMax) {
      words[at + 2] = heaps.length;
      words[at + 3] = runBytes;
      runBytes += length;
    } else {
      if (runFirst >= 0) closeRun();
      runFirst = at;
      runBytes = length;
    }
    nextAddress = address + length;
  }
  if (runFirst >= 0) closeRun();

  if (text) {
    if (!suspect && (inlineBits & 0x80808080) !== 0) suspect = !inlineIsUtf8(words, bytes, rows);
    if (suspect) weightBytes += repairStrings(words, bytes, heaps, rows);
  }
  return { kind: 'string', rows, validity, weightBytes, words, bytes, heaps };
}

/** The bytes of one string; a view, valid as long as the vector is. */
export function stringAt(
  words: Uint32Array,
  bytes: Uint8Array,
  heaps: readonly Uint8Array[],
  row: number,
): Uint8Array {
  const length = words[row * 4] as number;
  if (length <= inlineBytesMax) return bytes.subarray(row * 16 + 4, row * 16 + 4 + length);
  const offset = words[row * 4 + 3] as number;
  return (heaps[words[row * 4 + 2] as number] as Uint8Array).subarray(offset, offset + length);
}

function inlineIsUtf8(words: Uint32Array, bytes: Uint8Array, rows: number): boolean {
  for (let row = 0, at = 0; row < rows; row++, at += 4) {
    const length = words[at] as number;
    if (length === 0 || length > inlineBytesMax) continue;
    const bits = (words[at + 1] as number) | (words[at + 2] as number) | (words[at + 3] as number);
    if ((bits & 0x80808080) !== 0 && !shortIsUtf8(bytes, at * 4 + 4, length)) return false;
  }
  return true;
}

/** Replaces each string that is not UTF-8, in place. Gives the bytes by which strings grew. */
function repairStrings(words: Uint32Array, bytes: Uint8Array, heaps: Uint8Array[], rows: number): number {
  let grown = 0;
  for (let row = 0; row < rows; row++) {
    const broken = stringAt(words, bytes, heaps, row);
    if (isUtf8(broken)) continue;
    const repaired = repairUtf8(broken);
    grown += repaired.length - broken.length;
    words[row * 4] = repaired.length;
    if (repaired.length <= inlineBytesMax) {
      bytes.set(repaired, row * 16 + 4);
    } else {
      words[row * 4 + 2] = heaps.length;
      words[row * 4 + 3] = 0;
      heaps.push(repaired);
    }
  }
  return grown;
}
