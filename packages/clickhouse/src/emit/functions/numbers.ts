import {
  clickhouseType,
  type DuckType,
  isFloating,
  isTimestamp,
  isWhole,
  sameType,
} from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import { argument, castSql, guarded, text, type Value, value, wholeConstant } from '../sql/value.ts';
import { addInterval, isInterval } from './intervals.ts';
import { type Call, close, exact, type Translations } from './translation.ts';

/** Types that hold every sum and product of two numbers of a type. */
const wide: Readonly<Record<string, string>> = {
  TINYINT: 'Int64',
  SMALLINT: 'Int64',
  INTEGER: 'Int64',
  UTINYINT: 'Int64',
  USMALLINT: 'Int64',
  UINTEGER: 'Int128',
  BIGINT: 'Int128',
  UBIGINT: 'Int256',
  HUGEINT: 'Int256',
};

function widened({ sql }: Value, type: DuckType): string {
  return `to${wide[type.id] ?? refuse(`arithmetic with ${type.id}`)}(${sql})`;
}

/** Overflow is an error, as in DuckDB. */
function wholeArithmetic(sign: string, { args, type }: Call): Value {
  const nullable = args.some((each) => each.nullable);
  const operands = args.map((each) => widened(each, type));
  const sql = operands.length === 1 ? `${sign}${operands[0]}` : operands.join(` ${sign} `);
  return value(`accurateCast(${sql}, ${text(clickhouseType(type, nullable))})`, type, nullable);
}

function arithmetic(sign: string, call: Call): Value {
  const { args, type } = call;
  if (isWhole(type)) return wholeArithmetic(sign, call);
  const mayBeNaN = isFloating(type) && args.some((each) => each.mayBeNaN !== false);
  const [left, right] = [argument(args, 0), args[1]];
  if (right === undefined) return value(`(${sign}${left.sql})`, type, args, { mayBeNaN });
  if (type.id === 'DOUBLE')
    // infinite less infinite is no number
    return value(`(${left.sql} ${sign} ${right.sql})`, type, args, { mayBeNaN: true });
  return decimalArithmetic(sign, left, right, type);
}

/** With all digits; more than 38 are an error. */
function decimalArithmetic(sign: string, left: Value, right: Value, type: DuckType): Value {
  if (type.id !== 'DECIMAL') return refuse(`${sign} of ${left.type.id} and ${right.type.id}`);
  const isLong = type.width >= 38;
  const operands = [left, right].map((each) => {
    const { sql, nullable } = each;
    if (each.type.id === 'HUGEINT') return `toDecimal256(${sql}, 0)`;
    if (each.type.id !== 'DECIMAL')
      return refuse(`${sign} of ${each.type.id} and DECIMAL`, 'a cast to DOUBLE');
    return castSql(sql, { ...each.type, width: isLong ? 76 : 38 }, nullable);
  });
  const nullable = left.nullable || right.nullable;
  const result = operands.join(` ${sign} `);
  if (!isLong) return value(castSql(result, type, nullable), type, nullable);
  const bound = castSql(`'1${'0'.repeat(type.width - type.scale)}'`, { ...type, width: 76 }, false);
  const message = `a result has too many digits for DECIMAL(${type.width}, ${type.scale})`;
  const fitting = guarded(`abs(${result}) >= ${bound}`, 'sql_conversion_error', message, result);
  return value(castSql(fitting, type, nullable), type, nullable);
}

const isZero = ({ constant }: Value) => constant === 0n || constant === 0;
const isNotZero = (given: Value) => given.constant !== undefined && !isZero(given);

/** Division by zero gives NULL, and so does the smallest number divided by -1 in ClickHouse's own way: refused. */
function wholeDivision(call: Call, name: 'intDiv' | 'modulo'): Value {
  const { args, type } = call;
  const [left, right] = [argument(args, 0), argument(args, 1)];
  if (!isWhole(type)) return refuse(`${call.name} of ${type.id}`);
  const [a, b] = [widened(left, type), widened(right, type)];
  const nullable = left.nullable || right.nullable;
  if (isNotZero(right)) {
    const sql = `${name}(${a}, ${b})`;
    return value(`accurateCast(${sql}, ${text(clickhouseType(type, nullable))})`, type, nullable);
  }
  const sql = `${name}(${a}, ifNull(nullIf(${b}, 0), 1))`;
  const known = `accurateCast(${sql}, ${text(clickhouseType(type, true))})`;
  return value(`if(ifNull(${right.sql} = 0, 1), NULL, ${known})`, type, true);
}

