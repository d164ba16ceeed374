import { type DuckType, isTimestamp, isWhole } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import { argument, textConstant, type Value, value } from '../sql/value.ts';
import { asTime, intervalOf, microsOf } from './intervals.ts';
import { type Call, exact, type Translation, type Translations } from './translation.ts';

const units: Readonly<Record<string, string>> = {
  years: 'year',
  yr: 'year',
  yrs: 'year',
  y: 'year',
  months: 'month',
  mon: 'month',
  mons: 'month',
  weeks: 'week',
  w: 'week',
  days: 'day',
  d: 'day',
  dayofmonth: 'day',
  hours: 'hour',
  h: 'hour',
  hr: 'hour',
  minutes: 'minute',
  min: 'minute',
  mins: 'minute',
  m: 'minute',
  seconds: 'second',
  s: 'second',
  sec: 'second',
  secs: 'second',
  quarters: 'quarter',
  decades: 'decade',
  centuries: 'century',
  dow: 'dayofweek',
  weekday: 'dayofweek',
  doy: 'dayofyear',
  weekofyear: 'week',
};

const unitOf = (name: string) => units[name.toLowerCase()] ?? name.toLowerCase();

const microsOfUnit: Readonly<Record<string, string>> = {
  second: '1000000',
  minute: '60000000',
  hour: '3600000000',
  day: '86400000000',
};

/** Microseconds since 1970. */
function microsSql(given: Value): string {
  return `toUnixTimestamp64Micro(${asTime(given)})`;
}

/** Never negative, also of times before 1970. */
function remainder(sql: string, divisor: string): string {
  return `modulo(modulo(${sql}, toInt64(${divisor})) + toInt64(${divisor}), toInt64(${divisor}))`;
}

function ofMicros(sql: string): string {
  return `fromUnixTimestamp64Micro(${sql}, 'UTC')`;
}

function dateSql(given: Value): string {
  return given.type.id === 'DATE' ? given.sql : `toDate32(${asTime(given)}, 'UTC')`;
}

const startOf: Readonly<Record<string, (date: string) => string>> = {
  week: (date) => `toMonday(${date})`,
  month: (date) => `toStartOfMonth(${date})`,
  quarter: (date) => `toStartOfQuarter(${date})`,
  year: (date) => `toStartOfYear(${date})`,
  decade: (date) => startOfYears(date, 10),
  century: (date) => startOfYears(date, 100),
};

/** The first day of the year that so many years divide: not before 1900, where dates begin. */
function startOfYears(date: string, years: number): string {
  return `makeDate32(intDiv(toYear(${date}), ${years}) * ${years}, 1, 1)`;
}

function truncate({ args, type }: Call): Value {
  const given = argument(args, 1);
  const unit = unitOf(textConstant(args[0], 'a unit of date_trunc'));
  const micros = microsOfUnit[unit];
  if (micros !== undefined) {
    if (given.type.id === 'DATE') return inType(dateSql(given), type, given);
    const start = `${microsSql(given)} - ${remainder(`${microsSql(given)}`, `${micros}`)}`;
    return isTimestamp(type)
      ? value(ofMicros(start), type, [given])
      : value(`toDate32(${ofMicros(start)}, 'UTC')`, type, [given]);
  }
  const start = startOf[unit] ?? refuse(`date_trunc('${unit}', …)`);
  return inType(start(dateSql(given)), type, given);
}

/** A date in the type that DuckDB gives the result. */
function inType(date: string, type: DuckType, given: Value): Value {
  return isTimestamp(type)
    ? value(`toDateTime64(${date}, 6, 'UTC')`, type, [given])
    : value(`toDate32(${date})`, type, [given]);
}

const dateParts: Readonly<Record<string, (date: string) => string>> = {
  year: (date) => `toYear(${date})`,
  month: (date) => `toMonth(${date})`,
  day: (date) => `toDayOfMonth(${date})`,
  quarter: (date) => `toQuarter(${date})`,
  week: (date) => `toISOWeek(${date})`,
  isoyear: (date) => `toISOYear(${date})`,
  dayofyear: (date) => `toDayOfYear(${date})`,
  decade: (date) => `intDiv(toYear(${date}), 10)`,
  century: (date) => `intDiv(toYear(${date}) - 1, 100) + 1`,
  millennium: (date) => `intDiv(toYear(${date}) - 1, 1000) + 1`,
  isodow: (date) => `toDayOfWeek(${date})`,
  dayofweek: (date) => `toDayOfWeek(${date}) % 7`,
};

