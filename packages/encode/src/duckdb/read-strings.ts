import { isUtf8 } from 'node:buffer';
import type { Vector } from '@duckdb/node-bindings';
import { sharedKernel } from '../kernel/kernel.ts';
import { inlineBytesMax, type StringVector, stringAt } from '../vectors/string-vector.ts';
import type { Validity } from '../vectors/validity.ts';
import { repairUtf8 } from './utf8.ts';
import type { VectorMemory } from './vector-memory.ts';

/** Flags of the kernel's scan. */
const cutsCharacter = 1;
const hasBrokenShort = 2;
const hasShort = 4;

/**
 * Copies strings. Each call into the engine costs about a microsecond, and the strings of one vector are in a few
 * contiguous runs of memory in row order: so runs are found first and copied whole. With `text`, invalid UTF-8 is
 * repaired (U+FFFD for invalid bytes).
 */
export function readStrings(
  memory: VectorMemory,
  vector: Vector,
  rows: number,
  validity: Validity,
  text: boolean,
): StringVector {
  const bytes = memory.copyData(vector, rows * 16);
  const kernel = sharedKernel();
  const entries = kernel.put(bytes);
  const present = validity === null ? 0 : kernel.put(validity);
  const runs = kernel.take(rows * 8) / 4;
  const count = kernel.run.scanStrings(entries, present, rows, text, runs * 4);
  const flags = kernel.run.scannedFlags();
  // A run that is valid UTF-8 as a whole is valid string by string, unless a boundary splits a character.
  let suspect = text && (flags & (cutsCharacter | hasBrokenShort)) !== 0;
  const heaps: Uint8Array[] = [];
  for (let run = runs; run < runs + count * 2; run += 2) {
    const heap = memory.copyTarget(bytes, kernel.words[run] as number, kernel.words[run + 1] as number);
    if (text && !isUtf8(heap)) suspect = true;
    heaps.push(heap);
  }
  bytes.set(kernel.bytes.subarray(entries, entries + rows * 16));
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, rows * 4);
  const grownBytes = suspect ? repairStrings(words, bytes, heaps, rows) : 0;
  const stringBytes = kernel.run.scannedBytes() + grownBytes;
  const weightBytes = rows * 4 + stringBytes;
  const areLong = (flags & hasShort) === 0 && !suspect;
  return { kind: 'string', rows, validity, weightBytes, stringBytes, words, bytes, heaps, areLong };
}

/** Replaces each string that is not UTF-8, in place. Returns the number of bytes by which strings grew. */
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
