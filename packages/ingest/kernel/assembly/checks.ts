/**
 * Texts that SQL converts exactly as the row mapper does. Each check holds for no text for which the condition of the same kind in
 * `bulk/cell-sql.ts` does not. SQL looks at the conditions of a row with a text for which it does not hold.
 */
export enum Check {
  none,
  key,
  handle,
  address,
  label,
  caption,
  tags,
  word,
  tag,
  mention,
}

/** Whether all texts of the row are of their kind. */
let isSure: bool = true;

export function beginRow(): void {
  isSure = true;
}

/** What is told of a row that was put: 3 if all of its texts are of their kind, otherwise 1. */
export function toldOfRow(): u8 {
  return isSure ? 3 : 1;
}

export function checkText(check: u32, start: usize, end: usize): void {
  if (isSure && !isChecked(check, start, end)) isSure = false;
}

export function doubt(): void {
  isSure = false;
}

function isChecked(check: u32, start: usize, end: usize): bool {
  switch (check) {
    case Check.key:
      return isKey(start, end);
    case Check.handle:
      return isHandle(start, end);
    case Check.address:
      return isAddress(start, end);
    case Check.label:
      return !hasMargin(start, end) && !isLink(start, end) && isUnchanged(start, end, false);
    case Check.caption:
      return isUnchanged(start, end, true);
    case Check.tags:
      return areTags(start, end);
    case Check.word:
      return isWord(start, end);
    case Check.tag:
      return isTag(start, end);
    default:
      return true;
  }
}

/** A number of 1 to 20 digits, the first of which is not 0. */
function isKey(start: usize, end: usize): bool {
  if (end - start > 20 || start === end || load<u8>(start) === 0x30) return false;
  for (let at = start; at < end; at++) if ((load<u8>(at) as u32) - 0x30 > 9) return false;
  return true;
}

function isHandle(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at) as u32;
    const isLetter = (byte | 0x20) - 0x61 < 26;
    if (!isLetter && byte - 0x30 > 9 && byte !== 0x2e && byte !== 0x5f && byte !== 0x2d) return false;
  }
  return end > start;
}

/** Printable ASCII without blanks that does not begin with a query or a fragment. */
function isAddress(start: usize, end: usize): bool {
  if (start === end) return false;
  const first = load<u8>(start) as u32;
  if (first === 0x23 || first === 0x3f) return false;
  for (let at = start; at < end; at++) if ((load<u8>(at) as u32) - 0x21 > 0x5d) return false;
  return true;
}

/** Printable ASCII without blanks at its ends. */
function isWord(start: usize, end: usize): bool {
  if (start === end || load<u8>(start) === 0x20 || load<u8>(end - 1) === 0x20) return false;
  for (let at = start; at < end; at++) if ((load<u8>(at) as u32) - 0x20 > 0x5e) return false;
  return true;
}

function isLink(start: usize, end: usize): bool {
  return end - start > 4 && (load<u32>(start) | 0x20202020) === 0x70747468;
}

/** Whether white space is at the start or the end, as `String.trim` has it. */
function hasMargin(start: usize, end: usize): bool {
  if (start === end || isSpace(start, end)) return true;
  let last = end - 1;
  while (last > start && (load<u8>(last) & 0xc0) === 0x80) last--;
  return isSpace(last, end);
}

function isSpace(at: usize, end: usize): bool {
  const byte = load<u8>(at) as u32;
  if (byte < 0x80) return byte <= 0x20;
  if (byte === 0xc2) return load<u8>(at + 1) <= 0xa0;
  if (at + 2 >= end) return false;
  const next = load<u8>(at + 1) as u32;
  const last = load<u8>(at + 2) as u32;
  if (byte === 0xe2) {
    if (next === 0x81) return last === 0x9f;
    return next === 0x80 && (last <= 0x8a || last === 0xa8 || last === 0xa9 || last === 0xaf);
  }
  if (byte === 0xe1) return next === 0x9a && last === 0x80;
  if (byte === 0xe3) return next === 0x80 && last === 0x80;
  return byte === 0xef && next === 0xbb && last === 0xbf;
}

