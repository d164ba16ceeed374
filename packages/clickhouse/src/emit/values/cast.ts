import {
  clickhouseType,
  type DuckType,
  elementOf,
  isFloating,
  isNested,
  isTimestamp,
  isWhole,
  sameType,
} from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import type { Names } from '../sql/names.ts';
import { castSql, guarded, needsOrder, nullOf, text, type Value, value } from '../sql/value.ts';
import { structOf, wholeNumber } from './constant.ts';

const wholeRanges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  TINYINT: [-(2n ** 7n), 2n ** 7n - 1n],
  SMALLINT: [-(2n ** 15n), 2n ** 15n - 1n],
  INTEGER: [-(2n ** 31n), 2n ** 31n - 1n],
  BIGINT: [-(2n ** 63n), 2n ** 63n - 1n],
  HUGEINT: [-(2n ** 127n), 2n ** 127n - 1n],
  UTINYINT: [0n, 2n ** 8n - 1n],
  USMALLINT: [0n, 2n ** 16n - 1n],
  UINTEGER: [0n, 2n ** 32n - 1n],
  UBIGINT: [0n, 2n ** 64n - 1n],
};

/** A cast as DuckDB's, with its errors; `isTry` gives NULL for them. */
export function cast(given: Value, to: DuckType, isTry: boolean, names: Names): Value {
  const from = given.type;
  if (sameType(from, to)) return given;
  if (given.isNull || from.id === 'NULL') return nullOf(to);
  if (from.id === 'INTERVAL' || to.id === 'INTERVAL') refuse('a cast of an INTERVAL');
  if (from.id === 'LIST' && to.id === 'LIST') return castList(given, to, isTry, names);
  if (from.id === 'STRUCT' && to.id === 'STRUCT') return castStruct(given, to, isTry, names);
  if (isNested(from) || isNested(to)) refuse(`a cast from ${from.id} to ${to.id}`);
  if (to.id === 'VARCHAR') return toText(given);
  if (from.id === 'VARCHAR') return fromText(given, to, isTry);
  if (isWhole(from) || from.id === 'BOOLEAN') return fromWhole(given, to, isTry);
  if (from.id === 'DECIMAL') return fromDecimal(given, to, isTry);
  if (isFloating(from)) return fromFloating(given, to, isTry);
  if (isTimestamp(from) && isTimestamp(to)) return { ...given, type: to };
  if (isTimestamp(from) && to.id === 'DATE') return value(dateOf(given.sql), to, [given]);
  if (from.id === 'DATE' && isTimestamp(to))
    return value(`toDateTime64(${given.sql}, 6, 'UTC')`, to, [given]);
  return refuse(`a cast from ${from.id} to ${to.id}`);
}

/** The day of a time, also of one before 1970. */
export function dateOf(sql: string): string {
  return `toDate32(${sql}, 'UTC')`;
}

/** Only where the number fits: an error, or NULL. */
function checked(sql: string, given: Value, to: DuckType, isTry: boolean): Value {
  const name = text(clickhouseType(to, false));
  if (isTry) return value(`accurateCastOrNull(${sql}, ${name})`, to, true);
  if (!given.nullable) return value(`accurateCast(${sql}, ${name})`, to, false);
  return value(`accurateCast(${sql}, ${text(clickhouseType(to, true))})`, to, true);
}

function fromWhole(given: Value, to: DuckType, isTry: boolean): Value {
  const from = given.type;
  if (from.id === 'BOOLEAN') {
    if (!isWhole(to)) return refuse(`a cast from BOOLEAN to ${to.id}`);
    return value(castSql(given.sql, to, given.nullable), to, [given]);
  }
  if (to.id === 'BOOLEAN') return value(`(${given.sql} != 0)`, to, [given]);
  if (isWhole(to)) {
    const [low, high] = wholeRanges[to.id] ?? refuse(`a cast to ${to.id}`);
    if (typeof given.constant === 'bigint' && given.constant >= low && given.constant <= high)
      return wholeNumber(given.constant, to);
    const [least, most] = wholeRanges[from.id] ?? refuse(`a cast from ${from.id}`);
    if (least >= low && most <= high) return value(castSql(given.sql, to, given.nullable), to, [given]);
    return checked(given.sql, given, to, isTry);
  }
  if (isFloating(to))
    return value(castSql(given.sql, to, given.nullable), to, [given], {
      mayBeNaN: false,
      ...(typeof given.constant === 'bigint' && { constant: Number(given.constant) }),
    });
  if (to.id === 'DECIMAL') {
    if (isTry) refuse('TRY_CAST to DECIMAL');
    const source = from.id === 'HUGEINT' ? `toString(${given.sql})` : given.sql;
    const [least, most] = wholeRanges[from.id] ?? refuse(`a cast from ${from.id}`);
    const bound = 10n ** BigInt(to.width - to.scale);
    if (most < bound && -least < bound) return value(castSql(source, to, given.nullable), to, [given]);
    const isTooLong = `abs(toInt256(${given.sql})) >= toInt256('${bound}')`;
    const message = `a number has too many digits for DECIMAL(${to.width}, ${to.scale})`;
    const fitting = guarded(isTooLong, 'sql_conversion_error', message, source);
    return value(castSql(fitting, to, given.nullable), to, [given]);
  }
  return refuse(`a cast from ${from.id} to ${to.id}`);
}

