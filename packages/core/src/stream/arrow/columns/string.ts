import { inlineBytesMax, type StringVector } from '../../vectors/string-vector.ts';
import type { BatchBuilder } from '../message.ts';
import { ArrowColumn, bufferSource } from './column.ts';
import type { Segment } from './segment.ts';

/** VARCHAR and BLOB: 32-bit offsets and all bytes in a row. */
export class StringColumn extends ArrowColumn<StringVector> {
  #byteLength = 0;

  protected override appended({ data, start, count }: Segment<StringVector>): void {
    const { words } = data;
    let byteLength = 0;
    for (let at = start * 4; at < (start + count) * 4; at += 4) byteLength += words[at] as number;
    this.#byteLength += byteLength;
  }

  override reset(): void {
    super.reset();
    this.#byteLength = 0;
  }

  protected emitValues(batch: BatchBuilder): void {
    const { segments, rows } = this;
    batch.addBuffer(bufferSource((rows + 1) * 4, (target, at) => writeOffsets(segments, rows, target, at)));
    const writeTo = (target: Uint8Array, start: number): void => {
      let at = start;
      for (const segment of segments) at = gatherStrings(segment, target, at);
    };
    batch.addBuffer(bufferSource(this.#byteLength, writeTo));
  }
}

function writeOffsets(
  segments: readonly Segment<StringVector>[],
  rows: number,
  target: Uint8Array,
  at: number,
): void {
  const offsets = new Int32Array(target.buffer, target.byteOffset + at, rows + 1);
  let index = 0;
  let offset = 0;
  offsets[index++] = 0;
  for (const { data, start, count } of segments) {
    const { words } = data;
    for (let word = start * 4; word < (start + count) * 4; word += 4) {
      offset += words[word] as number;
      offsets[index++] = offset;
    }
  }
}

/** Up to here words are copied one by one; from here on a call of `set` costs less. */
const wordwiseBytesMax = 160;

/** Writes the bytes of all strings one after another and gives the place after; the last may run over by 12 bytes. */
function gatherStrings(
  { data, start, count }: Segment<StringVector>,
  target: Uint8Array,
  first: number,
): number {
  const { words, heaps } = data;
  const output = new DataView(target.buffer, target.byteOffset, target.byteLength);
  const end = (start + count) * 4;
  let at = first;
  let heapIndex = -1;
  let heap: Uint8Array = noBytes;
  let input: DataView = noView;
  for (let word = start * 4; word < end; word += 4) {
    const length = words[word] as number;
    if (length <= inlineBytesMax) {
      if (length === 0) continue;
      output.setUint32(at, words[word + 1] as number, true);
      if (length > 4) {
        output.setUint32(at + 4, words[word + 2] as number, true);
        if (length > 8) output.setUint32(at + 8, words[word + 3] as number, true);
      }
      at += length;
      continue;
    }
    if (words[word + 2] !== heapIndex) {
      heapIndex = words[word + 2] as number;
      heap = heaps[heapIndex] as Uint8Array;
      input = new DataView(heap.buffer, heap.byteOffset, heap.byteLength);
    }
    const from = words[word + 3] as number;
    let to = from + length;
    // Neighbours that follow in the same heap are copied along.
    while (
      word + 4 < end &&
      (words[word + 4] as number) > inlineBytesMax &&
      words[word + 6] === heapIndex &&
      words[word + 7] === to
    ) {
      word += 4;
      to += words[word] as number;
    }
    if (to - from > wordwiseBytesMax) target.set(heap.subarray(from, to), at);
    else copyWordwise(input, heap, from, to, output, target, at);
    at += to - from;
  }
  return at;
}

const noBytes = new Uint8Array(0);
const noView = new DataView(noBytes.buffer);

function copyWordwise(
  input: DataView,
  source: Uint8Array,
  from: number,
  to: number,
  output: DataView,
  target: Uint8Array,
  at: number,
): void {
  let place = from;
  const shift = at - from;
  for (; place + 4 <= to; place += 4) output.setUint32(place + shift, input.getUint32(place, true), true);
  for (; place < to; place++) target[place + shift] = source[place] as number;
}
