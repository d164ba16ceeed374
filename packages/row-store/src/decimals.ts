/**
 * Ids are decimal numbers stored as text. Those in canonical form (no sign, no leading zero) and below 2^63 are
 * stored as integers, in half the space.
 */

const digitZero = 48;
const billion = 1e9;

/** Maximum number of digits below 2^63; numbers of 19 digits are checked. */
export const decimalDigitsMax = 19;

/**
 * Reads digits into two words, the low one first, at `words[at]`. False, and nothing written, when they are no number in its one spelling below 2^63.
 */
export function parseDecimal(
  bytes: Uint8Array,
  start: number,
  length: number,
  words: Uint32Array,
  at: number,
): boolean {
  if (length === 0 || length > decimalDigitsMax) return false;
  if (bytes[start] === digitZero && length > 1) return false;
  const split = start + Math.max(0, length - 9);
  const end = start + length;
  let top = 0;
  for (let place = start; place < split; place++) {
    const digit = (bytes[place] as number) - digitZero;
    if (digit < 0 || digit > 9) return false;
    top = top * 10 + digit;
  }
  let bottom = 0;
  for (let place = split; place < end; place++) {
    const digit = (bytes[place] as number) - digitZero;
    if (digit < 0 || digit > 9) return false;
    bottom = bottom * 10 + digit;
  }
  // top * 10^9 + bottom, in parts of 16 bits so that every step is exact in a double.
  const upper = Math.floor(top / 65536) * billion;
  const sum = (top % 65536) * billion + bottom + (upper % 65536) * 65536;
  const high = Math.floor(upper / 65536) + Math.floor(sum / 4294967296);
  if (high > 0x7fffffff) return false;
  words[at] = sum % 4294967296;
  words[at + 1] = high;
  return true;
}

const digits = new Uint8Array(decimalDigitsMax);

/** The digits of a number below 2^63, at the end of a buffer that the next call reuses. */
export function formatDecimal(low: number, high: number): Uint8Array {
  const highQuotient = Math.floor(high / billion);
  const middle = (high % billion) * 65536 + (low >>> 16);
  const bottomPart = (middle % billion) * 65536 + (low & 65535);
  let top =
    highQuotient * 4294967296 + Math.floor(middle / billion) * 65536 + Math.floor(bottomPart / billion);
  let bottom = bottomPart % billion;
  let at = digits.length;
  if (top === 0) {
    do {
      digits[--at] = digitZero + (bottom % 10);
      bottom = Math.floor(bottom / 10);
    } while (bottom > 0);
    return digits.subarray(at);
  }
  for (let count = 0; count < 9; count++) {
    digits[--at] = digitZero + (bottom % 10);
    bottom = Math.floor(bottom / 10);
  }
  for (; top > 0; top = Math.floor(top / 10)) digits[--at] = digitZero + (top % 10);
  return digits.subarray(at);
}
