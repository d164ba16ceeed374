import { pushVarint } from './thrift.ts';

/**
 * Repetition or definition levels in Parquet's hybrid of run-length and bit-packed encoding, preceded by their
 * length: one run when all are the same, otherwise one bit-packed section, eight levels at a time.
 */
export function encodeLevels(levels: Uint8Array, count: number, levelMax: number): Uint8Array {
  const width = 32 - Math.clz32(levelMax);
  const head: number[] = [];
  const first = levels[0] as number;
  if (isConstant(levels, count)) {
    pushVarint(head, count * 2);
    head.push(first);
    return withLength(head, new Uint8Array(0));
  }
  const groups = Math.ceil(count / 8);
  pushVarint(head, groups * 2 + 1);
  const packed = new Uint8Array(groups * width);
  if (width === 1) packSingle(levels, count, packed);
  else pack(levels, count, width, packed);
  return withLength(head, packed);
}

function isConstant(levels: Uint8Array, count: number): boolean {
  const first = levels[0];
  for (let index = 1; index < count; index++) if (levels[index] !== first) return false;
  return true;
}

function packSingle(levels: Uint8Array, count: number, packed: Uint8Array): void {
  for (let index = 0; index < count; index++) {
    if (levels[index] === 1) packed[index >> 3] = (packed[index >> 3] as number) | (1 << (index & 7));
  }
}

/** Levels are at most 255, so one spans two bytes at most. */
function pack(levels: Uint8Array, count: number, width: number, packed: Uint8Array): void {
  for (let index = 0, bit = 0; index < count; index++, bit += width) {
    const shifted = (levels[index] as number) << (bit & 7);
    const byte = bit >> 3;
    packed[byte] = (packed[byte] as number) | (shifted & 0xff);
    if (shifted > 0xff) packed[byte + 1] = (packed[byte + 1] as number) | (shifted >> 8);
  }
}

function withLength(head: readonly number[], packed: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + head.length + packed.length);
  new DataView(bytes.buffer).setUint32(0, head.length + packed.length, true);
  bytes.set(head, 4);
  bytes.set(packed, 4 + head.length);
  return bytes;
}
