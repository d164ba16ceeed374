import { noParameters, readText } from '../../../../shape/constants/instants.ts';
import { literalInterval } from '../../../../shape/constants/literal-interval.ts';
import { isKnownZone } from '../../../../shape/constants/time-zones.ts';
import type { CastExpression, Expression, FunctionExpression } from '../../../../syntax/ast.ts';

/**
 * The closed list: date functions that give the same for a TIMESTAMPTZ, in a session whose time zone is UTC, and for the
 * TIMESTAMP of the same microseconds, in the years 1 to 9999: `equal-in-utc.slow.test.ts` compares them. Not in it, because they
 * differ: `epoch` (fractions), `date_sub` of hours and more, `date_diff` of `yearweek`, `%Z` and `%n`.
 */
const parts = wordsOf(
  'year month day hour minute second millisecond microsecond quarter week weekofyear weekday dayofweek isodow isoyear dayofmonth dayofyear yearweek decade century millennium era dayname monthname last_day days_in_month'.split(
    ' ',
  ),
);
const subUnits = wordsOf(
  'minute minutes m second seconds s millisecond milliseconds ms microsecond microseconds us'.split(' '),
);
const units = wordsOf(
  'year years y month months mon quarter quarters week weeks w day days d hour hours h decade decades century centuries millennium millennia'.split(
    ' ',
  ),
  subUnits,
);
const partUnits = wordsOf(
  'dow isodow doy isoyear yearweek dayofweek weekday dayofyear weekofyear era'.split(' '),
  units,
);
const differenceUnits = wordsOf(['isoyear'], units);
const format = /^(?:[^%]|%-[dmyHIMSj]|%[aAwubBdmyYHIMSpfgzjUWcxXGV%])*$/;
const casts = wordsOf(['DATE', 'TIMESTAMP']);

/** The list by kind, for the test that compares all of it. */
export const equalInUtc = { parts, units, partUnits, differenceUnits, subUnits, casts };

function wordsOf(...lists: readonly Iterable<string>[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => [...list]));
}

/** How a call is written for TIMESTAMP. */
export interface UtcForm {
  /** Its arguments that must be moments. */
  readonly moments: readonly Expression[];
  /** The macro that takes its place; absent where each moment is converted instead. */
  readonly macro?: string;
  /** The interval that is added to its moment or subtracted from it. */
  readonly interval?: Expression;
  /** Whether it is equal only from 1970 on: DuckDB subtracts microseconds of earlier times wrongly. */
  readonly isSince1970?: boolean;
  /** The time zone of `timezone(zone, moment)`. */
  readonly zone?: string;
}

function unitOf(expression: Expression | undefined): string {
  return (expression && readText(expression, noParameters)?.toLowerCase()) ?? '';
}

/** Undefined for a call that is not in the list. */
export function utcForm(node: FunctionExpression | CastExpression): UtcForm | undefined {
  if (node.class === 'CAST')
    return casts.has(node.cast_type.id) && !node.try_cast ? { moments: [node.child] } : undefined;
  if (node.schema !== '' && node.schema !== 'main') return undefined;
  const [first, second, third, more] = node.children;
  if (first === undefined || more !== undefined) return undefined;
  const name = node.function_name.toLowerCase();
  if (second === undefined) return parts.has(name) ? { moments: [first] } : undefined;
  if (third !== undefined) {
    const macro = differences[name];
    const isEqual = macro?.units.has(unitOf(first)) === true;
    return isEqual ? { moments: [second, third], macro: macro.name } : undefined;
  }
  switch (name) {
    case 'date_part':
    case 'datepart':
      return partUnits.has(unitOf(first)) ? { moments: [second] } : undefined;
    case 'date_trunc':
    case 'datetrunc':
      return units.has(unitOf(first)) ? { moments: [second], macro: 'sdq_date_trunc' } : undefined;
    case '+':
    case '-':
      if (isShift(second)) return { moments: [first], interval: second };
      return name === '-' ? { moments: [first, second], isSince1970: true } : undefined;
    case 'age':
      return { moments: [first, second], isSince1970: true };
    case 'strftime':
      return isKnownFormat(second) ? { moments: [first] } : undefined;
    case 'timezone': {
      const zone = readText(first, noParameters);
      return zone !== undefined && isKnownZone(zone) ? { moments: [second], zone } : undefined;
    }
    case 'time_bucket':
      return isWidth(first) ? { moments: [second], macro: 'sdq_time_bucket' } : undefined;
    default:
      return undefined;
  }
}

const differences: Readonly<Record<string, { name: string; units: ReadonlySet<string> } | undefined>> = {
  date_diff: { name: 'sdq_date_diff', units: differenceUnits },
  datediff: { name: 'sdq_date_diff', units: differenceUnits },
  date_sub: { name: 'sdq_date_sub', units: subUnits },
  datesub: { name: 'sdq_date_sub', units: subUnits },
};

/** Whether a function of this name and unit gives moments for moments. */
export function isTruncation(name: string, unit: string): boolean {
  return (name === 'date_trunc' || name === 'datetrunc') && units.has(unit);
}

function isKnownFormat(expression: Expression): boolean {
  const text = readText(expression, noParameters);
  return text !== undefined && format.test(text);
}

/** A literal interval of one unit that is more than zero: others are errors, or have months and days. */
function isWidth(expression: Expression): boolean {
  return literalInterval(expression) !== undefined;
}

/** A literal interval of one unit of less than a hundred years. */
function isShift(expression: Expression): boolean {
  const { unit, count } = literalInterval(expression) ?? { unit: '', count: 0n };
  if (/^(second|minute|hour|day)$/.test(unit)) return count < 10_000n;
  return /^(week|month|quarter|year)$/.test(unit) && count < 100n;
}
