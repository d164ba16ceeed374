/** Values that their bytes tell. They are those of `flat/plain/plain-bytes.ts`. */

/** A whole number of at most 15 digits; −1 for any other text. */
export function digitsIn(start: usize, end: usize): i64 {
  if (end === start || end - start > 15) return -1;
  let number: i64 = 0;
  for (let at = start; at < end; at++) {
    const digit = (load<u8>(at) as u32) - 0x30;
    if (digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

export function areDigits(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) if ((load<u8>(at) as u32) - 0x30 > 9) return false;
  return end > start;
}

/** Whether the time that was read last has no zone. */
export let isLocal: bool = false;

/** Microseconds since 1970 of an ISO time with seconds, in UTC or without a zone; `i64.MIN_VALUE` for any other text. */
export function isoMicros(start: usize, end: usize): i64 {
  const length = end - start;
  if (length < 19 || length > 27) return i64.MIN_VALUE;
  const between = load<u8>(start + 10);
  if (
    load<u8>(start + 4) !== 0x2d ||
    load<u8>(start + 7) !== 0x2d ||
    (between !== 0x54 && between !== 0x20) ||
    load<u8>(start + 13) !== 0x3a ||
    load<u8>(start + 16) !== 0x3a
  )
    return i64.MIN_VALUE;
  const year = digitsIn(start, start + 4);
  const month = digitsIn(start + 5, start + 7);
  const day = digitsIn(start + 8, start + 10);
  const hour = digitsIn(start + 11, start + 13);
  const minute = digitsIn(start + 14, start + 16);
  const second = digitsIn(start + 17, start + 19);
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return i64.MIN_VALUE;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return i64.MIN_VALUE;
  let at = start + 19;
  let fraction: i64 = 0;
  if (at < end && load<u8>(at) === 0x2e) {
    let scale: i64 = 100000;
    for (at++; at < end && load<u8>(at) !== 0x5a && load<u8>(at) !== 0x2b; at++) {
      const digit = (load<u8>(at) as u32) - 0x30;
      if (digit > 9 || scale < 1) return i64.MIN_VALUE;
      fraction += (digit as i64) * scale;
      scale /= 10;
    }
    if (at === start + 20) return i64.MIN_VALUE;
  }
  isLocal = at >= end;
  if (!isLocal && !isUtc(at, end)) return i64.MIN_VALUE;
  const seconds = daysSince1970(year, month, day) * 86400 + (hour * 60 + minute) * 60 + second;
  return seconds * 1000000 + fraction;
}

/** Whether the rest of a time is `Z` or `+00:00`. */
function isUtc(at: usize, end: usize): bool {
  if (end - at === 1) return load<u8>(at) === 0x5a;
  return (
    end - at === 6 &&
    load<u8>(at) === 0x2b &&
    load<u8>(at + 3) === 0x3a &&
    digitsIn(at + 1, at + 3) === 0 &&
    digitsIn(at + 4, at + 6) === 0
  );
}

function daysOf(year: i64, month: i64): i64 {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days of the Gregorian calendar from 1970-01-01, for years from 1970. */
function daysSince1970(year: i64, month: i64, day: i64): i64 {
  const years = month <= 2 ? year - 1 : year;
  const era = years / 400;
  const ofEra = years - era * 400;
  const ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719468;
}

/** Spellings of null, in lower case, each in 9 bytes; `isBlank` knows more. */
const nulls: usize = memory.data<u8>([
  110,
  117,
  108,
  108,
  0,
  0,
  0,
  0,
  0, // null
  110,
  111,
  110,
  101,
  0,
  0,
  0,
  0,
  0, // none
  110,
  97,
  110,
  0,
  0,
  0,
  0,
  0,
  0, // nan
  110,
  47,
  97,
  0,
  0,
  0,
  0,
  0,
  0, // n/a
  110,
  97,
  0,
  0,
  0,
  0,
  0,
  0,
  0, // na
  117,
  110,
  100,
  101,
  102,
  105,
  110,
  101,
  100, // undefined
  45,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0, // -
  60,
  110,
  97,
  62,
  0,
  0,
  0,
  0,
  0, // <na>
  110,
  97,
  116,
  0,
  0,
  0,
  0,
  0,
  0, // nat
  92,
  110,
  0,
  0,
  0,
  0,
  0,
  0,
  0, // \n
]);
const nullCount: usize = 10;

/** Whether a text is a spelling of null without white space around it. */
export function isNull(start: usize, end: usize): bool {
  const length = end - start;
  if (length > 9) return false;
  for (let i: usize = 0; i < nullCount; i++) {
    const spelling = nulls + 9 * i;
    if (length < 9 && load<u8>(spelling + length) !== 0) continue;
    let at: usize = 0;
    for (; at < length; at++) {
      let byte = load<u8>(start + at) as u32;
      if (byte >= 0x41 && byte <= 0x5a) byte += 0x20;
      if (byte !== (load<u8>(spelling + at) as u32)) break;
    }
    if (at === length) return true;
  }
  return false;
}