const timeParts: Readonly<Record<string, readonly [modulus: string, divisor: string]>> = {
  hour: ['86400000000', '3600000000'],
  minute: ['3600000000', '60000000'],
  second: ['60000000', '1000000'],
  millisecond: ['60000000', '1000'],
  microsecond: ['60000000', '1'],
};

function part(name: string, given: Value, type: DuckType): Value {
  const unit = unitOf(name);
  if (given.type.id === 'INTERVAL') return refuse('a part of an INTERVAL');
  if (unit === 'epoch') return value(`(${microsSql(given)} / 1000000)`, type, [given], { mayBeNaN: false });
  if (type.id !== 'BIGINT') return refuse(`the part '${unit}' of a time`);
  const [modulus, divisor] = timeParts[unit] ?? [];
  if (modulus !== undefined)
    return value(`toInt64(intDiv(${remainder(`${microsSql(given)}`, `${modulus}`)}, ${divisor}))`, type, [
      given,
    ]);
  const write = dateParts[unit] ?? refuse(`the part '${unit}' of a time`);
  return value(`toInt64(${write(dateSql(given))})`, type, [given]);
}

const partFunction = (name: string): Translation =>
  exact([`${name}(create_time)`, `${name}(create_time::DATE)`], ({ args, type }) =>
    part(name, argument(args, 0), type),
  );

/** The number of boundaries between two times. */
function difference({ args, type }: Call): Value {
  const unit = unitOf(textConstant(args[0], 'a unit of date_diff'));
  const [from, to] = [argument(args, 1), argument(args, 2)];
  const micros = microsOfUnit[unit];
  const both = [from, to];
  if (micros !== undefined) {
    const [a, b] = both.map(
      (each) => `intDiv(${microsSql(each)} - ${remainder(`${microsSql(each)}`, `${micros}`)}, ${micros})`,
    );
    return value(`(${b} - ${a})`, type, both);
  }
  const [a, b] = both.map(dateSql);
  const years = `(toInt64(toYear(${b})) - toInt64(toYear(${a})))`;
  switch (unit) {
    case 'year':
      return value(years, type, both);
    case 'quarter':
      return value(`(${years} * 4 + toInt64(toQuarter(${b})) - toInt64(toQuarter(${a})))`, type, both);
    case 'month':
      return value(`(${years} * 12 + toInt64(toMonth(${b})) - toInt64(toMonth(${a})))`, type, both);
    case 'week':
      // full weeks, not Mondays between
      return value(`intDiv(toInt64(toInt32(${b})) - toInt64(toInt32(${a})), 7)`, type, both);
    default:
      return refuse(`date_diff('${unit}', …)`);
  }
}

/** What `strftime` writes, in the signs of `formatDateTime`. */
const formatSigns: Readonly<Record<string, string>> = {
  Y: '%Y',
  m: '%m',
  d: '%d',
  H: '%H',
  M: '%i',
  S: '%S',
  j: '%j',
  y: '%y',
  '%': '%%',
  F: '%F',
  T: '%T',
  b: '%b',
  a: '%a',
  B: '%M',
  A: '%W',
};

