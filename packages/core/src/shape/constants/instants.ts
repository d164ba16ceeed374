import type { SqlParameters } from '@sdq/contract';
import type { Expression } from '../../syntax/ast.ts';
import { isKnownZone } from './time-zones.ts';

/**
 * A moment that the planner knows only within bounds, in microseconds since 1970, UTC. The bounds may be too wide
 * (months have 28 to 31 days), never too narrow.
 */
export interface Instant {
  readonly min: bigint;
  readonly max: bigint;
}

export interface ConstantScope {
  /** Microseconds; `now()` of the query lies between this and {@link clockSlack} later. */
  readonly now: bigint;
  readonly parameters: SqlParameters;
}

/** For constants in which parameters and the clock have no part. */
export const noParameters: ConstantScope = { now: 0n, parameters: {} };

const second = 1_000_000n;
const day = 86_400n * second;

/** How much later than planning a query may begin, including its time in the queue. */
export const clockSlack = day;

/** Minimum and maximum length of each interval unit. */
const intervalUnits: Readonly<Record<string, readonly [bigint, bigint]>> = {
  to_seconds: [second, second],
  to_minutes: [60n * second, 60n * second],
  to_hours: [3_600n * second, 3_600n * second],
  to_days: [day, day],
  to_weeks: [7n * day, 7n * day],
  to_months: [28n * day, 31n * day],
  to_quarters: [89n * day, 93n * day],
  to_years: [365n * day, 366n * day],
};

const nowNames = new Set(['now', 'current_timestamp', 'get_current_timestamp', 'transaction_timestamp']);
const todayNames = new Set(['today', 'current_date']);

/** The moment that a constant expression represents in a comparison with a TIMESTAMPTZ; undefined if unknown. */
export function readInstant(expression: Expression, scope: ConstantScope): Instant | undefined {
  switch (expression.class) {
    case 'CONSTANT':
    case 'PARAMETER': {
      const text = readText(expression, scope);
      return text === undefined ? undefined : parseInstant(text);
    }
    case 'COLUMN_REF':
      return expression.column_names.length === 1
        ? namedInstant(expression.column_names[0] ?? '', scope)
        : undefined;
    case 'CAST':
      return castInstant(readInstant(expression.child, scope), expression.cast_type.id);
    case 'FUNCTION': {
      const name = expression.function_name.toLowerCase();
      const [first, second] = expression.children;
      if (first === undefined) return namedInstant(name, scope);
      if (second === undefined) return undefined;
      if (name === '-' || name === '+')
        return shift(readInstant(first, scope), readInterval(second), name === '-');
      if (name === 'timezone') return inZone(readText(first, scope), readInstant(second, scope));
      if (name === 'date_trunc') {
        const unit = readText(first, scope);
        const instant = readInstant(second, scope);
        return unit === undefined || instant === undefined ? undefined : truncate(instant, unit);
      }
      return undefined;
    }
    default:
      return undefined;
  }
}

/** A local time of a time zone, or the other way round: no zone is a day away from UTC. */
function inZone(zone: string | undefined, instant: Instant | undefined): Instant | undefined {
  // DuckDB refuses an unknown name.
  if (zone === undefined || instant === undefined || !isKnownZone(zone)) return undefined;
  return { min: instant.min - day, max: instant.max + day };
}

/** A text constant or a bound text parameter. */
export function readText(expression: Expression, scope: ConstantScope): string | undefined {
  if (expression.class === 'CONSTANT') {
    const { value } = expression.value;
    return !expression.value.is_null && expression.value.type.id === 'VARCHAR' && typeof value === 'string'
      ? value
      : undefined;
  }
  const value = boundValue(expression, scope);
  return typeof value === 'string' ? value : undefined;
}

