import { type MapContext, Refusal } from '../observation.ts';
import { isBlank } from './text.ts';

/** 2005-01-01: older than every platform here. */
const earliestMicros = BigInt(Date.UTC(2005, 0, 1)) * 1000n;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export interface Time {
  /** Microseconds since 1970, UTC. */
  readonly micros: bigint;
  /** Whether the text has no time zone and was read as UTC. */
  readonly zoneAssumed: boolean;
}

/**
 * A time as unix seconds, milliseconds, microseconds or nanoseconds (told apart by size), or as text: ISO 8601
 * with `T` or a blank, date alone, `10/16/17 22:59` (month first, unless that cannot be), `16.10.2017 22:59`,
 * `Thu Apr 20 23:21:13 +0000 2023`, RFC 2822. Text without a zone is UTC. Undefined when it is none of these.
 */
export function parseTime(value: unknown, dayFirst = false): Time | undefined {
  if (typeof value === 'bigint') return fromUnix(String(value));
  if (typeof value === 'number') return Number.isFinite(value) ? fromUnix(String(value)) : undefined;
  if (value instanceof Date) return { micros: BigInt(value.getTime()) * 1000n, zoneAssumed: false };
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^-?\d+(\.\d+)?(e\+?\d+)?$/i.test(text)) return fromUnix(text);
  return fromIso(text) ?? fromSlashes(text, dayFirst) ?? fromWords(text);
}

function fromUnix(text: string): Time | undefined {
  const plain = /e/i.test(text) ? String(BigInt(Math.trunc(Number(text)))) : text;
  const [whole = '0', fraction = ''] = plain.split('.');
  const size = whole.replace('-', '').length;
  const micros = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0')); // as if seconds
  const divisor = size <= 11 ? 1n : size <= 14 ? 1_000n : size <= 17 ? 1_000_000n : 1_000_000_000n;
  return size > 20 ? undefined : { micros: micros / divisor, zoneAssumed: false };
}

function fromIso(text: string): Time | undefined {
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  return make([year, month, day, hour, minute, second].map(toInteger), fraction, zone);
}

function fromSlashes(text: string, dayFirst: boolean): Time | undefined {
  const match =
    /^(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})(?:,? +(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.?m\.?)?)? ?(Z|UTC)?$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const [first, second] = [toInteger(match[1]), toInteger(match[3])];
  const isDayFirst = match[2] === '.' || first > 12 || (dayFirst && second <= 12);
  const year = toInteger(match[4]) + ((match[4] ?? '').length === 2 ? 2000 : 0);
  const half = match[8]?.toLowerCase();
  let hour = toInteger(match[5]);
  if (half !== undefined) hour = (hour % 12) + (half === 'p' ? 12 : 0);
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  return make([year, month, day, hour, toInteger(match[6]), toInteger(match[7])], undefined, match[9]);
}

/** `Thu Apr 20 23:21:13 +0000 2023` and `Thu, 20 Apr 2023 23:21:13 GMT`. */
function fromWords(text: string): Time | undefined {
  const match =
    /^[a-z]{3},? ([a-z]{3}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) ([+-]\d{4}|UTC|GMT) (\d{4})$/i.exec(text) ??
    undefined;
  if (match !== undefined) {
    const [, name = '', day, hour, minute, second, zone, year] = match;
    const month = months.indexOf(name.toLowerCase()) + 1;
    return make([toInteger(year), month, ...[day, hour, minute, second].map(toInteger)], undefined, zone);
  }
  const mail =
    /^(?:[a-z]{3}, )?(\d{1,2}) ([a-z]{3}) (\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))?)? ?([+-]\d{4}|UTC|GMT)?$/i.exec(
      text,
    );
  if (mail === null) return undefined;
  const [, day, name = '', year, hour, minute, second, zone] = mail;
  const month = months.indexOf(name.toLowerCase()) + 1;
  return make([toInteger(year), month, ...[day, hour, minute, second].map(toInteger)], undefined, zone);
}

function toInteger(text: string | undefined): number {
  return text === undefined ? 0 : Number(text);
}

function make(
  parts: readonly number[],
  fraction: string | undefined,
  zone: string | undefined,
): Time | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 60) return undefined;
  const ms = utc(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000;
  if (new Date(utc(year, month, day)).getUTCDate() !== day) return undefined;
  const micros = BigInt(ms) * 1000n + BigInt((fraction ?? '').slice(0, 6).padEnd(6, '0'));
  return { micros: micros - zoneMicros(zone), zoneAssumed: zone === undefined };
}

/** Unix time of a date in milliseconds; `Date.UTC` reads years below 100 as 20th century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function zoneMicros(zone: string | undefined): bigint {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (match === null) return 0n;
  const minutes = BigInt(match[2] ?? '0') * 60n + BigInt(match[3] ?? '0');
  return minutes * 60_000_000n * (match[1] === '-' ? -1n : 1n);
}

/** Whether a time is between `earliest` (2005) and two days from now. */
function isPlausible(micros: bigint, context: MapContext, earliest = earliestMicros): boolean {
  return micros >= earliest && micros <= context.latestPlausible;
}

/** A required time. Throws a Refusal if it is missing, invalid or implausible. */
export function readKeyTime(value: unknown, field: string, context: MapContext, dayFirst = false): Time {
  if (isBlank(value)) throw new Refusal('time_missing', field, 'The record has no creation time');
  const time = readTimeOrRefuse(value, field, context, dayFirst);
  if (!isPlausible(time.micros, context)) {
    throw new Refusal(
      'time_implausible',
      field,
      `${String(value).slice(0, 40)} is before 2005 or in the future`,
    );
  }
  return time;
}

/** An optional time. Throws a Refusal if it is invalid. */
export function readTime(
  value: unknown,
  field: string,
  context: MapContext,
  dayFirst = false,
): bigint | null {
  if (isBlank(value) || value === 0 || value === '0') return null;
  const { micros } = readTimeOrRefuse(value, field, context, dayFirst);
  return isPlausible(micros, context) ? micros : null;
}

/** An observation time. An invalid or implausible one is ignored and counted as a note. */
export function readObservedAt(
  value: unknown,
  context: MapContext,
  dayFirst = false,
  earliest = earliestMicros,
): bigint | null {
  if (isBlank(value)) return null;
  const time = parseTime(value, dayFirst);
  if (time !== undefined && isPlausible(time.micros, context, earliest)) return time.micros;
  context.notes.add('observed_at_implausible');
  return null;
}

function readTimeOrRefuse(value: unknown, field: string, context: MapContext, dayFirst: boolean): Time {
  const time = parseTime(value, dayFirst);
  if (time === undefined) {
    throw new Refusal(
      'time_invalid',
      field,
      `${JSON.stringify(String(value).slice(0, 40))} is not a valid time`,
    );
  }
  if (time.zoneAssumed) context.notes.add('time_zone_assumed');
  return time;
}
