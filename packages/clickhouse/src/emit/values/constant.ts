import {
  clickhouseType,
  type DuckType,
  elementOf,
  isFloating,
  isTimestamp,
  isWhole,
  readDuckType,
} from '../plan/duck-type.ts';
import { nodeOf, nodesOf, type PlanNode } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { castSql, nullOf, text, type Value } from '../sql/value.ts';

/** 1900-01-01 and 2299-12-31, the first and last day of Date32 and DateTime64, as days since 1970. */
export const daysRange = [-25_567, 120_529] as const;
const microsOfDay = 86_400_000_000n;
export const microsRange = [
  BigInt(daysRange[0]) * microsOfDay,
  (BigInt(daysRange[1]) + 1n) * microsOfDay - 1n,
] as const;

/** A constant of the plan. */
export function constant(node: PlanNode): Value {
  const type = readDuckType(node.type);
  return node.is_null === true ? nullOf(type) : constantOf(type, node.value);
}

function constantOf(type: DuckType, given: unknown): Value {
  if (type.id === 'INTERVAL') return intervalOf(nodeOf(given));
  if (isWhole(type)) return wholeNumber(wholeOf(given), type);
  if (isFloating(type)) return floating(Number(given), type);
  if (type.id === 'DECIMAL') {
    const digits = decimalText(wholeOf(given), type.scale);
    return { sql: castSql(text(digits), type, false), type, nullable: false, constant: digits };
  }
  if (type.id === 'VARCHAR') {
    if (typeof given !== 'string') return refuse('a text of such characters');
    return { sql: text(given), type, nullable: false, constant: given };
  }
  if (type.id === 'BOOLEAN')
    return { sql: given === true ? 'true' : 'false', type, nullable: false, constant: given === true };
  if (type.id === 'DATE') {
    const days = Number(given);
    if (!(days >= daysRange[0] && days <= daysRange[1])) refuse('dates before 1900 or after 2299');
    return { sql: `CAST(${days}, 'Date32')`, type, nullable: false, constant: BigInt(days) };
  }
  if (isTimestamp(type)) {
    const micros = wholeOf(given);
    if (micros < microsRange[0] || micros > microsRange[1]) refuse('times before 1900 or after 2299');
    const sql = `fromUnixTimestamp64Micro(CAST(${micros}, 'Int64'), 'UTC')`;
    return { sql, type, nullable: false, constant: micros };
  }
  if (type.id === 'LIST') {
    const items = nodesOf(nodeOf(given).children).map(constant);
    return listOf(items, type);
  }
  if (type.id === 'STRUCT') return structOf(nodesOf(nodeOf(given).children).map(constant), type);
  return refuse(`a constant of the type ${type.id}`);
}

export function wholeNumber(number: bigint, type: DuckType): Value {
  const digits = number > 2n ** 63n - 1n || number < -(2n ** 63n) ? `'${number}'` : String(number);
  return { sql: castSql(digits, type, false), type, nullable: false, constant: number };
}

function floating(number: number, type: DuckType): Value {
  const special = Number.isNaN(number)
    ? 'nan'
    : Number.isFinite(number)
      ? undefined
      : number > 0
        ? 'inf'
        : '-inf';
  return {
    sql: castSql(special ?? exactDigits(number), type, false),
    type,
    nullable: false,
    mayBeNaN: Number.isNaN(number),
    constant: number,
  };
}

function exactDigits(number: number): string {
  return Object.is(number, -0) ? '-0.0' : number.toExponential();
}

export function listOf(items: readonly Value[], type: DuckType): Value {
  const elementsNullable = items.some(({ nullable }) => nullable);
  elementOf(type);
  needUnboxed(items);
  const array = `[${items.map(({ sql }) => sql).join(', ')}]`;
  const isOfLists = items.some((item) => item.type.id === 'LIST');
  if (
    items.some((item) => item.elementsNullable) !== items.every((item) => item.elementsNullable) &&
    isOfLists
  )
    refuse('a list of lists of which only some may hold NULL');
  return {
    sql: isOfLists ? array : castSql(array, type, false, elementsNullable),
    type,
    nullable: false,
    elementsNullable,
    innerNullable: items.some((item) => item.elementsNullable),
    ...(items.every((item) => item.constant !== undefined) && { constant: items }),
  };
}

export function structOf(fields: readonly Value[], type: DuckType): Value {
  needUnboxed(fields);
  const sql = `CAST(tuple(${fields.map((field) => field.sql).join(', ')}), ${text(clickhouseType(type, false))})`;
  return { sql, type, nullable: false, fields };
}

function needUnboxed(values: readonly Value[]): void {
  if (values.some(({ isBoxed }) => isBoxed)) refuse('a list or struct of lists that may be NULL');
}

function intervalOf({ months, days, micros }: PlanNode): Value {
  const constantOfIt = { months: Number(months), days: Number(days), micros: wholeOf(micros) };
  return {
    get sql(): string {
      return refuse('an INTERVAL as a value', 'epoch(b) - epoch(a), or date_diff');
    },
    type: { id: 'INTERVAL' },
    nullable: false,
    constant: constantOfIt,
  };
}

/** A whole number; one of 128 bits stands in two halves. */
export function wholeOf(given: unknown): bigint {
  if (typeof given === 'bigint') return given;
  if (typeof given === 'number' && Number.isSafeInteger(given)) return BigInt(given);
  const { upper, lower } = nodeOf(given);
  return (wholeOf(upper) << 64n) + (wholeOf(lower) & (2n ** 64n - 1n));
}

/** The digits of a decimal number from its unscaled value. */
export function decimalText(unscaled: bigint, scale: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const sign = unscaled < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