/** A constant of an integer type, or a bound parameter that is one. */
export function readInteger(expression: Expression, scope: ConstantScope): bigint | undefined {
  if (expression.class === 'CONSTANT')
    return /^(U?(TINY|SMALL|BIG)INT|U?INTEGER)$/.test(expression.value.type.id)
      ? readWhole(expression)
      : undefined;
  const value = boundValue(expression, scope);
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

function boundValue(expression: Expression, { parameters }: ConstantScope): unknown {
  if (expression.class !== 'PARAMETER') return undefined;
  return Array.isArray(parameters)
    ? parameters[Number(expression.identifier) - 1]
    : (parameters as Readonly<Record<string, unknown>>)[expression.identifier];
}

function namedInstant(name: string, scope: ConstantScope): Instant | undefined {
  const lower = name.toLowerCase();
  const now = { min: scope.now, max: scope.now + clockSlack };
  if (nowNames.has(lower)) return now;
  return todayNames.has(lower) ? truncate(now, 'day') : undefined;
}

function castInstant(instant: Instant | undefined, type: string): Instant | undefined {
  if (instant === undefined) return undefined;
  if (type === 'DATE') return truncate(instant, 'day');
  if (type === 'TIMESTAMP' || type === 'TIMESTAMP WITH TIME ZONE') return instant;
  // The others have another precision, to which DuckDB rounds.
  return type.startsWith('TIMESTAMP') ? { min: instant.min - second, max: instant.max + second } : undefined;
}

function shift(instant: Instant | undefined, by: Instant | undefined, back: boolean): Instant | undefined {
  if (instant === undefined || by === undefined) return undefined;
  return back
    ? { min: instant.min - by.max, max: instant.max - by.min }
    : { min: instant.min + by.min, max: instant.max + by.max };
}

/** The length of `INTERVAL 30 DAY`, of `INTERVAL '3 months'`, or of a bare number of days subtracted from a date. */
function readInterval(expression: Expression): Instant | undefined {
  if (expression.class === 'FUNCTION') {
    const unit = intervalUnits[expression.function_name.toLowerCase()];
    const [count] = expression.children;
    if (unit === undefined || count === undefined) return undefined;
    return lengthOf(readWhole(count), unit);
  }
  if (
    expression.class === 'CAST' &&
    expression.cast_type.id === 'INTERVAL' &&
    expression.child.class === 'CONSTANT'
  ) {
    const match = /^(\d{1,6}) (second|minute|hour|day|week|month|year)s?$/i.exec(
      String(expression.child.value.value),
    );
    return match
      ? lengthOf(BigInt(match[1] ?? '0'), intervalUnits[`to_${match[2]?.toLowerCase()}s`])
      : undefined;
  }
  return lengthOf(readWhole(expression), intervalUnits.to_days);
}

function lengthOf(
  count: bigint | undefined,
  unit: readonly [bigint, bigint] | undefined,
): Instant | undefined {
  if (count === undefined || unit === undefined || count < 0n) return undefined;
  return { min: count * unit[0], max: count * unit[1] };
}

/** Integer types; a DECIMAL's value is in the tree without its decimal point. */
const wholeTypes = /^(U?(TINY|SMALL|BIG)INT|U?INTEGER|DOUBLE|FLOAT)$/;

/** An integer constant, also inside the casts that the parser adds. */
export function readWhole(expression: Expression): bigint | undefined {
  if (expression.class === 'CAST')
    return wholeTypes.test(expression.cast_type.id) ? readWhole(expression.child) : undefined;
  if (expression.class === 'FUNCTION' && expression.function_name === 'trunc') {
    const [child] = expression.children;
    return child === undefined ? undefined : readWhole(child);
  }
  if (expression.class !== 'CONSTANT') return undefined;
  const { value, type } = expression.value;
  return wholeTypes.test(type.id) && typeof value === 'number' && Number.isSafeInteger(value)
    ? BigInt(value)
    : undefined;
}

const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?(?:Z|\+00(?::?00)?)?$/;

/** `YYYY-MM-DD[ HH:MM[:SS[.ffffff]]]`, UTC; anything else is left to DuckDB. */
export function parseInstant(text: string): Instant | undefined {
  const match = instantPattern.exec(text);
  if (match === null) return undefined;
  const [, year, month, date, hour = '0', minute = '0', seconds = '0', fraction = ''] = match;
  const milliseconds = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(date),
    Number(hour),
    Number(minute),
    Number(seconds),
  );
  // Date.UTC maps years before 100 to the twentieth century.
  const read = new Date(milliseconds);
  if (read.getUTCFullYear() !== Number(year) || read.getUTCDate() !== Number(date)) return undefined;
  const at = BigInt(milliseconds) * 1_000n + BigInt(fraction.padEnd(6, '0'));
  return { min: at, max: at };
}

/** The beginning of the unit that contains a moment. */
export function truncate(instant: Instant, unit: string): Instant | undefined {
  const min = floorTo(instant.min, unit);
  const max = floorTo(instant.max, unit);
  return min === undefined || max === undefined ? undefined : { min, max };
}

/** The maximum length of a unit of `date_trunc`; undefined for one the planner does not know. */
export function unitLengthMax(unit: string): bigint | undefined {
  return truncationUnits[unit.toLowerCase()]?.lengthMax;
}

const truncationUnits: Readonly<Record<string, { lengthMax: bigint; floor: (at: Date) => number }>> = {
  hour: { lengthMax: 3_600n * second, floor: (at) => at.setUTCMinutes(0, 0, 0) },
  day: { lengthMax: day, floor: (at) => at.setUTCHours(0, 0, 0, 0) },
  week: {
    lengthMax: 7n * day,
    floor: (at) =>
      Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - ((at.getUTCDay() + 6) % 7)),
  },
  month: { lengthMax: 31n * day, floor: (at) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1) },
  quarter: {
    lengthMax: 92n * day,
    floor: (at) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - (at.getUTCMonth() % 3), 1),
  },
  year: { lengthMax: 366n * day, floor: (at) => Date.UTC(at.getUTCFullYear(), 0, 1) },
};

function floorTo(at: bigint, unit: string): bigint | undefined {
  const known = truncationUnits[unit.toLowerCase()];
  if (known === undefined) return undefined;
  const milliseconds = at >= 0n ? at / 1_000n : (at - 999n) / 1_000n;
  return BigInt(known.floor(new Date(Number(milliseconds)))) * 1_000n;
}
