import type { ByteReader } from '../bytes/byte-reader.ts';
import { integerLayouts } from '../encode/integers.ts';
import { absent } from './column-decoder.ts';

/** Reads those of `ranks`, ascending, from `count` integers into pairs of words; 0 for a missing one. */
export function readIntegers(
  reader: ByteReader,
  count: number,
  ranks: Uint32Array,
  words: Uint32Array,
): void {
  const layout = reader.byte();
  if (layout === integerLayouts.raw) {
    readRaw(reader, count, ranks, words);
    return;
  }
  const [baseLow, baseHigh] = readSigned(reader);
  const divisor = reader.varint();
  const width = reader.byte();
  const planes = reader.skip(width * count);
  const running = layout === integerLayouts.abovePrevious;
  let sum = 0;
  let summed = 0;
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index] as number;
    if (rank === absent) continue;
    if (running) {
      for (; summed <= rank; summed++) sum += planeValue(reader.bytes, planes, width, count, summed);
    } else {
      sum = planeValue(reader.bytes, planes, width, count, rank);
    }
    const delta = sum * divisor;
    const low = baseLow + (delta % 4294967296);
    words[2 * index] = low;
    words[2 * index + 1] = baseHigh + Math.floor(delta / 4294967296) + (low >= 4294967296 ? 1 : 0);
  }
}

function planeValue(bytes: Uint8Array, start: number, width: number, count: number, index: number): number {
  let value = 0;
  for (let plane = 0, at = start + index, factor = 1; plane < width; plane++, at += count, factor *= 256) {
    value += (bytes[at] as number) * factor;
  }
  return value;
}

function readRaw(reader: ByteReader, count: number, ranks: Uint32Array, words: Uint32Array): void {
  const start = reader.skip(count * 8);
  const view = new DataView(reader.bytes.buffer, reader.bytes.byteOffset + start, count * 8);
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index] as number;
    if (rank === absent) continue;
    words[2 * index] = view.getUint32(rank * 8, true);
    words[2 * index + 1] = view.getUint32(rank * 8 + 4, true);
  }
}

/** A zigzag number of up to 64 bits as its low and its high word. */
function readSigned(reader: ByteReader): [number, number] {
  const first = reader.byte();
  if (first < 128) {
    const value = (first & 1) === 0 ? first >> 1 : -1 - (first >> 1);
    return [value >>> 0, value < 0 ? -1 : 0];
  }
  // three times 28 bits: a number of 32 bits is the most that bitwise operators take
  const parts = [first & 127, 0, 0] as [number, number, number];
  for (let shift = 7; shift < 70; shift += 7) {
    const byte = reader.byte();
    const at = Math.floor(shift / 28);
    parts[at] = (parts[at] as number) | ((byte & 127) << (shift % 28));
    if (byte < 128) break;
  }
  const low = parts[0] | (parts[1] << 28);
  const high = (parts[1] >>> 4) | (parts[2] << 24);
  const sign = -(low & 1);
  return [(((low >>> 1) | (high << 31)) ^ sign) >>> 0, (high >>> 1) ^ sign];
}
