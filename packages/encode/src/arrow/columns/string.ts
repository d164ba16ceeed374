import { sharedKernel } from '../../kernel/kernel.ts';
import { placeHeaps } from '../../text/text-columns.ts';
import { type StringVector, stringAt } from '../../vectors/string-vector.ts';
import type { BatchBuilder } from '../message.ts';
import { ArrowColumn, bufferSource } from './column.ts';
import type { Segment } from './segment.ts';

/** VARCHAR and BLOB: 32-bit offsets and the contiguous bytes. */
export class StringColumn extends ArrowColumn<StringVector> {
  #byteLength = 0;

  protected override appended({ data, start, count }: Segment<StringVector>): void {
    this.#byteLength += start === 0 && count === data.rows ? data.stringBytes : bytesIn(data, start, count);
  }

  override reset(): void {
    super.reset();
    this.#byteLength = 0;
  }

  /** The ends are known only after the bytes have been collected, and precede them. */
  protected emitValues(batch: BatchBuilder): void {
    const { segments, rows } = this;
    let offsets: Int32Array;
    batch.addBuffer(
      bufferSource((rows + 1) * 4, (target, at) => {
        offsets = new Int32Array(target.buffer, target.byteOffset + at, rows + 1);
        offsets[0] = 0;
      }),
    );
    const writeTo = (target: Uint8Array, start: number): void => {
      let row = 0;
      let at = start;
      for (const segment of segments) {
        const ends = offsets.subarray(row + 1, row + 1 + segment.count);
        at = writeSegment(segment, target, at, ends, at - start);
        row += segment.count;
      }
    };
    batch.addBuffer(bufferSource(this.#byteLength, writeTo));
  }
}

function bytesIn({ words }: StringVector, start: number, count: number): number {
  let bytes = 0;
  for (let at = start * 4; at < (start + count) * 4; at += 4) bytes += words[at] as number;
  return bytes;
}

/** Writes a segment's strings from `at` on and their ends, relative to `base`. Returns the position after them. */
function writeSegment(
  { data, start, count }: Segment<StringVector>,
  target: Uint8Array,
  at: number,
  ends: Int32Array,
  base: number,
): number {
  const isWhole = start === 0 && count === data.rows;
  if (isWhole && !data.areLong) return gatherAll(data, target, at, ends, base);
  const { words, bytes, heaps } = data;
  let end = base;
  for (let row = 0, word = start * 4; row < count; row++, word += 4) {
    end += words[word] as number;
    ends[row] = end;
  }
  let place = at;
  if (isWhole) {
    for (const heap of heaps) {
      target.set(heap, place);
      place += heap.length;
    }
    return place;
  }
  // Part of a chunk, which is split only when its strings are long.
  for (let row = start; row < start + count; row++) {
    const string = stringAt(words, bytes, heaps, row);
    target.set(string, place);
    place += string.length;
  }
  return place;
}

function gatherAll(
  data: StringVector,
  target: Uint8Array,
  at: number,
  ends: Int32Array,
  base: number,
): number {
  const kernel = sharedKernel();
  const entries = kernel.put(data.bytes);
  const heaps = placeHeaps(kernel, data.heaps);
  const gatheredEnds = kernel.take(data.rows * 4);
  const gathered = kernel.take(data.stringBytes);
  const byteLength = kernel.run.gatherStrings(entries, heaps, 0, data.rows, base, gatheredEnds, gathered);
  const { bytes } = kernel;
  target.set(bytes.subarray(gathered, gathered + byteLength), at);
  ends.set(new Int32Array(bytes.buffer, gatheredEnds, data.rows));
  return at + byteLength;
}
