import { sharedKernel } from '../kernel/kernel.ts';
import { placeHeaps } from '../text/text-columns.ts';
import type { StringVector } from '../vectors/string-vector.ts';

/** The length of each string, or of each list. */
export function lengthsIn(words: Uint32Array, at: 0 | 2): Uint32Array {
  const lengths = new Uint32Array(words.length / 4);
  for (let row = 0; row < lengths.length; row++) lengths[row] = words[row * 4 + at] as number;
  return lengths;
}

/** The bytes of all strings, one after another, in pieces. */
export function stringPieces(data: StringVector): readonly Uint8Array[] {
  if (data.areLong) return data.heaps;
  const kernel = sharedKernel();
  const entries = kernel.put(data.bytes);
  const heaps = placeHeaps(kernel, data.heaps);
  const ends = kernel.take(data.rows * 4);
  const bytes = kernel.take(data.stringBytes);
  const length = kernel.run.gatherStrings(entries, heaps, 0, data.rows, 0, ends, bytes);
  return [kernel.copyOut(bytes, bytes + length)];
}

/** Whether lists are contiguous: each list's elements follow those of the list before, from element 0. */
export function areInOrder(words: Uint32Array): boolean {
  let offset = 0;
  for (let at = 0; at < words.length; at += 4) {
    const length = words[at + 2] as number;
    if (length > 0 && words[at] !== offset) return false;
    offset += length;
  }
  return true;
}
