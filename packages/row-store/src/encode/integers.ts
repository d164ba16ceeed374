import type { ByteWriter } from '../bytes/byte-writer.ts';

/** The encoding of a run of integers in a block; its first byte. */
export const integerLayouts = {
  /** 8 bytes each. */
  raw: 0,
  /** Multiples of a step, relative to the minimum. */
  aboveLeast: 1,
  /** Multiples of a step, relative to the previous value; for ascending values. */
  abovePrevious: 2,
} as const;

/** Ranges up to this size are computed exactly in doubles. */
const exactMax = 2 ** 53 - 1;

/** 64-bit integers as pairs of words, the low one first: `words[2i]`, `words[2i + 1]`. */
export function writeIntegers(writer: ByteWriter, words: Uint32Array, count: number): void {
  const deltas = new Float64Array(count);
  const least = leastOf(words, count);
  const greatest = deltasAbove(words, count, least, deltas);
  if (greatest > exactMax) {
    writeRaw(writer, words, count);
    return;
  }
  const rises = isRising(deltas);
  if (rises) for (let index = count - 1; index > 0; index--) deltas[index] = step(deltas, index);
  const divisor = commonDivisor(deltas);
  writer.byte(rises ? integerLayouts.abovePrevious : integerLayouts.aboveLeast);
  writeSigned(writer, words[2 * least] as number, words[2 * least + 1] as number);
  writer.varint(divisor);
  let max = 0;
  for (let index = 0; index < count; index++) {
    const quotient = (deltas[index] as number) / divisor;
    deltas[index] = quotient;
    if (quotient > max) max = quotient;
  }
  writePlanes(writer, deltas, max);
}

function step(deltas: Float64Array, index: number): number {
  return (deltas[index] as number) - (deltas[index - 1] as number);
}

function leastOf(words: Uint32Array, count: number): number {
  let least = 0;
  for (let index = 1; index < count; index++) {
    const high = (words[2 * index + 1] as number) | 0;
    const leastHigh = (words[2 * least + 1] as number) | 0;
    if (
      high < leastHigh ||
      (high === leastHigh && (words[2 * index] as number) < (words[2 * least] as number))
    ) {
      least = index;
    }
  }
  return least;
}

/** Computes the distance of each value from the one at `least`; returns the maximum distance, inexact beyond 2^53. */
function deltasAbove(words: Uint32Array, count: number, least: number, deltas: Float64Array): number {
  const baseLow = words[2 * least] as number;
  const baseHigh = (words[2 * least + 1] as number) | 0;
  let greatest = 0;
  for (let index = 0; index < count; index++) {
    const high = (words[2 * index + 1] as number) | 0;
    const delta = (high - baseHigh) * 4294967296 + ((words[2 * index] as number) - baseLow);
    deltas[index] = delta;
    if (delta > greatest) greatest = delta;
  }
  return greatest;
}

function isRising(deltas: Float64Array): boolean {
  if (deltas.length < 3) return false;
  for (let index = 1; index < deltas.length; index++) if (step(deltas, index) < 0) return false;
  return true;
}

/** The greatest common divisor of all; 1 when all are 0. */
function commonDivisor(values: Float64Array): number {
  let divisor = 0;
  for (const value of values) {
    if (value === 0) continue;
    let other = value;
    while (other !== 0) {
      const rest = divisor % other;
      divisor = other;
      other = rest;
    }
    if (divisor === 1) return 1;
  }
  return divisor === 0 ? 1 : divisor;
}

/** Zigzag varint: the sign in the lowest bit; 10 bytes at most. */
function writeSigned(writer: ByteWriter, low: number, high: number): void {
  const value = (BigInt(high | 0) << 32n) | BigInt(low);
  let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  for (; rest >= 128n; rest >>= 7n) writer.byte(Number(rest & 127n) | 128);
  writer.byte(Number(rest));
}

function writeRaw(writer: ByteWriter, words: Uint32Array, count: number): void {
  writer.byte(integerLayouts.raw);
  writer.put(new Uint8Array(words.buffer, words.byteOffset, count * 8));
}

/**
 * Fixed width, as the maximum needs; all low bytes first, then all second bytes: similar bytes compress better
 * together.
 */
function writePlanes(writer: ByteWriter, values: Float64Array, max: number): void {
  let width = 0;
  for (let rest = max; rest >= 1; rest /= 256) width++;
  writer.byte(width);
  const count = values.length;
  writer.reserve(width * count);
  const { bytes, length } = writer;
  for (let index = 0; index < count; index++) {
    let rest = values[index] as number;
    for (let at = length + index, plane = 0; plane < width; plane++, at += count) {
      bytes[at] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }
  writer.length += width * count;
}