function divide({ args, type }: Call): Value {
  if (type.id !== 'DOUBLE') return refuse(`/ of ${type.id}`);
  const [left, right] = [argument(args, 0), argument(args, 1)];
  const mayBeNaN = left.mayBeNaN !== false || !(typeof right.constant === 'number' && right.constant !== 0);
  return value(`(${left.sql} / ${right.sql})`, type, args, { mayBeNaN });
}

function addition(sign: '+' | '-', call: Call): Value {
  const { args, type } = call;
  const [left, right] = [argument(args, 0), args[1]];
  if (right === undefined) return sign === '+' ? left : arithmetic('-', call);
  if (isInterval(right)) return addInterval(left, right, sign === '+' ? 1 : -1, type);
  if (isInterval(left) && sign === '+') return addInterval(right, left, 1, type);
  if (left.type.id === 'DATE' && isWhole(right.type)) {
    const days = `accurateCast(toInt64(toInt32(${left.sql})) ${sign} toInt64(${right.sql}), 'Nullable(Int32)')`;
    return value(inDateRange(days, left.nullable || right.nullable), type, args);
  }
  if (left.type.id === 'DATE' && right.type.id === 'DATE' && isWhole(type))
    return value(`(toInt64(toInt32(${left.sql})) - toInt64(toInt32(${right.sql})))`, type, args);
  if (isTimestamp(left.type)) return refuse('a difference of times', 'date_diff, or epoch(b) - epoch(a)');
  return arithmetic(sign, call);
}

/** The date of a number of days; dates that ClickHouse does not have end the query. */
function inDateRange(days: string, nullable: boolean): string {
  const date = guarded(
    `${days} < -25567 OR ${days} > 120529`,
    'not_supported_by_backend',
    'a date before 1900 or after 2299',
    `addDays(toDate32('1970-01-01'), ${days})`,
  );
  return nullable ? date : `assumeNotNull(${date})`;
}

/** Half away from zero. */
function round({ args, type }: Call): Value {
  const given = argument(args, 0);
  const digits = args[1] === undefined ? 0n : wholeConstant(args[1], 'digits of round');
  if (isWhole(given.type) && digits >= 0n) return { ...given, type };
  if (type.id !== 'DOUBLE' || given.type.id !== 'DOUBLE')
    return refuse(`round of ${given.type.id}`, 'a cast to DOUBLE');
  if (digits < 0n || digits > 15n) refuse('round to such digits');
  const scaled = digits === 0n ? given.sql : `(${given.sql} * 1e${digits})`;
  const whole = `trunc(${scaled})`;
  const away = `if(abs(${scaled} - ${whole}) >= 0.5, sign(${scaled}), 0)`;
  const rounded = `(${whole} + ${away})`;
  // a number so large that it has no fraction, and one that overflows, stay as they are
  const sql = digits === 0n ? rounded : `if(isFinite(${scaled}), ${rounded} / 1e${digits}, ${given.sql})`;
  return value(sql, type, [given], { mayBeNaN: given.mayBeNaN ?? true });
}

const ofDouble = (name: string, proofs: string[]) =>
  exact(proofs, ({ args, type }) => {
    const given = argument(args, 0);
    if (isWhole(given.type) && sameType(given.type, type) && args.length === 1) return given;
    if (type.id !== 'DOUBLE' || args.length !== 1) return refuse(`${name} of ${given.type.id}`);
    return value(`${name}(${given.sql})`, type, args, { mayBeNaN: given.mayBeNaN ?? true });
  });

/** ClickHouse gives NaN or infinity where DuckDB ends the query. */
const above = (name: string, condition: string, message: string, proofs: string[]) =>
  close(proofs, ({ args, type }) => {
    const given = argument(args, 0);
    if (args.length !== 1 || type.id !== 'DOUBLE') return refuse(`${name} with a base`);
    const sql = guarded(`${given.sql} ${condition}`, 'sql_conversion_error', message, given.sql);
    return value(`${name}(${sql})`, type, args, { mayBeNaN: given.mayBeNaN ?? true });
  });

function absolute({ args, type }: Call): Value {
  const given = argument(args, 0);
  if (isFloating(type)) return value(`abs(${given.sql})`, type, args, { mayBeNaN: given.mayBeNaN ?? true });
  if (!isWhole(type)) return refuse(`abs of ${type.id}`);
  return value(
    `accurateCast(abs(${widened(given, type)}), ${text(clickhouseType(type, given.nullable))})`,
    type,
    args,
  );
}

