/** A whole number of at most 15 digits; −1 for any other text. */
export function digitsIn(buffer: Buffer, start: number, end: number): number {
  if (end - start > 15 || end === start) return -1;
  let number = 0;
  for (let at = start; at < end; at++) {
    const digit = (buffer[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** Whether all bytes are ASCII digits. */
export function areDigits(buffer: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = buffer[at] as number;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return end > start;
}

/** A time of a text of bytes: microseconds since 1970 UTC, and whether it has no zone and was read as UTC. */
export const plainTime = { micros: 0, zoneAssumed: false };

/**
 * Reads Unix seconds of 10 digits, milliseconds of 13, and ISO times with seconds, without a zone or with `Z`, into
 * `plainTime`. False for any other text.
 */
export function readPlainTime(buffer: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length === 10 || length === 13) {
    const number = digitsIn(buffer, start, end);
    if (number >= 0) {
      plainTime.micros = number * (length === 10 ? 1_000_000 : 1_000);
      plainTime.zoneAssumed = false;
      return true;
    }
  }
  return length >= 19 && length <= 27 && readIso(buffer, start, end);
}

const [dash, colon, point, letterT, letterZ, space, plus] = [0x2d, 0x3a, 0x2e, 0x54, 0x5a, 0x20, 0x2b];

function readIso(buffer: Buffer, start: number, end: number): boolean {
  const between = buffer[start + 10];
  if (
    buffer[start + 4] !== dash ||
    buffer[start + 7] !== dash ||
    (between !== letterT && between !== space) ||
    buffer[start + 13] !== colon ||
    buffer[start + 16] !== colon
  )
    return false;
  const year = digitsIn(buffer, start, start + 4);
  const month = digitsIn(buffer, start + 5, start + 7);
  const day = digitsIn(buffer, start + 8, start + 10);
  const hour = digitsIn(buffer, start + 11, start + 13);
  const minute = digitsIn(buffer, start + 14, start + 16);
  const second = digitsIn(buffer, start + 17, start + 19);
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return false;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  let at = start + 19;
  let fraction = 0;
  if (at < end && buffer[at] === point) {
    let scale = 100_000;
    for (at++; at < end && buffer[at] !== letterZ && buffer[at] !== plus; at++) {
      const digit = (buffer[at] as number) - 0x30;
      if (digit < 0 || digit > 9 || scale < 1) return false;
      fraction += digit * scale;
      scale = Math.trunc(scale / 10);
    }
    if (at === start + 20) return false;
  }
  const hasZone = at < end;
  if (hasZone && !isUtc(buffer, at, end)) return false;
  const seconds = daysSince1970(year, month, day) * 86_400 + (hour * 60 + minute) * 60 + second;
  plainTime.micros = seconds * 1_000_000 + fraction;
  plainTime.zoneAssumed = !hasZone;
  return true;
}

/** Whether the rest of a time is `Z` or `+00:00`. */
function isUtc(buffer: Buffer, at: number, end: number): boolean {
  if (end - at === 1) return buffer[at] === letterZ;
  return end - at === 6 && buffer.toString('latin1', at, end) === '+00:00';
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (monthDays[month - 1] as number);
}

/** Days of the Gregorian calendar from 1970-01-01, for years from 1970. */
function daysSince1970(year: number, month: number, day: number): number {
  const years = month <= 2 ? year - 1 : year;
  const era = Math.floor(years / 400);
  const ofEra = years - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

/** Whether a text has white space at its start or end, as `String.trim` removes it. */
export function hasMargin(buffer: Buffer, start: number, end: number): boolean {
  const first = buffer[start] as number;
  const last = buffer[end - 1] as number;
  if (first <= 0x20 || last <= 0x20) return true;
  if (first >= 0xc2 && isWideSpace(buffer, start)) return true;
  if (last < 0x80) return false;
  return (
    (end - start >= 2 && buffer[end - 2] === 0xc2 && isWideSpace(buffer, end - 2)) ||
    (end - start >= 3 && isWideSpace(buffer, end - 3))
  );
}

/** U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF. */
function isWideSpace(buffer: Buffer, at: number): boolean {
  const [first, second, third = 0] = [buffer[at], buffer[at + 1], buffer[at + 2]];
  if (first === 0xc2) return second === 0xa0;
  if (first === 0xe1) return second === 0x9a && third === 0x80;
  if (first === 0xe3) return second === 0x80 && third === 0x80;
  if (first === 0xef) return second === 0xbb && third === 0xbf;
  if (first !== 0xe2) return false;
  if (second === 0x81) return third === 0x9f;
  return second === 0x80 && (third <= 0x8a || third === 0xa8 || third === 0xa9 || third === 0xaf);
}

/** Letters, digits, point, hyphen and underscore. */
const nameBytes = new Uint8Array(256);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-')
  nameBytes[character.charCodeAt(0)] = 1;

export function isPlainName(buffer: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (nameBytes[buffer[at] as number] === 0) return false;
  return end > start;
}

/** Where an address of visible ASCII ends before its query and fragment; −1 for any other text. */
export function addressEnd(buffer: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = buffer[at] as number;
    if (byte <= 0x20 || byte >= 0x7f) return -1;
  }
  for (let at = start; at < end; at++) if (buffer[at] === 0x3f || buffer[at] === 0x23) return at;
  return end;
}
