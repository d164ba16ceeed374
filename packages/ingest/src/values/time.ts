import { type MapContext, Refusal } from '../observation.ts';
import { partsOfLocalDate } from './local-dates.ts';
import { quoted } from './shown.ts';
import { isBlank } from './text.ts';

/** 2005-01-01: older than every platform here. */
const earliestMicros = BigInt(Date.UTC(2005, 0, 1)) * 1000n;

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

export interface Time {
  /** Microseconds since 1970, UTC. */
  readonly micros: bigint;
  /** Whether the text has no time zone and was read as UTC. */
  readonly zoneAssumed: boolean;
}

/** How ambiguous times of a column are read. */
export interface TimeWriting {
  /** Whether `1/2/2024` is the first of February. */
  readonly dayFirst?: boolean | undefined;
  /** The zone of times without one: an IANA name or an offset such as `+07:00`; default UTC. */
  readonly zone?: string | undefined;
}

/**
 * A time as unix seconds, milliseconds, microseconds or nanoseconds (told apart by size), or as text: ISO 8601
 * with `T` or a blank, `2025/05/19 10:00`, date alone, `10/16/17 22:59` and `19-05-2025 15:45` (in the order of
 * `writing`, unless that cannot be), `16.10.2017 22:59`, `Thu Apr 20 23:21:13 +0000 2023`, `May 19, 2025`, RFC 2822,
 * and dates with the months of other languages.
 * Text without a zone is in that of `writing`. Undefined when it is none of these.
 */
export function parseTime(value: unknown, writing: TimeWriting = {}): Time | undefined {
  if (typeof value === 'bigint') return fromUnix(String(value));
  if (typeof value === 'number') return Number.isFinite(value) ? fromUnix(String(value)) : undefined;
  if (value instanceof Date) return { micros: BigInt(value.getTime()) * 1000n, zoneAssumed: false };
  if (typeof value !== 'string') return undefined;
  const text = withOffset(value.trim());
  if (/^-?\d+(\.\d+)?(e\+?\d+)?$/i.test(text)) return fromUnix(text);
  const time = fromIso(text) ?? fromSlashes(text, writing.dayFirst) ?? fromWords(text) ?? fromLocal(text);
  if (time === undefined || !time.zoneAssumed || writing.zone === undefined) return time;
  return { ...time, micros: fromZone(time.micros, writing.zone) };
}

/** The time of a collected record: also `20251009`, and days since 1900 as spreadsheets store times. */
export function parseRecordTime(value: unknown, writing: TimeWriting = {}): Time | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text);
  if (compact !== null) {
    const [, year, month, day] = compact;
    const date = fromIso(`${year}-${month}-${day}`);
    if (date !== undefined) return date;
  }
  // Days 38,000 to 73,000 are the years 2004 to 2099; as unix seconds they would be the first day of 1970.
  const serial = /^(?:3[89]|[4-6]\d|7[0-2])\d{3}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (serial === undefined) return parseTime(value, writing);
  const micros = BigInt(Math.round((serial - 25_569) * 86_400)) * 1_000_000n;
  const zoned = writing.zone === undefined ? micros : fromZone(micros, writing.zone);
  return { micros: zoned, zoneAssumed: true };
}

/** The order of day and month in a date of numbers: `either` if both numbers are months. */
export function dayOrderOf(value: unknown): 'day' | 'month' | 'either' | undefined {
  const match =
    typeof value === 'string' ? /^(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})\b/.exec(value.trim()) : null;
  if (match === null) return undefined;
  const [first, second] = [Number(match[1]), Number(match[3])];
  if (first === second) return undefined;
  if (first > 12) return 'day';
  return second > 12 ? 'month' : 'either';
}

function fromUnix(text: string): Time | undefined {
  if (!Number.isFinite(Number(text))) return undefined;
  const plain = /e/i.test(text) ? String(BigInt(Math.trunc(Number(text)))) : text;
  const [whole = '0', fraction = ''] = plain.split('.');
  const size = whole.replace('-', '').length;
  const micros = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0')); // as if seconds
  const divisor = size <= 11 ? 1n : size <= 14 ? 1_000n : size <= 17 ? 1_000_000n : 1_000_000_000n;
  return size > 20 ? undefined : { micros: micros / divisor, zoneAssumed: false };
}

