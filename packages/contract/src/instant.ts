import { type Read, worded } from './worded.ts';

/** An instant as a request gives it. */
export interface Instant {
  at: Date;
  /** Given as a date only: that whole UTC day may be meant. */
  isDay: boolean;
}

/**
 * A point in time as FastAPI reads it from text: ISO 8601 with `T`, a blank or `_` between date and time, without an
 * offset in UTC; a date, its midnight in UTC; or a Unix time, in milliseconds when it is above 2e10.
 */
export function instant(description: string) {
  return worded(readInstant).meta({ type: 'string', format: 'date-time', description });
}

const dateTime =
  /^(\d{4}-\d\d-\d\d)[Tt _](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?$/;
const unixTime = /^[+-]?\d{1,16}(?:\.\d+)?$/;
const secondsMax = 2e10;

function readInstant(value: unknown): Read<Instant> {
  if (typeof value !== 'string') {
    return { fault: { type: 'datetime_type', msg: 'Input should be a valid datetime' } };
  }
  const text = value.trim();
  if (unixTime.test(text)) {
    const number = Number(text);
    const at = new Date(Math.abs(number) > secondsMax ? number : number * 1_000);
    if (!Number.isNaN(at.getTime())) return { value: { at, isDay: false } };
  }
  const at = readDateTime(text);
  if (at !== undefined) return { value: { at, isDay: false } };
  const error = dateFault(text);
  if (error === undefined) return { value: { at: new Date(`${text}T00:00:00Z`), isDay: true } };
  return {
    fault: {
      type: 'datetime_from_date_parsing',
      msg: `Input should be a valid datetime or date, ${error}`,
      ctx: { error },
    },
  };
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

/** What is wrong with a date, in the words of FastAPI's parser and found in its order; undefined for a date. */
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
