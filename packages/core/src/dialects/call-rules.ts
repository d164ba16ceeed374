import { mysqlFormat, oracleFormat } from './date-formats.ts';

/** What to write for a call with these arguments, as SQL; undefined where the rule has nothing to say. */
export type CallRule = (...given: string[]) => string | undefined;

const units =
  /^(?:years?|quarters?|months?|weeks?|days?|hours?|minutes?|seconds?|milliseconds?|microseconds?|yy|yyyy|qq|mm|wk|ww|dd|hh|mi|ss|dayofyear|weekday|dow|doy)$/i;
const shortUnits: Readonly<Record<string, string>> = {
  yy: 'year',
  yyyy: 'year',
  qq: 'quarter',
  mm: 'month',
  wk: 'week',
  ww: 'week',
  dd: 'day',
  hh: 'hour',
  mi: 'minute',
  ss: 'second',
  dayofyear: 'doy',
  weekday: 'dow',
};

/** Whether a word is a unit of time. */
export function isUnit(word: string): boolean {
  return units.test(word);
}

/** A unit that is written as a word: of the parts of a date, with its quotes if it has some; undefined for others. */
function unitOf(text = ''): string | undefined {
  const bare = text.replace(/^'(.*)'$/, '$1').toLowerCase();
  return units.test(bare) ? (shortUnits[bare] ?? bare.replace(/s$/, '')) : undefined;
}

function isQuoted(text = ''): boolean {
  return text.startsWith("'");
}

/** The unit, where it stands without quotes, which only other dialects allow. */
function bareUnit(text = ''): string | undefined {
  return isQuoted(text) ? undefined : unitOf(text);
}

const types: Readonly<Record<string, string>> = {
  nvarchar: 'VARCHAR',
  varchar2: 'VARCHAR',
  char: 'VARCHAR',
  nchar: 'VARCHAR',
  string: 'VARCHAR',
  datetime: 'TIMESTAMP',
  datetime2: 'TIMESTAMP',
  smalldatetime: 'TIMESTAMP',
  signed: 'BIGINT',
  unsigned: 'UBIGINT',
  int64: 'BIGINT',
  float64: 'DOUBLE',
  money: 'DECIMAL(19, 4)',
  bit: 'BOOLEAN',
  number: 'DOUBLE',
};
const knownTypes =
  /^(?:var)?char$|^(?:tiny|small|big|huge)?int$|^integer$|^bool(?:ean)?$|^date$|^time(?:stamp)?$|^double$|^float$|^real$|^numeric$|^decimal$|^text$/i;

/** A type of another dialect as DuckDB names it; undefined for a text that is no type. */
function typeOf(text = ''): string | undefined {
  const [, name = '', size = ''] = /^\s*(\w+)\s*(\([^)]*\))?\s*$/.exec(text) ?? [];
  const other = types[name.toLowerCase()];
  if (other !== undefined) return other;
  return knownTypes.test(name) ? `${name.toUpperCase()}${/char/i.test(name) ? '' : size}` : undefined;
}

function cast(type: string): CallRule {
  return (value) => value && `CAST(${value} AS ${type})`;
}

function truncated(unit: string): CallRule {
  return (value) => value && `date_trunc('${unit}', ${value})`;
}

function named(name: string, ...order: number[]): CallRule {
  return (...given) => {
    const chosen = order.length === 0 ? given : order.map((place) => given[place]);
    return chosen.some((each) => each === undefined) || (order.length > 0 && given.length !== order.length)
      ? undefined
      : `${name}(${chosen.join(', ')})`;
  };
}

/** `sumIf(x, condition)`: the dots stand for the value. */
function filtered(aggregate: string): CallRule {
  return (value, condition, more) =>
    condition === undefined || more !== undefined
      ? undefined
      : `${aggregate.replace('…', () => value ?? '')} FILTER (WHERE ${condition})`;
}

const ifElse: CallRule = (condition, yes, no) => no && `CASE WHEN ${condition} THEN ${yes} ELSE ${no} END`;

const difference: CallRule = (first, second, third) => {
  if (second === undefined) return undefined;
  // MySQL counts the days from the second date to the first
  if (third === undefined) return `date_diff('day', CAST(${second} AS DATE), CAST(${first} AS DATE))`;
  const [before, after] = [bareUnit(first), bareUnit(third)];
  if (before !== undefined) return `date_diff('${before}', ${second}, ${third})`;
  return after && `date_diff('${after}', ${second}, ${first})`;
};

