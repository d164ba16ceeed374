const quote: u32 = 0x22;
const backslash: u32 = 0x5c;

/** Marks a text of JSON in place of a stray quote. */
export const inJson: usize = 1;

/**
 * Writes a text without its escapes to `to`, where it has room, and returns where it ends; 0 if it is no text in Unicode.
 * `stray`: `inJson`, else 0 or where a cell of CSV that begins with a quote has a closing one in its middle.
 */
export function unescaped(to: usize, start: usize, end: usize, stray: usize): usize {
  if (stray === inJson) return unescapedJson(to, start, end);
  if (stray === 0) return undoubled(to, start, end);
  store<u8>(to, quote as u8);
  const rest = undoubled(to + 1, start + 1, stray);
  memory.copy(rest, stray, end - stray);
  return rest + (end - stray);
}

/** Copies a text in which quotes are doubled. */
function undoubled(to: usize, start: usize, end: usize): usize {
  let place = to;
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at) as u32;
    store<u8>(place++, byte as u8);
    if (byte === quote && at + 1 < end && (load<u8>(at + 1) as u32) === quote) at++;
  }
  return place;
}

/** The escapes are valid: the scanner looked at them. */
function unescapedJson(to: usize, start: usize, end: usize): usize {
  let place = to;
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at) as u32;
    if (byte !== backslash) {
      store<u8>(place++, byte as u8);
      continue;
    }
    at++;
    const kind = load<u8>(at) as u32;
    if (kind !== 0x75) {
      store<u8>(place++, simple(kind) as u8);
      continue;
    }
    let code = hexAt(at + 1);
    at += 4;
    if (code >= 0xd800 && code <= 0xdfff) {
      const isPair = code <= 0xdbff && at + 6 < end && load<u8>(at + 1) === 0x5c && load<u8>(at + 2) === 0x75;
      const low = isPair ? hexAt(at + 3) : 0;
      if (low < 0xdc00 || low > 0xdfff) return 0;
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      at += 6;
    }
    place = putCode(place, code);
  }
  return place;
}

function simple(kind: u32): u32 {
  if (kind === 0x62) return 8;
  if (kind === 0x66) return 12;
  if (kind === 0x6e) return 10;
  if (kind === 0x72) return 13;
  return kind === 0x74 ? 9 : kind;
}

function hexAt(at: usize): u32 {
  let code: u32 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const byte = load<u8>(at + i) as u32;
    code = code * 16 + (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
  }
  return code;
}

/** UTF-8 of a code point. */
function putCode(place: usize, code: u32): usize {
  if (code < 0x80) {
    store<u8>(place, code as u8);
    return place + 1;
  }
  if (code < 0x800) {
    store<u8>(place, (0xc0 | (code >> 6)) as u8);
    store<u8>(place + 1, (0x80 | (code & 0x3f)) as u8);
    return place + 2;
  }
  if (code < 0x10000) {
    store<u8>(place, (0xe0 | (code >> 12)) as u8);
    store<u8>(place + 1, (0x80 | ((code >> 6) & 0x3f)) as u8);
    store<u8>(place + 2, (0x80 | (code & 0x3f)) as u8);
    return place + 3;
  }
  store<u8>(place, (0xf0 | (code >> 18)) as u8);
  store<u8>(place + 1, (0x80 | ((code >> 12) & 0x3f)) as u8);
  store<u8>(place + 2, (0x80 | ((code >> 6) & 0x3f)) as u8);
  store<u8>(place + 3, (0x80 | (code & 0x3f)) as u8);
  return place + 4;
}
