import { type ReadValue, readWith } from './read-value.ts';

/** A point in time that a request names. */
export interface Instant {
  at: Date;
  /** Whether only a date was given, which can stand for that whole UTC day. */
  isDay: boolean;
}

/**
 * A point in time, read from text: ISO 8601 with `T`, a blank or `_` between date and time, without an
 * offset in UTC; a date, its midnight in UTC; or a Unix time, in milliseconds when it is above 2e10.
 */
export function instant(description: string) {
  return readWith(readInstant).meta({ type: 'string', format: 'date-time', description });
}

const dateTime =
  /^(\d{4}-\d\d-\d\d)[Tt _](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?$/;
const unixTime = /^[+-]?(?:\d{1,18}|\d{1,18}\.\d*|\.\d+)$/;
/** A Unix time above this value is in milliseconds. */
const secondsMax = 2e10;
/** 9999-12-31T23:59:59Z and 0000-01-01T00:00:00Z in milliseconds. */
const [lastUnixMs, firstUnixMs] = [253_402_300_799_999, -62_167_219_200_000];
const daysOfYear0 = 366;

function readInstant(text: unknown): ReadValue<Instant> {
  if (typeof text !== 'string') {
    return { issue: { code: 'invalid_type', expected: 'date' } };
  }
  const at = unixTime.test(text) ? readUnixTime(Number(text)) : readDateTime(text);
  if (typeof at === 'string') return notRead(at);
  const error = at === undefined ? dateFault(text) : undefined;
  if (error !== undefined) return notRead(error);
  const instant = at ?? new Date(`${text}T00:00:00Z`);
  // ISO 8601 has a year 0, the service does not accept it
  if (instant.getUTCFullYear() < 1) {
    return { issue: { code: 'too_small', origin: 'date', minimum: firstUnixMs + daysOfYear0 * 86_400_000 } };
  }
  return { value: { at: instant, isDay: at === undefined } };
}

function notRead(error: string): ReadValue<Instant> {
  return { issue: { code: 'invalid_format', format: 'datetime', message: error } };
}

/** The instant, or an error message. */
function readUnixTime(time: number): Date | string {
  const milliseconds = Math.abs(time) > secondsMax ? time : time * 1_000;
  if (milliseconds > lastUnixMs) return 'dates after 9999 are not supported as unix timestamps';
  if (milliseconds < firstUnixMs) return 'dates before 0000 are not supported as unix timestamps';
  return new Date(milliseconds);
}

function readDateTime(text: string): Date | undefined {
  const match = dateTime.exec(text);
  if (match === null) return undefined;
  const [, day = '', hours, minutes, seconds = '00', fraction = '', sign, offsetHours, offsetMinutes] = match;
  if (dateFault(day) !== undefined) return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  if (Number(offsetHours ?? 0) > 23 || Number(offsetMinutes ?? 0) > 59) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const local = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * 60_000;
  return new Date(sign === '-' ? local + offset : local - offset);
}

/** The first error of a date from left to right; undefined for a valid date. */
function dateFault(text: string): string | undefined {
  if (text.length < 10) return 'input is too short';
  if (!/^\d{4}/.test(text)) return 'invalid character in year';
  if (text[4] !== '-') return 'invalid date separator, expected `-`';
  if (!/^\d\d/.test(text.slice(5))) return 'invalid character in month';
  if (text[7] !== '-') return 'invalid date separator, expected `-`';
  if (!/^\d\d/.test(text.slice(8))) return 'invalid character in day';
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number);
  if (year === undefined || month === undefined || day === undefined) return 'input is too short';
  if (month < 1 || month > 12) return 'month value is outside expected range of 1-12';
  const daysOfMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (day < 1 || day > daysOfMonth) return 'day value is outside expected range';
  if (text.length > 10) return 'unexpected extra characters at the end of the input';
  return undefined;
}