const added =
  (sign: '+' | '-'): CallRule =>
  (first = '', second, third) => {
    const unit = unitOf(first);
    if (third !== undefined) return unit && `${third} ${sign} INTERVAL (${second}) ${unit.toUpperCase()}`;
    if (second === undefined) return undefined;
    return /^interval\b/i.test(second) ? `${first} ${sign} ${second}` : undefined;
  };

const toChar: CallRule = (value, format = '') => {
  if (value === undefined) return undefined;
  if (/^'[^A-Za-z]*[09][^A-Za-z]*'$|^'FM[^A-Za-z]*[09]/.test(format))
    return /[,G]/.test(format) ? `format('{:,}', ${value})` : `CAST(${value} AS VARCHAR)`;
  const read = oracleFormat(format);
  return read && `strftime(${value}, ${read})`;
};

function parsed(format: (literal: string) => string | undefined, isDate: boolean): CallRule {
  return (value, given = '') => {
    const read = format(given);
    if (read === undefined) return undefined;
    const call = `strptime(${value}, ${read})`;
    return isDate ? `CAST(${call} AS DATE)` : call;
  };
}

const convert =
  (word: 'CAST' | 'TRY_CAST'): CallRule =>
  (first, second) => {
    const [before, after] = [typeOf(first), typeOf(second)];
    if (before !== undefined) return `${word}(${second} AS ${before})`;
    return after && `${word}(${first} AS ${after})`;
  };

const decode: CallRule = (value, ...rest) => {
  if (rest.length < 2) return undefined;
  const pairs = Array.from(
    { length: Math.floor(rest.length / 2) },
    (_, at) => `WHEN ${rest[2 * at]} THEN ${rest[2 * at + 1]}`,
  );
  const otherwise = rest.length % 2 === 1 ? ` ELSE ${rest.at(-1)}` : '';
  return `CASE ${value} ${pairs.join(' ')}${otherwise} END`;
};

const countIf: CallRule = (condition) => condition && `count(*) FILTER (WHERE ${condition})`;
const now: CallRule = () => 'now()';
const distinct: CallRule = (...given) =>
  given.length === 0 ? undefined : `count(DISTINCT ${given.join(', ')})`;

/** Calls of other dialects by their names in lower case. */
export const callRules: ReadonlyMap<string, CallRule> = new Map<string, CallRule>([
  ['to_char', toChar],
  [
    'date_format',
    (value, format = '') => mysqlFormat(format) && `strftime(${value}, ${mysqlFormat(format)})`,
  ],
  [
    'formatdatetime',
    (value, format = '') => mysqlFormat(format) && `strftime(${value}, ${mysqlFormat(format)})`,
  ],
  ['format_date', (format, value) => value && `strftime(${value}, ${format})`],
  ['format_timestamp', (format, value) => value && `strftime(${value}, ${format})`],
  ['tostartofyear', truncated('year')],
  ['tostartofquarter', truncated('quarter')],
  ['tostartofmonth', truncated('month')],
  ['tostartofweek', truncated('week')],
  ['tomonday', truncated('week')],
  ['tostartofday', truncated('day')],
  ['tostartofhour', truncated('hour')],
  ['tostartofminute', truncated('minute')],
  ['tostartofinterval', (value, interval) => interval && `time_bucket(${interval}, ${value})`],
  ['date_trunc', (value, unit) => bareUnit(unit) && `date_trunc('${bareUnit(unit)}', ${value})`],
  ['timestamp_trunc', (value, unit) => bareUnit(unit) && `date_trunc('${bareUnit(unit)}', ${value})`],
  ['datetrunc', (unit, value) => bareUnit(unit) && `date_trunc('${bareUnit(unit)}', ${value})`],
  ['toyyyymm', (value) => value && `CAST(strftime(${value}, '%Y%m') AS INTEGER)`],
  ['toyyyymmdd', (value) => value && `CAST(strftime(${value}, '%Y%m%d') AS INTEGER)`],
  ['toyear', named('year', 0)],
  ['toquarter', named('quarter', 0)],
  ['tomonth', named('month', 0)],
  ['todayofmonth', named('day', 0)],
  ['todayofweek', named('isodow', 0)],
  ['tohour', named('hour', 0)],
  ['tominute', named('minute', 0)],
  ['tounixtimestamp', (value) => value && `CAST(epoch(${value}) AS BIGINT)`],
  ['todate', cast('DATE')],
  ['todatetime', cast('TIMESTAMP')],
  ['tostring', cast('VARCHAR')],
  ['toint32', cast('INTEGER')],
  ['toint64', cast('BIGINT')],
  ['touint32', cast('UINTEGER')],
  ['touint64', cast('UBIGINT')],
  ['tofloat32', cast('FLOAT')],
  ['tofloat64', cast('DOUBLE')],
  ['to_number', cast('DOUBLE')],
  ['getdate', now],
  ['getutcdate', now],
  ['sysdatetime', now],
  ['sysdate', now],
  ['curdate', () => 'current_date'],
  ['nvl', named('coalesce')],
  [
    'isnull',
    (value, other) => (other === undefined ? value && `(${value} IS NULL)` : `coalesce(${value}, ${other})`),
  ],
  ['ifnull', named('coalesce')],
  ['nvl2', (value, yes, no) => no && `CASE WHEN ${value} IS NOT NULL THEN ${yes} ELSE ${no} END`],
  ['zeroifnull', (value) => value && `coalesce(${value}, 0)`],
  ['if', ifElse],
  ['iif', ifElse],
  ['iff', ifElse],
  ['decode', decode],
  ['dateadd', added('+')],
  ['date_add', added('+')],
  ['timestampadd', added('+')],
  ['date_sub', added('-')],
  ['datetime_sub', added('-')],
  ['timestamp_sub', added('-')],
  ['add_months', (value, count) => count && `${value} + INTERVAL (${count}) MONTH`],
  ['datediff', difference],
  ['date_diff', difference],
  ['timestampdiff', difference],
  ['timestamp_diff', difference],
  ['datepart', (unit, value) => bareUnit(unit) && `date_part('${bareUnit(unit)}', ${value})`],
  [
    'datename',
    (unit, value) => ({ month: `monthname(${value})`, dow: `dayname(${value})` })[unitOf(unit) ?? ''],
  ],
  ['eomonth', named('last_day', 0)],
  ['convert', convert('CAST')],
  ['try_convert', convert('TRY_CAST')],
  ['str_to_date', parsed(mysqlFormat, false)],
  ['to_date', parsed(oracleFormat, true)],
  ['to_timestamp', parsed(oracleFormat, false)],
  ['parse_date', (format, value) => value && `CAST(strptime(${value}, ${format}) AS DATE)`],
  ['parse_timestamp', (format, value) => value && `strptime(${value}, ${format})`],
  ['unix_timestamp', (value = 'now()') => `epoch(${value})`],
  [
    'from_unixtime',
    (value, format) => (format === undefined ? value && `to_timestamp(${value})` : undefined),
  ],
  ['countif', countIf],
  ['count_if', countIf],
  ['sumif', filtered('sum(…)')],
  ['avgif', filtered('avg(…)')],
  ['minif', filtered('min(…)')],
  ['maxif', filtered('max(…)')],
  ['uniqif', filtered('count(DISTINCT …)')],
  ['uniq', distinct],
  ['uniqexact', distinct],
  ['count_distinct', distinct],
  ['uniqcombined', named('approx_count_distinct', 0)],
  ['uniqhll12', named('approx_count_distinct', 0)],
  ['approx_distinct', named('approx_count_distinct', 0)],
  ['grouparray', named('list', 0)],
  ['groupuniqarray', (value) => value && `list(DISTINCT ${value})`],
  ['argmax', named('arg_max', 0, 1)],
  ['argmin', named('arg_min', 0, 1)],
  ['percentile_approx', named('approx_quantile', 0, 1)],
  ['stdev', named('stddev', 0)],
  ['arrayjoin', named('unnest', 0)],
  ['explode', named('unnest', 0)],
  ['has', named('list_contains', 0, 1)],
  ['array_size', named('len', 0)],
  ['cardinality', named('len', 0)],
  ['charindex', named('strpos', 1, 0)],
  ['locate', named('strpos', 1, 0)],
  ['regexp_like', named('regexp_matches', 0, 1)],
  ['regexp_contains', named('regexp_matches', 0, 1)],
  ['regexp_substr', named('regexp_extract', 0, 1)],
  ['split', named('string_split', 0, 1)],
  ['safe_divide', (value, by) => by && `${value} / nullif(${by}, 0)`],
  ['json_extract_scalar', named('json_extract_string', 0, 1)],
  ['get_json_object', named('json_extract_string', 0, 1)],
  ['rand', () => 'random()'],
  ['newid', () => 'uuid()'],
  ['mid', named('substr', 0, 1, 2)],
  ['space', (count) => count && `repeat(' ', ${count})`],
  ['substring_index', (value, by, count) => (count === '1' ? `split_part(${value}, ${by}, 1)` : undefined)],
]);