/**
 * Whether reading a text leaves it: it has no NUL, nothing that may be an escape of HTML, and no byte order mark. `hasNames`: hashtags and
 * mentions are read from it, in which no letter is converted to lower case otherwise by SQL.
 */
function isUnchanged(start: usize, end: usize, hasNames: bool): bool {
  let isNamed = false;
  let isOdd = false;
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at) as u32;
    if (byte < 0x80) {
      if (byte === 0) return false;
      if (byte === 0x26 && mayBeEscape(at + 1, end)) return false;
      if (byte === 0x23 || byte === 0x40) isNamed = true;
      continue;
    }
    if (byte === 0xef && at + 2 < end) {
      const next = load<u8>(at + 1) as u32;
      if (next === 0xbb && load<u8>(at + 2) === 0xbf) return false;
      if (next === 0xbc && load<u8>(at + 2) === 0x83) isNamed = true;
    } else if (hasNames && byte >= 0xc4 && isOddLetter(at, end, byte)) isOdd = true;
  }
  return !(isNamed && isOdd);
}

function mayBeEscape(at: usize, end: usize): bool {
  if (at >= end) return false;
  const byte = load<u8>(at) as u32;
  return byte === 0x23 || (byte | 0x20) - 0x61 < 26;
}

/** Letters that SQL and JavaScript convert to lower case in different ways, or that only one of both knows. */
export function isOddLetter(at: usize, end: usize, byte: u32): bool {
  if (at + 1 >= end) return false;
  const next = load<u8>(at + 1) as u32;
  if (byte === 0xc4) return next === 0xb0;
  if (byte === 0xce) return next === 0xa3;
  if (byte === 0xe1) return next === 0xb2;
  if (byte === 0xea) return next === 0x9f;
  if (byte === 0xe0) return next === 0xa2 || next === 0xb1 || next === 0xb3;
  if (byte < 0xf0) return false;
  // All beyond the basic plane but the common emoji.
  return !(byte === 0xf0 && next === 0x9f && at + 2 < end && load<u8>(at + 2) < 0xac);
}

/** The name of one hashtag, with or without its mark. */
function isTag(start: usize, end: usize): bool {
  const from = start < end && load<u8>(start) === 0x23 ? start + 1 : start;
  for (let at = from; at < end; at++) {
    const byte = load<u8>(at) as u32;
    if (byte < 0x80) {
      if (byte <= 0x20 || byte === 0x23 || byte === 0x40 || byte === 0x22 || byte === 0x27) return false;
    } else if (byte >= 0xc0) {
      if (isSpace(at, end) || isOddLetter(at, end, byte)) return false;
      const isWide = byte === 0xef && at + 2 < end && load<u8>(at + 1) === 0xbc;
      if (isWide && load<u8>(at + 2) === 0x83) return false;
    }
  }
  return end > from;
}

/** A text of hashtags between blanks, commas, bars and number signs. */
function areTags(start: usize, end: usize): bool {
  if (start === end || load<u8>(start) === 0x20 || load<u8>(end - 1) === 0x20) return false;
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at) as u32;
    if (byte < 0x80) {
      if (byte < 0x20 || byte === 0x40 || byte === 0x22 || byte === 0x27 || byte === 0x5c) return false;
      if (byte === 0x28 || byte === 0x29 || byte === 0x5b || byte === 0x5d || byte === 0x7b || byte === 0x7d)
        return false;
      continue;
    }
    if (byte < 0xc0) continue;
    if (isSpace(at, end) || isOddLetter(at, end, byte)) return false;
    if (at + 2 >= end) continue;
    const next = load<u8>(at + 1) as u32;
    const last = load<u8>(at + 2) as u32;
    if (byte === 0xef && next === 0xbc && last === 0x83) return false;
    if (byte === 0xe2 && next === 0x80 && (last === 0x98 || last === 0x99 || last === 0x9c || last === 0x9d))
      return false;
  }
  return true;
}
