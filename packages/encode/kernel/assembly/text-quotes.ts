/** Quotes and escapes of JSON strings and of CSV fields. */
import { copyOver, reserve } from './room';

const hexDigits: usize = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102]);

/** Source bytes between two looks at the room that is left: six bytes for one are the worst. */
const stretchBytes: usize = 4096;

/** UTF-8 text as a JSON string. Up to 15 bytes after the source are read. */
export function writeJsonString(at: usize, source: usize, byteLength: usize): usize {
  const end = source + byteLength;
  let place = at;
  reserve(place, 64);
  store<u8>(place++, 34);
  for (let from = source; from < end; from += stretchBytes) {
    const to = min(from + stretchBytes, end);
    reserve(place, (to - from) * 6 + 64);
    place = escapeStretch(place, from, to);
  }
  store<u8>(place, 34);
  return place + 1;
}

function escapeStretch(at: usize, source: usize, end: usize): usize {
  const blank = i8x16.splat(0x20);
  const quote = i8x16.splat(34);
  const backslash = i8x16.splat(92);
  let from = source;
  let place = at;
  while (from < end) {
    const block = v128.load(from);
    v128.store(place, block);
    const special = v128.or(
      v128.or(i8x16.lt_u(block, blank), i8x16.eq(block, quote)),
      i8x16.eq(block, backslash),
    );
    if (!v128.any_true(special)) {
      from += 16;
      place += 16;
      continue;
    }
    const clean = ctz(i8x16.bitmask(special)) as usize;
    from += clean;
    place += clean;
    if (from < end) place = writeEscape(place, load<u8>(from++));
  }
  // The last block was written whole: what is past the end does not count.
  return place - (from - end);
}

function writeEscape(at: usize, byte: u8): usize {
  let letter: u8 = 0;
  switch (byte) {
    case 8:
      letter = 98;
      break;
    case 9:
      letter = 116;
      break;
    case 10:
      letter = 110;
      break;
    case 12:
      letter = 102;
      break;
    case 13:
      letter = 114;
      break;
    case 34:
    case 92:
      letter = byte;
      break;
  }
  store<u8>(at, 92);
  if (letter !== 0) {
    store<u8>(at + 1, letter);
    return at + 2;
  }
  store<u32>(at + 1, 0x303075); // u00
  store<u8>(at + 4, load<u8>(hexDigits + (byte >> 4)));
  store<u8>(at + 5, load<u8>(hexDigits + (byte & 15)));
  return at + 6;
}

/** Makes a JSON string of the text just written to `[start, end)`. */
export function requoteAsJson(start: usize, end: usize): usize {
  const byteLength = end - start;
  const copy = start + byteLength * 6 + 64;
  reserve(copy, byteLength + 64);
  memory.copy(copy, start, byteLength);
  return writeJsonString(start, copy, byteLength);
}

/** Makes a CSV field of the text just written to `[start, end)`: in quotes if it is empty or holds `"`, comma, CR, LF. */
export function quoteField(start: usize, end: usize): usize {
  const comma = i8x16.splat(44);
  const quote = i8x16.splat(34);
  const lineFeed = i8x16.splat(10);
  const carriageReturn = i8x16.splat(13);
  reserve(end, 64);
  store<u64>(end, 0);
  store<u64>(end, 0, 8);
  let found = start === end;
  let quotes: usize = 0;
  for (let at = start; at < end; at += 16) {
    const block = v128.load(at);
    const isQuote = i8x16.eq(block, quote);
    const special = v128.or(
      v128.or(isQuote, i8x16.eq(block, comma)),
      v128.or(i8x16.eq(block, lineFeed), i8x16.eq(block, carriageReturn)),
    );
    if (!v128.any_true(special)) continue;
    found = true;
    quotes += popcnt(i8x16.bitmask(isQuote)) as usize;
  }
  if (!found) return end;
  reserve(end, quotes + 64);
  let to = end + quotes + 2;
  const after = to;
  store<u8>(--to, 34);
  for (let from = end; from > start; ) {
    const byte = load<u8>(--from);
    store<u8>(--to, byte);
    if (byte === 34) store<u8>(--to, 34);
  }
  store<u8>(start, 34);
  return after;
}

/** Base64 with padding. */
export function writeBase64(at: usize, source: usize, byteLength: usize): usize {
  reserve(at, (byteLength / 3) * 4 + 64);
  let place = at;
  let from = source;
  const whole = source + byteLength - (byteLength % 3);
  for (; from < whole; from += 3) {
    const bits =
      ((load<u8>(from) as u32) << 16) | ((load<u8>(from, 1) as u32) << 8) | (load<u8>(from, 2) as u32);
    place = writeSixBits(place, bits, 4);
  }
  const rest = byteLength % 3;
  if (rest === 0) return place;
  let bits = (load<u8>(from) as u32) << 16;
  if (rest === 2) bits |= (load<u8>(from, 1) as u32) << 8;
  place = writeSixBits(place, bits, (rest as u32) + 1);
  store<u8>(place++, 61);
  if (rest === 1) store<u8>(place++, 61);
  return place;
}

function writeSixBits(at: usize, bits: u32, count: u32): usize {
  for (let index: u32 = 0; index < count; index++) {
    const value = (bits >> (18 - index * 6)) & 63;
    const letter =
      value < 26 ? 65 + value : value < 52 ? 71 + value : value < 62 ? value - 4 : value === 62 ? 43 : 47;
    store<u8>(at + index, letter);
  }
  return at + count;
}

/** A BIT as zeros and ones; its first byte says how many bits of the second are padding. */
export function writeBits(at: usize, source: usize, byteLength: usize): usize {
  reserve(at, byteLength * 8 + 64);
  let place = at;
  for (let bit: usize = load<u8>(source); bit < (byteLength - 1) * 8; bit++) {
    const byte = load<u8>(source + 1 + (bit >> 3)) as u32;
    store<u8>(place++, 48 + ((byte >> (7 - ((bit as u32) & 7))) & 1));
  }
  return place;
}

/** Text that is prepared. */
export function writeText(at: usize, source: usize, byteLength: usize): usize {
  reserve(at, byteLength + 64);
  copyOver(at, source, byteLength);
  return at + byteLength;
}
