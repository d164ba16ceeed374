import type { SqlParameters } from '@sdq/contract';
import type { ConstantValue, Expression, LogicalType } from '../../syntax/ast.ts';
import { lastDay, madeDate, truncated } from './constant-dates.ts';

/** A value known before the query runs. Dates and intervals are in seconds; an unknown value is `undefined`. */
export type Known = number | string | boolean | null | readonly Known[] | undefined;

const secondsOf: Readonly<Record<string, number>> = {
  to_millennia: 3.1536e10,
  to_centuries: 3.1536e9,
  to_decades: 3.1536e8,
  to_years: 31_536_000,
  to_quarters: 7_776_000,
  to_months: 2_592_000,
  to_weeks: 604_800,
  to_days: 86_400,
  to_hours: 3_600,
  to_minutes: 60,
  to_seconds: 1,
  to_milliseconds: 1e-3,
  to_microseconds: 1e-6,
};

const intervalUnit =
  /([+-]?\d+(?:\.\d+)?)\s*(millenni|centur|decade|year|quarter|month|week|day|hour|minute|second|millisecond|microsecond)/gi;
const lists = new Set(['list_value', 'list_pack', 'array_value']);
const lengths = new Set(['length', 'len', 'array_length', 'char_length', 'character_length', 'strlen']);
const namesOfNow = new Set([
  'current_date',
  'current_timestamp',
  'localtimestamp',
  'now',
  'today',
  'get_current_timestamp',
]);

function constantOf(constant: ConstantValue): Known {
  if (constant.is_null) return null;
  const { value } = constant;
  if (typeof value === 'object' && value !== null && 'upper' in value && 'lower' in value) {
    return Number(value.upper) * 2 ** 64 + Number(value.lower);
  }
  if (typeof value === 'number' && constant.type.id === 'DECIMAL') {
    return value / 10 ** Number(constant.type.type_info?.scale ?? 0);
  }
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
    ? value
    : undefined;
}

function castOf(value: Known, cast: LogicalType): Known {
  if (typeof value !== 'string') return value;
  const type = String(cast.type_info?.name ?? cast.id).toUpperCase();
  if (type === 'INTERVAL') {
    let seconds = 0;
    for (const [, count, unit] of value.matchAll(intervalUnit)) {
      const name = Object.keys(secondsOf).find((key) => key.startsWith(`to_${unit?.toLowerCase()}`));
      seconds += Number(count) * (name === undefined ? 0 : (secondsOf[name] as number));
    }
    return seconds === 0 ? undefined : seconds;
  }
  if (/^(?:DATE|TIMESTAMP)/.test(type)) {
    const time = Date.parse(
      /\d:\d/.test(value) && !/[zZ]|[+-]\d\d(?::?\d\d)?$/.test(value) ? `${value}Z` : value,
    );
    return Number.isNaN(time) ? undefined : time / 1000;
  }
  if (type === 'VARCHAR' || type === 'JSON') return value;
  const number = Number(value.replaceAll('_', ''));
  return value.trim() === '' || Number.isNaN(number) ? undefined : number;
}

function arithmetic(name: string, values: readonly Known[]): Known {
  if (values.some((value) => typeof value !== 'number')) return undefined;
  const [left = 0, right] = values as number[];
  if (right === undefined) return name === '-' ? -left : name === '+' ? left : undefined;
  switch (name) {
    case '+':
    case 'add':
      return left + right;
    case '-':
    case 'subtract':
      return left - right;
    case '*':
    case 'multiply':
      return left * right;
    case '/':
    case '//':
      return right === 0 ? undefined : left / right;
    case '**':
    case '^':
    case 'pow':
    case 'power':
      return left ** right;
    default:
      return undefined;
  }
}

/** Constants of text put together; a list, and a NULL under `||`, are left to DuckDB. */
function concatenated(name: string, values: readonly Known[]): Known {
  const parts =
    name === 'concat' ? values.map((value) => value ?? (value === null ? '' : undefined)) : values;
  const isText = parts.every((part) => typeof part === 'string' || typeof part === 'number');
  return isText && parts.some((part) => typeof part === 'string') ? parts.join('') : undefined;
}

/** Seconds of the date that a call makes of known dates and numbers. */
function dateOf(name: string, [first, second, third]: readonly Known[]): number | undefined {
  if (name === 'date_trunc' || name === 'datetrunc') {
    return typeof first === 'string' && typeof second === 'number' ? truncated(first, second) : undefined;
  }
  if (typeof first !== 'number') return undefined;
  if (name === 'last_day') return lastDay(first);
  if (name === 'to_timestamp') return first;
  const isDate = name === 'make_date' && typeof second === 'number' && typeof third === 'number';
  return isDate ? madeDate(first, second, third) : undefined;
}

/** The number of elements of a list, or of characters of a plain text. */
function lengthOf(value: Known): Known {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' && /^[ -~]*$/.test(value) ? value.length : undefined;
}

/** The value of an expression over constants and parameters; undefined when only DuckDB could compute it. */
export function knownValue(expression: Expression | undefined, parameters: SqlParameters): Known {
  if (expression === undefined) return undefined;
  switch (expression.class) {
    case 'CONSTANT':
      return constantOf(expression.value);
    case 'PARAMETER': {
      const given = Array.isArray(parameters)
        ? parameters[Number(expression.identifier) - 1]
        : (parameters as Readonly<Record<string, unknown>>)[expression.identifier];
      return typeof given === 'bigint' ? Number(given) : (given as Known);
    }
    case 'CAST':
      return castOf(knownValue(expression.child, parameters), expression.cast_type);
    case 'COLUMN_REF':
      return namesOfNow.has((expression.column_names.at(-1) ?? '').toLowerCase())
        ? Date.now() / 1000
        : undefined;
    case 'FUNCTION': {
      const name = expression.function_name.toLowerCase();
      if (namesOfNow.has(name)) return Date.now() / 1000;
      const values = expression.children.map((child) => knownValue(child, parameters));
      if (lists.has(name)) return values.includes(undefined) ? undefined : values;
      if (name === 'trunc') return values[0];
      if (name === '||' || name === 'concat') return concatenated(name, values);
      if (lengths.has(name)) return lengthOf(values[0]);
      const date = dateOf(name, values);
      if (date !== undefined) return date;
      const unit = secondsOf[name];
      if (unit !== undefined) return typeof values[0] === 'number' ? values[0] * unit : undefined;
      return arithmetic(name, values);
    }
    default:
      return undefined;
  }
}