/** NULLs are left out. */
function extreme(name: 'greatest' | 'least') {
  return ({ args, type }: Call): Value => {
    if (
      args.some((each) => each.mayBeNaN !== false && isFloating(each.type)) ||
      type.id === 'LIST' ||
      type.id === 'STRUCT'
    )
      refuse(`${name} of such values`);
    return value(
      `${name}(${args.map(({ sql }) => sql).join(', ')})`,
      type,
      args.every((each) => each.nullable),
    );
  };
}

const logarithm = 'the logarithm of a number that is not above 0';

export const numberFunctions: Translations = {
  '+': exact(
    [
      'play_count + 1',
      'play_count + like_count',
      'duration_ms + duration_ms',
      'create_time::DATE + 40',
      'create_time + INTERVAL 1 MONTH',
      'play_count + 0.25',
    ],
    (call) => addition('+', call),
  ),
  '-': exact(
    [
      'like_count - play_count',
      '-duration_ms',
      'create_time::DATE - 40',
      'create_time - INTERVAL 25 HOUR',
      "create_time::DATE - DATE '2020-02-29'",
      '1.5 - like_count',
    ],
    (call) => addition('-', call),
  ),
  '*': exact(
    ['duration_ms * 3', 'duration_ms::BIGINT * like_count', 'like_count * 1.25', 'duration_ms * 0.1e0'],
    (call) => arithmetic('*', call),
  ),
  '/': exact(
    ['like_count / play_count', 'play_count / 0', 'like_count / nullif(play_count, 0)', 'duration_ms / 1000'],
    divide,
  ),
  '//': exact(['play_count // 7', 'play_count // like_count', '(-duration_ms) // 7'], (call) =>
    wholeDivision(call, 'intDiv'),
  ),
  '%': exact(['play_count % 7', '(-play_count) % 7', 'play_count % like_count', 'play_count % -3'], (call) =>
    wholeDivision(call, 'modulo'),
  ),
  abs: exact(['abs(play_count)', 'abs(duration_ms - 30000)', 'abs(like_count / 3 - 100)'], absolute),
  round: exact(
    [
      'round(like_count / 7, 2)',
      'round(-like_count / 2)',
      'round(play_count)',
      'round(like_count / 8, 1)',
      'round(play_count / 3, 4)',
    ],
    round,
  ),
  floor: ofDouble('floor', ['floor(like_count / 7)', 'floor(-like_count / 7)']),
  ceil: ofDouble('ceil', ['ceil(like_count / 7)', 'ceil(-like_count / 7)']),
  trunc: ofDouble('trunc', ['trunc(like_count / 7)', 'trunc(-like_count / 7)']),
  sqrt: above('sqrt', '< 0', 'the square root of a negative number', ['sqrt(abs(like_count))']),
  ln: above('log', '<= 0', logarithm, ['ln(abs(like_count) + 1)']),
  log10: above('log10', '<= 0', logarithm, ['log10(abs(like_count) + 1)', 'log(abs(like_count) + 1)']),
  log2: above('log2', '<= 0', logarithm, ['log2(abs(like_count) + 1)']),
  exp: close(['exp(duration_ms / 100000)'], ({ args, type }) =>
    value(`exp(${argument(args, 0).sql})`, type, args, { mayBeNaN: argument(args, 0).mayBeNaN ?? true }),
  ),
  pow: close(['pow(duration_ms, 2)', 'duration_ms ** 0.5'], ({ args, type }) =>
    value(`pow(${argument(args, 0).sql}, ${argument(args, 1).sql})`, type, args, { mayBeNaN: true }),
  ),
  sign: exact(['sign(play_count)', 'sign(-duration_ms)'], ({ args, type }) => {
    const given = argument(args, 0);
    if (!isWhole(given.type)) return refuse(`sign of ${given.type.id}`);
    return value(castSql(`sign(${given.sql})`, type, given.nullable), type, args);
  }),
  greatest: exact(
    ['greatest(play_count, like_count)', "greatest(author, language, 'm')"],
    extreme('greatest'),
  ),
  least: exact(['least(play_count, like_count, 100)', 'least(author, language)'], extreme('least')),
  isnan: exact(['isnan(play_count / like_count)'], ({ args, type }) =>
    value(`isNaN(${argument(args, 0).sql})`, type, args),
  ),
  isfinite: exact(['isfinite(play_count / like_count)'], ({ args, type }) => {
    const given = argument(args, 0);
    if (!isFloating(given.type)) return refuse(`isfinite of ${given.type.id}`);
    return value(`isFinite(${given.sql})`, type, args);
  }),
  isinf: exact(['isinf(play_count / like_count)'], ({ args, type }) => {
    const given = argument(args, 0);
    if (!isFloating(given.type)) return refuse(`isinf of ${given.type.id}`);
    return value(`isInfinite(${given.sql})`, type, args);
  }),
};
