import type { SqlParameters } from '@sdq/contract';
import type { ConstantValue, Expression } from '../../syntax/ast.ts';

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

function castOf(value: Known, type: string): Known {
  if (typeof value !== 'string') return value;
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
  if (type === 'VARCHAR') return value;
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
      return castOf(knownValue(expression.child, parameters), expression.cast_type.id);
    case 'COLUMN_REF':
      return namesOfNow.has((expression.column_names.at(-1) ?? '').toLowerCase())
        ? Date.now() / 1000
        : undefined;
    case 'FUNCTION': {
      const name = expression.function_name.toLowerCase();
      if (namesOfNow.has(name)) return Date.now() / 1000;
      const values = expression.children.map((child) => knownValue(child, parameters));
      if (name === 'list_value') return values.includes(undefined) ? undefined : values;
      if (name === 'trunc') return values[0];
      const unit = secondsOf[name];
      if (unit !== undefined) return typeof values[0] === 'number' ? values[0] * unit : undefined;
      return arithmetic(name, values);
    }
    default:
      return undefined;
  }
}
