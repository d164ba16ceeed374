import type { Draw } from '../draw/draw.ts';
import { either, type Sql, type SqlPart, sql } from '../sql/sql.ts';

/** An expression over a time, and about how many values it has. */
export interface TimeExpression {
  readonly name: string;
  readonly sql: Sql;
  readonly values: number;
}

const day = 86_400;

/** The beginning of the unit that a time lies in. */
export function truncated(unit: string, time: SqlPart): Sql {
  const noDecades = { cannot: 'date_trunc of ClickHouse has no such unit' };
  return either(
    sql`date_trunc('${unit}', ${time})`,
    unit === 'decade' || unit === 'century'
      ? noDecades
      : sql`toDateTime64(date_trunc('${unit}', ${time}), 6, 'UTC')`,
  );
}

/** The beginning of the day, month and so on, over a span of seconds. */
export function truncation(draw: Draw, time: Sql, seconds: number, mostValues = 5_000): TimeExpression {
  const units: readonly [string, number][] = [
    ['minute', 60],
    ['hour', 3_600],
    ['day', day],
    ['day', day],
    ['week', 7 * day],
    ['week', 7 * day],
    ['month', 30 * day],
    ['month', 30 * day],
    ['month', 30 * day],
    ['quarter', 91 * day],
    ['year', 365 * day],
    ['year', 365 * day],
    ['decade', 3_650 * day],
  ];
  const [unit, length] = draw.pick(units.filter(([, each]) => seconds / each <= mostValues));
  const values = seconds / length + 1;
  if (unit === 'day' && draw.chance(0.5))
    return { name: 'day', sql: either(sql`${time}::DATE`, sql`toDate32(${time})`), values };
  return { name: unit, sql: truncated(unit, time), values };
}

const isoDay = (time: SqlPart) => sql`toDayOfWeek(${time})`;

/** One part of a time as a number: the year, the hour of the day, and so on. */
export function part(draw: Draw, time: Sql): TimeExpression {
  const parts: readonly [name: string, values: number, duckdb: Sql, clickhouse: Sql][] = [
    ['year', 6, sql`year(${time})`, sql`toYear(${time})`],
    ['year', 6, sql`extract(year FROM ${time})`, sql`toYear(${time})`],
    ['quarter', 4, sql`quarter(${time})`, sql`toQuarter(${time})`],
    ['month', 12, sql`month(${time})`, sql`toMonth(${time})`],
    ['month', 12, sql`extract(month FROM ${time})`, sql`toMonth(${time})`],
    ['week', 53, sql`week(${time})`, sql`toISOWeek(${time})`],
    ['day', 31, sql`day(${time})`, sql`toDayOfMonth(${time})`],
    ['weekday', 7, sql`dayofweek(${time})`, sql`${isoDay(time)} % 7`],
    ['weekday', 7, sql`extract(dow FROM ${time})`, sql`${isoDay(time)} % 7`],
    ['weekday', 7, sql`isodow(${time})`, isoDay(time)],
    ['yearday', 366, sql`dayofyear(${time})`, sql`toDayOfYear(${time})`],
    ['hour', 24, sql`hour(${time})`, sql`toHour(${time})`],
    ['hour', 24, sql`extract(hour FROM ${time})`, sql`toHour(${time})`],
    ['hour', 24, sql`date_part('hour', ${time})`, sql`toHour(${time})`],
    ['minute', 60, sql`minute(${time})`, sql`toMinute(${time})`],
  ];
  const [name, values, duckdb, clickhouse] = draw.pick(parts);
  return { name, sql: either(duckdb, clickhouse), values };
}

/** A time as text in a format, as reports have it. */
export function formatted(draw: Draw, time: Sql, seconds: number): TimeExpression {
  const formats: readonly [name: string, format: string, values: number, clickhouse?: string][] = [
    ['month', '%Y-%m', seconds / (30 * day)],
    ['day', '%Y-%m-%d', seconds / day],
    ['week', '%G-W%V', seconds / (7 * day)],
    ['hour', '%H', 24],
    ['clock', '%H:00', 24],
    ['weekday', '%A', 7, '%W'],
    ['year', '%Y', 6],
    ['yearday', '%m-%d', 366],
  ];
  const [name, format, values, clickhouse = format] = draw.pick(
    formats.filter(([, , each]) => each < 20_000),
  );
  return {
    name,
    sql: either(sql`strftime(${time}, '${format}')`, sql`formatDateTime(${time}, '${clickhouse}')`),
    values,
  };
}

/** Buckets of some hours, days or months. */
export function bucketed(draw: Draw, time: Sql, seconds: number): TimeExpression {
  const widths: readonly [duckdb: string, clickhouse: string, seconds: number][] = [
    ['15 minutes', '15 MINUTE', 900],
    ['6 hours', '6 HOUR', 21_600],
    ['12 hours', '12 HOUR', 43_200],
    ['1 day', '1 DAY', day],
    ['7 days', '1 WEEK', 7 * day],
    ['1 month', '1 MONTH', 30 * day],
    ['3 months', '3 MONTH', 91 * day],
  ];
  const [duckdb, clickhouse, each] = draw.pick(widths.filter(([, , width]) => seconds / width < 20_000));
  return {
    name: 'bucket',
    sql: either(
      sql`time_bucket(INTERVAL '${duckdb}', ${time})`,
      sql`toDateTime64(toStartOfInterval(${time}, INTERVAL ${clickhouse}), 6, 'UTC')`,
    ),
    values: seconds / each + 1,
  };
}

/** A part of the local time of a place. */
export function local(draw: Draw, time: Sql): TimeExpression {
  const zone = draw.pick(['America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'Asia/Kolkata']);
  const there = sql`(${time} AT TIME ZONE '${zone}')`;
  const name = draw.pick(['hour', 'dow']);
  return name === 'hour'
    ? {
        name: 'local_hour',
        sql: either(sql`hour(${there})`, sql`toHour(toTimeZone(${time}, '${zone}'))`),
        values: 24,
      }
    : {
        name: 'local_day',
        sql: either(sql`${there}::DATE`, sql`toDate32(toTimeZone(${time}, '${zone}'))`),
        values: 2_000,
      };
}

/** Whole units from one time to another, boundaries counted. */
export function difference(draw: Draw, from: SqlPart, to: SqlPart): TimeExpression {
  const [unit, values] = draw.pick<readonly [string, number]>([
    ['hour', 40_000],
    ['day', 2_000],
    ['day', 2_000],
    ['month', 60],
    ['year', 6],
  ]);
  return {
    name: `${unit}s`,
    sql: either(sql`date_diff('${unit}', ${from}, ${to})`, sql`dateDiff('${unit}', ${from}, ${to})`),
    values,
  };
}

/** Any expression over a time that rows are grouped by. */
export function timeKey(draw: Draw, time: Sql, seconds: number, mostValues = 2_000): TimeExpression {
  for (;;) {
    const kind = draw.unit();
    const found =
      kind < 0.4
        ? truncation(draw, time, seconds, mostValues)
        : kind < 0.7
          ? part(draw, time)
          : kind < 0.83
            ? formatted(draw, time, seconds)
            : kind < 0.96
              ? bucketed(draw, time, seconds)
              : local(draw, time);
    if (found.values <= mostValues) return found;
  }
}
