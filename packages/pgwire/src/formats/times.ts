import type { Interval } from './arrow-values.ts';

const dayMicros = 86_400_000_000n;
const infinite = { micros: 2n ** 63n - 1n, days: 2 ** 31 - 1 };

interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The date of a day since 1970, in the proleptic Gregorian calendar. */
function civilOf(days: number): Civil {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: year + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

function two(value: number | bigint): string {
  return String(value).padStart(2, '0');
}

function writeCivil({ year, month, day }: Civil): [text: string, era: string] {
  const shown = year > 0 ? year : 1 - year;
  return [`${String(shown).padStart(4, '0')}-${two(month)}-${two(day)}`, year > 0 ? '' : ' BC'];
}

/** Days since 1970 as `2026-05-06`, `0043-03-15 BC`, `infinity`. */
export function writeDate(days: number): string {
  if (Math.abs(days) >= infinite.days) return days > 0 ? 'infinity' : '-infinity';
  return writeCivil(civilOf(days)).join('');
}

/** Microseconds since midnight as `15:45:53.5`. */
export function writeTime(micros: bigint): string {
  const seconds = micros / 1_000_000n;
  const rest = micros % 1_000_000n;
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(6, '0').replace(/0+$/, '')}`;
  return `${two(seconds / 3_600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}${fraction}`;
}

/** Microseconds since 1970 as `2026-05-06 15:45:53.5+00`. */
export function writeTimestamp(micros: bigint, zone: '' | '+00'): string {
  if (isInfinite(micros)) return micros > 0n ? 'infinity' : '-infinity';
  const days = floorDivide(micros, dayMicros);
  const [date, era] = writeCivil(civilOf(Number(days)));
  return `${date} ${writeTime(micros - days * dayMicros)}${zone}${era}`;
}

export function isInfinite(micros: bigint): boolean {
  return micros >= infinite.micros || micros <= -infinite.micros;
}

export function isInfiniteDate(days: number): boolean {
  return Math.abs(days) >= infinite.days;
}

export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

function counted(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}

/** As PostgreSQL writes intervals: `1 year 2 mons -3 days +04:05:06.5`. */
export function writeInterval({ months, days, micros }: Interval): string {
  const size = micros < 0n ? -micros : micros;
  const isMixed = micros > 0n && (months < 0 || days < 0);
  const sign = micros < 0n ? '-' : isMixed ? '+' : '';
  const parts = [
    ...counted(Math.trunc(months / 12), 'year', 'years'),
    ...counted(months % 12, 'mon', 'mons'),
    ...counted(days, 'day', 'days'),
  ];
  if (micros !== 0n || parts.length === 0) parts.push(`${sign}${writeTime(size)}`);
  return parts.join(' ');
}
