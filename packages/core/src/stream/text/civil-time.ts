import { writePadded, writePair, writeUint32 } from './digits.ts';

/** Days and times as ISO 8601 writes them. All functions write from `at` on and give the place after. */

let lastDay = Number.NaN;
let lastDayLength = 0;
const lastDayText = new Uint8Array(16);

/**
 * A day, counted from 1970-01-01, in the proleptic Gregorian calendar: `YYYY-MM-DD`. Years outside 0 to 9999 have a
 * sign and at least six digits (ISO 8601 expanded); year 0 is 1 BC.
 */
export function writeDay(bytes: Uint8Array, at: number, day: number): number {
  if (day !== lastDay) {
    lastDayLength = formatDay(day);
    lastDay = day;
  }
  for (let index = 0; index < lastDayLength; index++) bytes[at + index] = lastDayText[index] as number;
  return at + lastDayLength;
}

/** Howard Hinnant's days-to-civil algorithm, over eras of 400 years that begin on 1 March. */
function formatDay(day: number): number {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  let at = formatYear(year);
  lastDayText[at] = 45;
  at = writePair(lastDayText, at + 1, month);
  lastDayText[at] = 45;
  return writePair(lastDayText, at + 1, dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1);
}

function formatYear(year: number): number {
  if (year >= 0 && year <= 9999) return writePadded(lastDayText, 0, year, 4);
  const size = Math.abs(year);
  lastDayText[0] = year < 0 ? 45 : 43;
  return size < 1_000_000 ? writePadded(lastDayText, 1, size, 6) : writeUint32(lastDayText, 1, size);
}

/** `HH:MM:SS`, hours as many digits as they need but two at least. */
export function writeClock(bytes: Uint8Array, at: number, seconds: number): number {
  const hours = Math.floor(seconds / 3600);
  const rest = seconds - hours * 3600;
  const minutes = (rest / 60) | 0;
  let place = hours < 100 ? writePair(bytes, at, hours) : writeUint32(bytes, at, hours);
  bytes[place] = 58;
  place = writePair(bytes, place + 1, minutes);
  bytes[place] = 58;
  return writePair(bytes, place + 1, rest - minutes * 60);
}

/** `.ffffff` of a fraction counted in units of 10^-digits, final zeros left out; nothing when it is zero. */
export function writeFraction(bytes: Uint8Array, at: number, fraction: number, digits: number): number {
  if (fraction === 0) return at;
  bytes[at] = 46;
  let end = writePadded(bytes, at + 1, fraction, digits);
  while (bytes[end - 1] === 48) end--;
  return end;
}
