import type { Validity } from '../../vectors/validity.ts';
import type { BufferSource } from '../message.ts';
import type { Segment } from './segment.ts';

const nothing: BufferSource = { byteLength: 0, writeTo() {} };

/** The validity bitmap of a column; an empty buffer where no row is NULL, as the format allows. */
export function validityBuffer(segments: readonly Segment[], rows: number, nulls: number): BufferSource {
  if (nulls === 0) return nothing;
  return {
    byteLength: Math.ceil(rows / 8),
    writeTo(target, at) {
      target.fill(0, at, at + Math.ceil(rows / 8));
      let bit = at * 8;
      for (const { data, start, count } of segments) {
        copyBits(data.validity, start, target, bit, count);
        bit += count;
      }
    },
  };
}

/** Copies bits to a position where all bits are 0; ones where there is no bitmap. */
function copyBits(
  source: Validity,
  sourceBit: number,
  target: Uint8Array,
  targetBit: number,
  count: number,
): void {
  let done = 0;
  if (((sourceBit | targetBit) & 7) === 0) {
    const bytes = count >> 3;
    if (source === null) target.fill(0xff, targetBit / 8, targetBit / 8 + bytes);
    else target.set(source.subarray(sourceBit >> 3, (sourceBit >> 3) + bytes), targetBit / 8);
    done = bytes * 8;
  }
  for (; done < count; done++) {
    const from = sourceBit + done;
    if (source !== null && (((source[from >> 3] as number) >> (from & 7)) & 1) === 0) continue;
    setBit(target, targetBit + done);
  }
}

/** Bit positions in large messages exceed 2^31, so no shift operators here. */
function setBit(target: Uint8Array, bit: number): void {
  const byte = Math.floor(bit / 8);
  target[byte] = (target[byte] as number) | (1 << (bit - byte * 8));
}

export function clearBit(target: Uint8Array, bit: number): void {
  const byte = Math.floor(bit / 8);
  target[byte] = (target[byte] as number) & ~(1 << (bit - byte * 8));
}

/** Packs bytes that are 0 or 1 into bits. */
export function packBooleans(
  source: Uint8Array,
  start: number,
  count: number,
  target: Uint8Array,
  targetBit: number,
): void {
  let row = start;
  let bit = targetBit;
  const end = start + count;
  for (; row < end && (bit & 7) !== 0; row++, bit++) if (source[row] !== 0) setBit(target, bit);
  let byte = Math.floor(bit / 8);
  for (; row + 8 <= end; row += 8, bit += 8) {
    let packed = 0;
    for (let index = 7; index >= 0; index--) packed = (packed << 1) | ((source[row + index] as number) & 1);
    target[byte++] = packed;
  }
  for (; row < end; row++, bit++) if (source[row] !== 0) setBit(target, bit);
}