function format({ args, type }: Call): Value {
  const [first, second] = [argument(args, 0), argument(args, 1)];
  const [given, pattern] = first.type.id === 'VARCHAR' ? [second, first] : [first, second];
  const wanted = textConstant(pattern, 'a format of strftime');
  const signs = wanted.replaceAll(
    /%(.?)/gs,
    (_, sign: string) => formatSigns[sign] ?? refuse(`strftime with %${sign}`),
  );
  if (/['\\\n]/.test(wanted)) refuse('strftime with such characters');
  return value(`formatDateTime(${asTime(given)}, '${signs}', 'UTC')`, type, [given]);
}

/** 2000-01-03, from which DuckDB counts buckets. */
const bucketOrigin = '946857600000000';

function bucket({ args, type }: Call): Value {
  const [width, given] = [argument(args, 0), argument(args, 1)];
  const interval = intervalOf(width);
  if (interval.months > 0 && interval.days === 0 && interval.micros === 0n && args[2] === undefined)
    return bucketOfMonths(interval.months, given, type);
  if (interval.months !== 0 || args[2] !== undefined || microsOf(interval) <= 0n)
    return refuse('time_bucket of months, or with an origin', "date_trunc('month', …)");
  const micros = microsOf(interval);
  const start = `${microsSql(given)} - ${remainder(`${microsSql(given)} - ${bucketOrigin}`, `${micros}`)}`;
  return isTimestamp(type)
    ? value(ofMicros(start), type, [given])
    : value(`toDate32(${ofMicros(start)}, 'UTC')`, type, [given]);
}

/** Months are counted from January 2000. */
function bucketOfMonths(months: number, given: Value, type: DuckType): Value {
  const date = dateSql(given);
  const since = `((toInt64(toYear(${date})) - 2000) * 12 + toInt64(toMonth(${date})) - 1)`;
  const start = `(${since} - ${remainder(since, String(months))})`;
  return inType(`addMonths(toDate32('2000-01-01'), ${start})`, type, given);
}

export const timeFunctions: Translations = {
  date_trunc: exact(
    ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'decade', 'century'].flatMap(
      (unit) => [`date_trunc('${unit}', create_time)`, `date_trunc('${unit}', create_time::DATE)`],
    ),
    truncate,
  ),
  date_part: exact(
    ["date_part('year', create_time)", "extract('isodow' FROM create_time)"],
    ({ args, type }) => part(textConstant(args[0], 'a part of a time'), argument(args, 1), type),
  ),
  date_diff: exact(
    ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'].flatMap((unit) => [
      `date_diff('${unit}', create_time, indexed_at)`,
      `date_diff('${unit}', create_time::DATE, DATE '1969-12-28')`,
    ]),
    difference,
  ),
  ...Object.fromEntries(
    [
      'year',
      'month',
      'day',
      'dayofmonth',
      'quarter',
      'hour',
      'minute',
      'second',
      'millisecond',
      'microsecond',
      'week',
      'weekofyear',
      'dayofyear',
      'isodow',
      'dayofweek',
      'weekday',
      'isoyear',
      'decade',
      'century',
      'millennium',
      'epoch',
    ].map((name) => [name, partFunction(name)]),
  ),
  epoch_ms: exact(['epoch_ms(create_time)'], ({ args, type }) => {
    const given = argument(args, 0);
    if (isWhole(given.type)) return refuse('epoch_ms of a number', 'make_timestamp');
    return value(`intDiv(${microsSql(given)}, 1000)`, type, args);
  }),
  epoch_us: exact(['epoch_us(create_time)'], ({ args, type }) =>
    value(microsSql(argument(args, 0)), type, args),
  ),
  dayname: exact(['dayname(create_time)'], ({ args, type }) =>
    value(`dateName('weekday', ${dateSql(argument(args, 0))})`, type, args),
  ),
  monthname: exact(['monthname(create_time)'], ({ args, type }) =>
    value(`dateName('month', ${dateSql(argument(args, 0))})`, type, args),
  ),
  last_day: exact(['last_day(create_time)'], ({ args, type }) =>
    value(`toDate32(toLastDayOfMonth(${dateSql(argument(args, 0))}))`, type, args),
  ),
  strftime: exact(
    [
      "strftime(create_time, '%Y-%m-%d %H:%M:%S %j%%')",
      "strftime(create_time, '%b %a %B %A')",
      "strftime(create_time::DATE, '%Y/%m')",
    ],
    format,
  ),
  time_bucket: exact(
    [
      "time_bucket(INTERVAL '7 days', create_time)",
      "time_bucket(INTERVAL '15 minutes', create_time)",
      "time_bucket(INTERVAL '5 months', create_time)",
      "time_bucket(INTERVAL '3 months', create_time::DATE)",
    ],
    bucket,
  ),
  timezone: exact(["create_time AT TIME ZONE 'UTC'"], ({ args, type }) => {
    const [zone, given] = [argument(args, 0), argument(args, 1)];
    if (zone.constant !== 'UTC' || !isTimestamp(given.type)) return refuse('a time zone other than UTC');
    return { ...given, type };
  }),
};
