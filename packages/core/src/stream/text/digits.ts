/**
 * Numbers as ASCII digits. Each function writes to `bytes` from `at` on, where there is room, and gives the place
 * after the last byte written.
 */

/** '00' to '99', one after another. */
const pairs = new Uint8Array(200);
for (let value = 0; value < 100; value++) {
  pairs[value * 2] = 48 + Math.floor(value / 10);
  pairs[value * 2 + 1] = 48 + (value % 10);
}

/** Two digits, 0 to 99. */
export function writePair(bytes: Uint8Array, at: number, value: number): number {
  bytes[at] = pairs[value * 2] as number;
  bytes[at + 1] = pairs[value * 2 + 1] as number;
  return at + 2;
}

/** As many digits as it takes, 0 to 2^32 − 1. */
export function writeUint32(bytes: Uint8Array, at: number, value: number): number {
  if (value < 10) {
    bytes[at] = 48 + value;
    return at + 1;
  }
  const end = at + countDigits(value);
  let place = end;
  let left = value;
  while (left >= 100) {
    const quotient = (left / 100) >>> 0;
    place -= 2;
    writePair(bytes, place, left - quotient * 100);
    left = quotient;
  }
  if (left >= 10) writePair(bytes, at, left);
  else bytes[at] = 48 + left;
  return end;
}

function countDigits(value: number): number {
  if (value < 10_000) return value < 100 ? 2 : value < 1000 ? 3 : 4;
  if (value < 100_000_000) return value < 1_000_000 ? (value < 100_000 ? 5 : 6) : value < 10_000_000 ? 7 : 8;
  return value < 1_000_000_000 ? 9 : 10;
}

/** As many digits as it takes, 0 to 2^53 − 1. */
export function writeUint53(bytes: Uint8Array, at: number, value: number): number {
  if (value < 4294967296) return writeUint32(bytes, at, value >>> 0);
  // Quotients of whole numbers below 2^53 by 10^9 are far enough from the next whole number to be floored.
  const high = Math.floor(value / 1e9);
  return writePadded(bytes, writeUint53(bytes, at, high), value - high * 1e9, 9);
}

/** Exactly `digits` digits (at most 9), zeros in front. */
export function writePadded(bytes: Uint8Array, at: number, value: number, digits: number): number {
  let left = value >>> 0;
  for (let place = at + digits - 1; place >= at; place--) {
    const quotient = (left / 10) >>> 0;
    bytes[place] = 48 + left - quotient * 10;
    left = quotient;
  }
  return at + digits;
}

/** Text known to be ASCII. */
export function writeAscii(bytes: Uint8Array, at: number, text: string): number {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
  return at + text.length;
}

/** A signed 64-bit integer from its two words. */
export function writeInt64(bytes: Uint8Array, at: number, high: number, low: number): number {
  if (high === 0) return writeUint32(bytes, at, low);
  const value = high * 4294967296 + low;
  if (value > 0 && value <= Number.MAX_SAFE_INTEGER) return writeUint53(bytes, at, value);
  if (value < 0 && value >= -Number.MAX_SAFE_INTEGER) {
    bytes[at] = 45;
    return writeUint53(bytes, at + 1, -value);
  }
  return writeAscii(bytes, at, ((BigInt(high) << 32n) | BigInt(low)).toString());
}

/**
 * Puts a decimal point into the digits just written in `[start, end)` (a minus in front allowed), so that `scale`
 * digits follow it, and at least one precedes it.
 */
export function insertPoint(bytes: Uint8Array, start: number, end: number, scale: number): number {
  if (scale === 0) return end;
  const first = bytes[start] === 45 ? start + 1 : start;
  const zeros = Math.max(0, scale + 1 - (end - first));
  bytes.copyWithin(first + zeros, first, end);
  bytes.fill(48, first, first + zeros);
  const point = end + zeros - scale;
  bytes.copyWithin(point + 1, point, end + zeros);
  bytes[point] = 46;
  return end + zeros + 1;
}
