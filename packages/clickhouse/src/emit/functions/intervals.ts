import { type DuckType, isTimestamp } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import { guarded, type Interval, type Value, value } from '../sql/value.ts';
import { microsRange } from '../values/constant.ts';

const microsOfDay = 86_400_000_000n;

export function isInterval({ type }: Value): boolean {
  return type.id === 'INTERVAL';
}

export function intervalOf(given: Value): Interval {
  const { constant } = given;
  return typeof constant === 'object' && 'months' in constant
    ? constant
    : refuse('an INTERVAL that is no constant', "a CASE with INTERVAL '1 day', INTERVAL '7 days' …");
}

/** Days of an interval are 24 hours: times are UTC. */
export function microsOf({ days, micros }: Interval): bigint {
  return BigInt(days) * microsOfDay + micros;
}

/** A time or a date as a time. */
export function asTime({ sql, type }: Value): string {
  if (isTimestamp(type)) return sql;
  return type.id === 'DATE' ? `toDateTime64(${sql}, 6, 'UTC')` : refuse(`a time function over ${type.id}`);
}

/** Months first, as DuckDB does; a day that the month does not have becomes its last. */
export function addInterval(given: Value, interval: Value, sign: 1 | -1, type: DuckType): Value {
  const parts = intervalOf(interval);
  const time = asTime(given);
  const months = parts.months === 0 ? time : `addMonths(${time}, ${sign * parts.months})`;
  const micros = microsOf(parts) * BigInt(sign);
  const sql = micros === 0n ? months : `addMicroseconds(${months}, ${micros})`;
  if (!isTimestamp(type)) return refuse(`an INTERVAL added to ${given.type.id}`);
  const [least, most] = microsRange;
  const isOutside = `NOT (toUnixTimestamp64Micro(${sql}) BETWEEN ${least} AND ${most})`;
  const message = 'a time before 1900 or after 2299';
  return value(guarded(isOutside, 'not_supported_by_backend', message, sql), type, [given]);
}
