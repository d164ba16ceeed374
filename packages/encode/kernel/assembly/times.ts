/** Days and times as ISO 8601 writes them, in the proleptic Gregorian calendar. */
import { writePadded, writePair, writeUint32, writeUint64 } from './digits';

const secondsPerDay: i64 = 86400;

/** The day last written and its text: neighbours are often of one day. */
const dayText: usize = memory.data(16, 16);
let dayBytes: usize = 0;
let dayLast: i64 = i64.MIN_VALUE;

/**
 * `YYYY-MM-DD` of a day counted from 1970. Years outside 0 to 9999 have a sign and at least six digits (ISO 8601
 * expanded); year 0 is 1 BC.
 */
export function writeDay(at: usize, day: i64): usize {
  if (day !== dayLast) {
    dayBytes = formatDay(dayText, day) - dayText;
    dayLast = day;
  }
  v128.store(at, v128.load(dayText));
  return at + dayBytes;
}

/** Howard Hinnant's days-to-civil algorithm, over eras of 400 years that begin on 1 March. */
function formatDay(start: usize, day: i64): usize {
  const shifted = day + 719468;
  const era = floorDivide(shifted, 146097);
  const dayOfEra = (shifted - era * 146097) as u32;
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const shiftedMonth = (5 * dayOfYear + 2) / 153;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = era * 400 + (yearOfEra as i64) + (month <= 2 ? 1 : 0);
  let at = formatYear(start, year);
  store<u8>(at, 45);
  at = writePair(at + 1, month);
  store<u8>(at, 45);
  return writePair(at + 1, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1);
}

function formatYear(at: usize, year: i64): usize {
  if (year >= 0 && year <= 9999) return writePadded(at, year as u32, 4);
  const size = (year < 0 ? -year : year) as u32;
  store<u8>(at, year < 0 ? 45 : 43);
  return size < 1000000 ? writePadded(at + 1, size, 6) : writeUint32(at + 1, size);
}

export function floorDivide(value: i64, by: i64): i64 {
  const quotient = value / by;
  return value < quotient * by ? quotient - 1 : quotient;
}

/** `HH:MM:SS`, hours as many digits as they need but two at least. */
export function writeClock(at: usize, seconds: u64): usize {
  const hours = seconds / 3600;
  const rest = (seconds - hours * 3600) as u32;
  const minutes = rest / 60;
  const place = hours < 100 ? writePair(at, hours as u32) : writeUint64(at, hours);
  store<u8>(place, 58);
  writePair(place + 1, minutes);
  store<u8>(place + 3, 58);
  return writePair(place + 4, rest - minutes * 60);
}

/** A fraction counted in units of 10^-digits, final zeros left out; nothing when it is zero. */
export function writeFraction(at: usize, fraction: u32, digits: u32): usize {
  if (fraction === 0) return at;
  store<u8>(at, 46);
  let end = writePadded(at + 1, fraction, digits);
  while (load<u8>(end - 1) === 48) end--;
  return end;
}

export function writeInfinity(at: usize, negative: bool): usize {
  let place = at;
  if (negative) store<u8>(place++, 45);
  store<u32>(place, 0x69666e69); // infi
  store<u32>(place, 0x7974696e, 4); // nity
  return place + 8;
}

export function writeDate(at: usize, day: i32): usize {
  if (day === i32.MAX_VALUE) return writeInfinity(at, false);
  if (day === -i32.MAX_VALUE) return writeInfinity(at, true);
  return writeDay(at, day as i64);
}

function unitsPerSecond(digits: u32): i64 {
  return digits === 6 ? 1000000 : digits === 3 ? 1000 : digits === 9 ? 1000000000 : 1;
}

/** Units of 10^-digits seconds since 1970. Nanoseconds have all nine digits, others no final zeros. */
export function writeTimestamp(at: usize, value: i64, digits: u32): usize {
  if (value === i64.MAX_VALUE) return writeInfinity(at, false);
  if (value === -i64.MAX_VALUE) return writeInfinity(at, true);
  const perSecond = unitsPerSecond(digits);
  const perDay = perSecond * secondsPerDay;
  const day = floorDivide(value, perDay);
  const rest = value - day * perDay;
  const seconds = rest / perSecond;
  const fraction = (rest - seconds * perSecond) as u32;
  let place = writeDay(at, day);
  store<u8>(place, 84);
  place = writeClock(place + 1, seconds as u64);
  if (digits === 9 && fraction !== 0) {
    store<u8>(place, 46);
    place = writePadded(place + 1, fraction, 9);
  } else place = writeFraction(place, fraction, digits);
  store<u8>(place, 90);
  return place + 1;
}

/** A time of day; its end is `24:00:00`. */
export function writeTime(at: usize, units: u64, digits: u32): usize {
  const perSecond = unitsPerSecond(digits) as u64;
  const seconds = units / perSecond;
  return writeFraction(writeClock(at, seconds), (units - seconds * perSecond) as u32, digits);
}

/** The greatest offset from UTC, 15:59:59; offsets are stored as what is missing to it. */
const offsetSecondsMax: i32 = 57599;

/** `HH:MM:SS[.ffffff]+HH[:MM[:SS]]`: 40 bits of microseconds above 24 bits of offset. */
export function writeZonedTime(at: usize, bits: u64): usize {
  const offset = offsetSecondsMax - ((bits & 0xffffff) as i32);
  const size = (offset < 0 ? -offset : offset) as u32;
  let place = writeTime(at, bits >> 24, 6);
  store<u8>(place, offset < 0 ? 45 : 43);
  place = writePair(place + 1, size / 3600);
  if (size % 3600 === 0) return place;
  store<u8>(place, 58);
  place = writePair(place + 1, (size / 60) % 60);
  if (size % 60 === 0) return place;
  store<u8>(place, 58);
  return writePair(place + 1, size % 60);
}

/** As DuckDB prints it: `1 year 2 months -3 days 04:05:06.5`, and `00:00:00` when it is empty. */
export function writeInterval(at: usize, months: i32, days: i32, micros: i64): usize {
  // ' year', ' month', ' day', the first letters in the lowest bytes.
  let place = writeCount(at, at, months / 12, 0x7261657920, 5);
  place = writeCount(at, place, months % 12, 0x68746e6f6d20, 6);
  place = writeCount(at, place, days, 0x79616420, 4);
  if (micros === 0 && place > at) return place;
  if (place > at) store<u8>(place++, 32);
  if (micros < 0) store<u8>(place++, 45);
  const size = micros < 0 ? 0 - (micros as u64) : (micros as u64);
  return writeTime(place, size, 6);
}

function writeCount(start: usize, at: usize, count: i32, unit: u64, unitBytes: u32): usize {
  if (count === 0) return at;
  let place = at;
  if (place > start) store<u8>(place++, 32);
  if (count < 0) store<u8>(place++, 45);
  place = writeUint32(place, count < 0 ? 0 - (count as u32) : (count as u32));
  store<u64>(place, unit);
  place += unitBytes;
  if (count !== 1 && count !== -1) store<u8>(place++, 115);
  return place;
}