/** The whole number that a decimal is a fraction of: 12.34 has 1234. */
export function unscaledOf({ sql, type, nullable }: Value): string {
  if (type.id !== 'DECIMAL') return refuse('a decimal number');
  const wide = castSql(sql, { ...type, width: 76 }, nullable);
  return `CAST(${wide} * CAST('1${'0'.repeat(type.scale)}', 'Decimal(76, 0)'), '${nullable ? 'Nullable(Int256)' : 'Int256'}')`;
}

function fromDecimal(given: Value, to: DuckType, isTry: boolean): Value {
  const from = given.type;
  if (from.id !== 'DECIMAL') return refuse('a decimal number');
  if (to.id === 'DOUBLE') {
    if (typeof given.constant === 'string')
      return value(`CAST('${given.constant}', 'Float64')`, to, false, { constant: Number(given.constant) });
    const whole = unscaledOf(given);
    const power = `1${'0'.repeat(from.scale)}`;
    const small = `toFloat64(${whole}) / ${power}.`;
    if (from.width <= 15 || from.scale === 0) return value(`(${small})`, to, [given]);
    // DuckDB divides what a double does not hold in two steps.
    const parts = `toFloat64(intDiv(${whole}, ${power})) + toFloat64(${whole} % ${power}) / ${power}.`;
    return value(`if(abs(${whole}) <= 9007199254740992, ${small}, ${parts})`, to, [given]);
  }
  if (to.id === 'DECIMAL') {
    if (isTry || to.scale < from.scale || to.width - to.scale < from.width - from.scale)
      refuse('a decimal with fewer digits', 'a cast to DOUBLE and round()');
    return value(castSql(given.sql, to, given.nullable), to, [given]);
  }
  return refuse(`a cast from DECIMAL to ${to.id}`, 'a cast to DOUBLE first');
}

function fromFloating(given: Value, to: DuckType, isTry: boolean): Value {
  if (isFloating(to)) {
    if (to.id === 'FLOAT') refuse('a cast to FLOAT', 'DOUBLE');
    return value(castSql(given.sql, to, given.nullable), to, [given], { mayBeNaN: given.mayBeNaN ?? true });
  }
  // DuckDB rounds half to even.
  if (isWhole(to)) return checked(`roundBankers(${given.sql})`, given, to, isTry);
  return refuse(`a cast from ${given.type.id} to ${to.id}`);
}

function toText(given: Value): Value {
  const { type, sql } = given;
  const to = { id: 'VARCHAR' } as const;
  if (isWhole(type)) return value(`toString(${sql})`, to, [given]);
  if (type.id === 'BOOLEAN') {
    const known = `if(${sql}, 'true', 'false')`;
    return value(given.nullable ? `if(isNull(${sql}), NULL, ${known})` : known, to, [given]);
  }
  if (type.id === 'DATE') return value(`toString(${sql})`, to, [given]);
  if (isTimestamp(type)) {
    const zone = type.id === 'TIMESTAMP' ? "''" : "'+00'";
    return value(`concat(replaceRegexpOne(toString(${sql}), '\\\\.0{6}$|0+$', ''), ${zone})`, to, [given]);
  }
  return refuse(`a number of the type ${type.id} as text`, 'the number itself, formatted by the reader');
}

/** DuckDB reads more as a number than ClickHouse does: what is not plain ends the query, so that no answer differs. */
function fromText(given: Value, to: DuckType, isTry: boolean): Value {
  if (!isWhole(to)) return refuse(`a cast from text to ${to.id}`);
  const { sql } = given;
  const name = text(clickhouseType(to, false));
  const plain = `match(${sql}, '^-?[0-9]+$')`;
  const code = 'not_supported_by_backend';
  const message = 'a text that is no plain whole number is cast to a number';
  if (isTry) {
    const rest = `if(throwIf(ifNull(match(${sql}, '[0-9]'), 0), ${text(`sdq:${code}:${message}`)}) = 0, NULL, NULL)`;
    return value(`if(ifNull(${plain}, 0), accurateCastOrNull(${sql}, ${name}), ${rest})`, to, true);
  }
  const source = guarded(`NOT ${plain}`, 'sql_conversion_error', message, sql);
  return value(`accurateCast(${source}, ${text(clickhouseType(to, given.nullable))})`, to, [given]);
}

function castList(given: Value, to: DuckType, isTry: boolean, names: Names): Value {
  if (isTry) return refuse('TRY_CAST of a list');
  needsOrder(given);
  if (given.isBoxed) return refuse('a cast of a list that may be NULL');
  const element = names.next('x');
  const source = {
    sql: element,
    type: elementOf(given.type),
    nullable: given.elementsNullable === true,
    elementsNullable: given.innerNullable === true,
  };
  const inner = cast(source, elementOf(to), false, names);
  const sql = castSql(`arrayMap(${element} -> ${inner.sql}, ${given.sql})`, to, false, inner.nullable);
  return value(sql, to, [given], { elementsNullable: inner.nullable });
}

function castStruct(given: Value, to: DuckType, isTry: boolean, names: Names): Value {
  if (given.fields === undefined || to.id !== 'STRUCT') return refuse('a cast of a struct');
  const fields = given.fields.map((field, at) => {
    const type = to.fields[at]?.type ?? refuse('a cast of a struct');
    return cast(field, type, isTry, names);
  });
  return structOf(fields, to);
}