function fromIso(text: string): Time | undefined {
  const match =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const [, year, , month, day, hour, minute, second, fraction, zone] = match;
  return make([year, month, day, hour, minute, second].map(toInteger), fraction, zone);
}

function fromSlashes(text: string, dayFirst: boolean | undefined): Time | undefined {
  const match =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:,?[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.?m\.?)?)? ?(Z|UTC)?$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const [first, second] = [toInteger(match[1]), toInteger(match[3])];
  const isDayFirst = match[2] === '.' || first > 12 || (dayFirst === true && second <= 12);
  const year = toInteger(match[4]) + ((match[4] ?? '').length === 2 ? 2000 : 0);
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  return make(
    [year, month, day, hourOf(match[5], match[8]), toInteger(match[6]), toInteger(match[7])],
    undefined,
    match[9],
  );
}

function hourOf(hour: string | undefined, half: string | undefined): number {
  if (half === undefined) return toInteger(hour);
  return (toInteger(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

const clock = '(?:,? (?:at )?(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?: ?([ap])\\.?m\\.?)?)?';
const zoneWord = '(?: ?(Z|UTC|GMT|[+-]\\d{2}:?\\d{2}))?';
const weekday = '(?:[a-z]{3,9},? )?';

/** `Thu Apr 20 23:21:13 +0000 2023`, with and without its zone. */
const yearLast =
  /^[a-z]{3},? ([a-z]{3}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2})(?: ([+-]\d{4}|UTC|GMT))? (\d{4})$/i;
/** `Thu, 20 Apr 2023 23:21:13 GMT`, `20 April 2023`. */
const dayMonth = new RegExp(
  `^${weekday}(\\d{1,2})[ -]([a-z]{3,9})\\.?,?[ -](\\d{4})${clock}${zoneWord}$`,
  'i',
);
/** `May 19, 2025`, `May 19, 2025 at 3:45 PM`. */
const monthDay = new RegExp(
  `^${weekday}([a-z]{3,9})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${clock}${zoneWord}$`,
  'i',
);

function fromWords(text: string): Time | undefined {
  const last = yearLast.exec(text);
  if (last !== null) {
    const [, name, day, hour, minute, second, zone, year] = last;
    return make(
      [toInteger(year), monthOf(name), ...[day, hour, minute, second].map(toInteger)],
      undefined,
      zone,
    );
  }
  const match = dayMonth.exec(text);
  const other = match === null ? monthDay.exec(text) : null;
  const parts = match ?? other;
  if (parts === null) return undefined;
  const [, first, second, year, hour, minute, seconds, half, zone] = parts;
  const [day, name] = match === null ? [second, first] : [first, second];
  const date = [toInteger(year), monthOf(name), toInteger(day)];
  return make([...date, hourOf(hour, half), toInteger(minute), toInteger(seconds)], undefined, zone);
}

/** Offsets of zones that are abbreviated alike nowhere else. */
const offsetsByName: Readonly<Record<string, string>> = {
  ...{ EST: '-0500', EDT: '-0400', PST: '-0800', PDT: '-0700', CET: '+0100', CEST: '+0200' },
  ...{ EET: '+0200', EEST: '+0300', MSK: '+0300', JST: '+0900', KST: '+0900' },
};

/** `2024-06-15 07:13:20 EDT` as `2024-06-15 07:13:20 -0400`. */
function withOffset(text: string): string {
  const name = /\d (?:[AP]M )?([A-Z]{3,4})$/.exec(text)?.[1];
  const offset = name === undefined ? undefined : offsetsByName[name];
  return name === undefined || offset === undefined ? text : text.slice(0, -name.length) + offset;
}

/**
 * The offset that the name of a column states, such as `Published (CET)`, `posted_utc` and `Time (GMT+8)`; undefined if
 * it states none.
 */
export function offsetInName(name: string): string | undefined {
  const stated =
    /(?:^|[\s_([,])(?:(UTC|GMT)(?: ?([+-]) ?(\d{1,2})(?::?(\d{2}))?)?|([A-Z]{3,4}))[\s)\]]*$/i.exec(name);
  if (stated === null) return undefined;
  const [, universal, sign, hours, minutes = '00', other = ''] = stated;
  // A word in lower case that is spelled like a zone may be another word.
  const named = offsetsByName[other];
  if (universal === undefined) return named && `${named.slice(0, 3)}:${named.slice(3)}`;
  const offset = sign === undefined ? '+00:00' : `${sign}${hours?.padStart(2, '0')}:${minutes}`;
  return isTimeZone(offset) ? offset : undefined;
}

/** A date as other languages than English write it. */
function fromLocal(text: string): Time | undefined {
  const parts = partsOfLocalDate(text);
  return parts === undefined ? undefined : make(parts, undefined, undefined);
}

/** The number of a month by its English name or an abbreviation of it; 0 for other words. */
function monthOf(name: string | undefined): number {
  const word = (name ?? '').toLowerCase();
  const month = months.findIndex(
    (known) => word.length >= 3 && (known.startsWith(word) || (word === 'sept' && known === 'september')),
  );
  return month + 1;
}

/** The UTC time of a local time, both in microseconds. Of two, in the hour that clocks repeat, the earlier. */
function fromZone(local: bigint, zone: string): bigint {
  if (/^[+-]/.test(zone)) return local - zoneMicros(zone);
  const ms = Number(local / 1000n);
  const first = ms - offsetMs(zone, ms);
  return local - BigInt(offsetMs(zone, first)) * 1000n;
}

const zones = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = zones.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  if (zones.size < 64) zones.set(zone, made);
  return made;
}

/** Offsets change at whole quarters of an hour, by which they are cached. */
const quarterMs = 900_000;
const offsetsMax = 100_000;
const offsets = new Map<string, number>();

function offsetMs(zone: string, utcMs: number): number {
  const key = `${zone} ${Math.floor(utcMs / quarterMs)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const name =
    formatOf(zone)
      .formatToParts(utcMs)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const offset = Number(zoneMicros(name.replace('GMT', '')) / 1000n);
  if (offsets.size >= offsetsMax) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** Whether a text names a zone for {@link TimeWriting}. */
export function isTimeZone(zone: string): boolean {
  if (/^[+-](?:0\d|1[0-4]):?[0-5]\d$/.test(zone)) return true;
  if (/^[+-]/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
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
  const match = /^([+-])(\d{2}):?(\d{2})?(?::\d{2})?$/.exec(zone ?? '');
  if (match === null) return 0n;
  const minutes = BigInt(match[2] ?? '0') * 60n + BigInt(match[3] ?? '0');
  return minutes * 60_000_000n * (match[1] === '-' ? -1n : 1n);
}

/** Whether a time is between `earliest` (2005) and two days from now. */
function isPlausible(micros: bigint, context: MapContext, earliest = earliestMicros): boolean {
  return micros >= earliest && micros <= context.latestPlausible;
}

/** A required time. Throws a Refusal if it is missing, invalid or implausible. */
export function readKeyTime(value: unknown, field: string, context: MapContext, writing?: TimeWriting): Time {
  if (isBlank(value)) throw new Refusal('time_missing', field, 'The record has no creation time');
  const time = readTimeOrRefuse(value, field, context, writing);
  if (!isPlausible(time.micros, context)) {
    throw new Refusal('time_implausible', field, `${quoted(value)} is before 2005 or in the future`);
  }
  return time;
}

/** An optional time. An invalid one is unknown, and a refusal of the field in the context. */
export function readTime(
  value: unknown,
  field: string,
  context: MapContext,
  writing?: TimeWriting,
): bigint | null {
  if (isBlank(value) || value === 0 || value === '0') return null;
  try {
    const { micros } = readTimeOrRefuse(value, field, context, writing);
    return isPlausible(micros, context) ? micros : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.refuseField(error, value);
    return null;
  }
}

/** An observation time. An invalid or implausible one is ignored and counted as a note. */
export function readObservedAt(
  value: unknown,
  context: MapContext,
  writing?: TimeWriting,
  earliest = earliestMicros,
): bigint | null {
  if (isBlank(value)) return null;
  const time = earliest === earliestMicros ? parseRecordTime(value, writing) : parseTime(value, writing);
  if (time !== undefined && isPlausible(time.micros, context, earliest)) return time.micros;
  context.notes.add('observed_at_implausible');
  return null;
}

function readTimeOrRefuse(
  value: unknown,
  field: string,
  context: MapContext,
  writing: TimeWriting | undefined,
): Time {
  const time = parseRecordTime(value, writing);
  if (time === undefined) {
    throw new Refusal('time_invalid', field, `${quoted(value)} is not a valid time`);
  }
  if (time.zoneAssumed) context.notes.add('time_zone_assumed');
  return time;
}
