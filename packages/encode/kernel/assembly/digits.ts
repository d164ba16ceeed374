/** Numbers as ASCII digits. */

/** '00' to '99', one after another. */
const pairs: usize = memory.data(200, 16);
for (let value: u32 = 0; value < 100; value++) {
  store<u8>(pairs + (value << 1), 48 + value / 10);
  store<u8>(pairs + (value << 1) + 1, 48 + (value % 10));
}

/** Two digits, 0 to 99. */
export function writePair(at: usize, value: u32): usize {
  store<u16>(at, load<u16>(pairs + (value << 1)));
  return at + 2;
}

function countDigits(value: u32): u32 {
  if (value < 10000) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  if (value < 100000000) return value < 1000000 ? (value < 100000 ? 5 : 6) : value < 10000000 ? 7 : 8;
  return value < 1000000000 ? 9 : 10;
}

export function writeUint32(at: usize, value: u32): usize {
  const end = at + countDigits(value);
  let place = end;
  let left = value;
  while (left >= 100) {
    const quotient = left / 100;
    place -= 2;
    writePair(place, left - quotient * 100);
    left = quotient;
  }
  if (left >= 10) writePair(place - 2, left);
  else store<u8>(place - 1, 48 + left);
  return end;
}

/** Exactly `digits` digits, zeros in front. */
export function writePadded(at: usize, value: u32, digits: u32): usize {
  let left = value;
  let place = at + digits;
  while (place >= at + 2) {
    const quotient = left / 100;
    place -= 2;
    writePair(place, left - quotient * 100);
    left = quotient;
  }
  if (place > at) store<u8>(at, 48 + left);
  return at + digits;
}

export function writeUint64(at: usize, value: u64): usize {
  if (value < 0x100000000) return writeUint32(at, value as u32);
  const high = value / 1000000000;
  const low = (value - high * 1000000000) as u32;
  return writePadded(writeUint64(at, high), low, 9);
}

export function writeInt64(at: usize, value: i64): usize {
  if (value >= 0) return writeUint64(at, value as u64);
  store<u8>(at, 45);
  return writeUint64(at + 1, 0 - (value as u64));
}

/** 128 bits, unsigned: 9 digits at a time by long division over 32-bit limbs. */
export function writeUint128(at: usize, high: u64, low: u64): usize {
  if (high === 0) return writeUint64(at, low);
  let a = high >> 32;
  let b = high & 0xffffffff;
  let c = low >> 32;
  let d = low & 0xffffffff;
  const billion: u64 = 1000000000;
  let rest = a % billion;
  a /= billion;
  b |= rest << 32;
  rest = b % billion;
  b /= billion;
  c |= rest << 32;
  rest = c % billion;
  c /= billion;
  d |= rest << 32;
  rest = d % billion;
  d /= billion;
  const after = writeUint128(at, (a << 32) | b, (c << 32) | d);
  return writePadded(after, rest as u32, 9);
}

export function writeInt128(at: usize, high: i64, low: u64): usize {
  if (high >= 0) return writeUint128(at, high as u64, low);
  store<u8>(at, 45);
  const negated = 0 - low;
  return writeUint128(at + 1, ~(high as u64) + (low === 0 ? 1 : 0), negated);
}

/**
 * Puts a decimal point into the digits in `[start, end)` (a minus in front allowed), so that `scale` digits follow it
 * and at least one precedes it.
 */
export function insertPoint(start: usize, end: usize, scale: u32): usize {
  if (scale === 0) return end;
  const first = load<u8>(start) === 45 ? start + 1 : start;
  const digits = (end - first) as u32;
  const zeros = digits > scale ? 0 : scale + 1 - digits;
  if (zeros > 0) {
    memory.copy(first + zeros, first, digits);
    memory.fill(first, 48, zeros);
  }
  const point = end + zeros - scale;
  memory.copy(point + 1, point, scale);
  store<u8>(point, 46);
  return end + zeros + 1;
}
