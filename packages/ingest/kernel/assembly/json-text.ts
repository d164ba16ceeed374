import { Flag } from './columns';

/** What JSON has beside the fields of a record. All of it is validated as `JSON.parse` does it. */

const depthMax: u32 = 512;
const stack: usize = memory.data(512);

export function skipBlanks(from: usize, end: usize): usize {
  let at = from;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
  }
  return at;
}

/** Whether the text that was read last has escapes. */
export let stringFlags: u32 = 0;

/** Reads a text from after its opening quote to after its closing one; 0 if it is not valid. */
export function readString(from: usize, end: usize): usize {
  stringFlags = 0;
  for (let at = from; at < end; at++) {
    at = usualEnd(at, end);
    if (at >= end) return 0;
    const byte = load<u8>(at) as u32;
    if (byte === 0x22) return at + 1;
    if (byte < 0x20) return 0;
    if (byte !== 0x5c) continue;
    stringFlags = Flag.escaped;
    at++;
    if (at >= end) return 0;
    const kind = load<u8>(at) as u32;
    if (kind === 0x75) {
      for (let i: usize = 1; i <= 4; i++) if (at + i >= end || !isHex(load<u8>(at + i))) return 0;
      at += 4;
    } else if (!isEscape(kind)) return 0;
  }
  return 0;
}

const quotes: v128 = i8x16.splat(0x22);
const backslashes: v128 = i8x16.splat(0x5c);
const blanks: v128 = i8x16.splat(0x20);

/** The next place where a text may end, has an escape or is not valid: 16 bytes at a time. */
function usualEnd(from: usize, end: usize): usize {
  let at = from;
  for (; at + 16 <= end; at += 16) {
    const bytes = v128.load(at);
    const odd = v128.or(
      v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)),
      i8x16.lt_u(bytes, blanks),
    );
    const bits = i8x16.bitmask(odd);
    if (bits !== 0) return at + (ctz(bits) as usize);
  }
  return at;
}

function isEscape(kind: u32): bool {
  return (
    kind === 0x22 ||
    kind === 0x5c ||
    kind === 0x2f ||
    kind === 0x62 ||
    kind === 0x66 ||
    kind === 0x6e ||
    kind === 0x72 ||
    kind === 0x74
  );
}

function isHex(byte: u32): bool {
  const lower = byte | 0x20;
  return byte - 0x30 <= 9 || (lower >= 0x61 && lower <= 0x66);
}

function isDigit(at: usize, end: usize): bool {
  return at < end && (load<u8>(at) as u32) - 0x30 <= 9;
}

/** Where a number of JSON ends; 0 if there is none. */
export function numberEnd(from: usize, end: usize): usize {
  let at = from;
  if (at < end && load<u8>(at) === 0x2d) at++;
  if (!isDigit(at, end)) return 0;
  if (load<u8>(at) === 0x30) at++;
  else while (isDigit(at, end)) at++;
  if (at < end && load<u8>(at) === 0x2e) {
    at++;
    if (!isDigit(at, end)) return 0;
    while (isDigit(at, end)) at++;
  }
  if (at < end && (load<u8>(at) | 0x20) === 0x65) {
    at++;
    if (at < end && (load<u8>(at) === 0x2b || load<u8>(at) === 0x2d)) at++;
    if (!isDigit(at, end)) return 0;
    while (isDigit(at, end)) at++;
  }
  return at;
}

/** A number of a field: whole numbers as they are written; of others, those that JavaScript prints as they are written. */
export function readNumber(from: usize, end: usize): usize {
  const to = numberEnd(from, end);
  if (to === 0) return 0;
  for (let at = from; at < to; at++) {
    // Other texts of the same number would not be what a parsed number prints; that is told there.
    if ((load<u8>(at) as u32) - 0x30 > 9) return isShortFraction(from, to) ? to : 0;
  }
  return to;
}

/** A number below 1,000,000,000 with up to 6 decimals, the last of which is not 0, and at least one digit before the point. */
function isShortFraction(from: usize, to: usize): bool {
  const start = load<u8>(from) === 0x2d ? from + 1 : from;
  let point = start;
  while (point < to && (load<u8>(point) as u32) - 0x30 <= 9) point++;
  if (point - start > 9) return false;
  if (point === to) return !(start !== from && load<u8>(start) === 0x30);
  if (load<u8>(point) !== 0x2e || to - point > 7 || load<u8>(to - 1) === 0x30) return false;
  for (let at = point + 1; at < to; at++) if ((load<u8>(at) as u32) - 0x30 > 9) return false;
  return true;
}

/** Where a list or an object ends; 0 if it is not valid JSON or has more than 512 levels. */
export function readNested(from: usize, end: usize): usize {
  let depth: u32 = 0;
  let at = from;
  // A value is expected first, then what may follow one.
  while (true) {
    at = skipBlanks(at, end);
    if (at >= end) return 0;
    const byte = load<u8>(at) as u32;
    let isOpened = false;
    if (byte === 0x7b || byte === 0x5b) {
      if (depth >= depthMax) return 0;
      store<u8>(stack + depth, byte as u8);
      depth++;
      at = skipBlanks(at + 1, end);
      if (at >= end) return 0;
      const isEmpty = load<u8>(at) === (byte === 0x7b ? 0x7d : 0x5d);
      if (!isEmpty) {
        if (byte === 0x7b) at = readName(at, end);
        if (at === 0) return 0;
        isOpened = true;
      }
    } else {
      at = scalarEnd(at, end, byte);
      if (at === 0) return 0;
    }
    if (isOpened) continue;
    // After a value: containers end, or the next member begins.
    while (true) {
      at = skipBlanks(at, end);
      if (at >= end) return 0;
      const next = load<u8>(at) as u32;
      const open = load<u8>(stack + depth - 1) as u32;
      if (next === 0x2c) {
        at = skipBlanks(at + 1, end);
        if (open === 0x7b) at = readName(at, end);
        if (at === 0) return 0;
        break;
      }
      if (next !== (open === 0x7b ? 0x7d : 0x5d)) return 0;
      depth--;
      at++;
      if (depth === 0) return at;
    }
  }
}

/** Reads a name and its colon. */
function readName(from: usize, end: usize): usize {
  if (from >= end || load<u8>(from) !== 0x22) return 0;
  let at = readString(from + 1, end);
  if (at === 0) return 0;
  at = skipBlanks(at, end);
  return at < end && load<u8>(at) === 0x3a ? at + 1 : 0;
}

function scalarEnd(at: usize, end: usize, byte: u32): usize {
  if (byte === 0x22) return readString(at + 1, end);
  if (byte === 0x74) return at + 4 <= end && load<u32>(at) === 0x65757274 ? at + 4 : 0;
  if (byte === 0x6e) return at + 4 <= end && load<u32>(at) === 0x6c6c756e ? at + 4 : 0;
  if (byte === 0x66)
    return at + 5 <= end && load<u32>(at) === 0x736c6166 && load<u8>(at + 4) === 0x65 ? at + 5 : 0;
  return numberEnd(at, end);
}
