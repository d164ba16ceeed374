import type { Expression, FunctionExpression } from '../../syntax/ast.ts';
import { type ConstantScope, readInstant, readText } from '../constants/instants.ts';
import { literalInterval } from '../constants/literal-interval.ts';
import { comparedInstant } from '../constants/midnight.ts';
import { mirrored, type Operator, operatorOf } from '../constants/operators.ts';
import { hasWholeHours } from '../constants/time-zones.ts';
import { zonedTime } from '../constants/zoned-time.ts';

/** A unit of UTC time that rows are grouped by. */
export type Period = 'hour' | 'day' | 'month';

/** What the moments of a group have in common. */
export interface SharedPeriod {
  readonly period: Period;
  /** Whether all moments are at times of which the offsets of time zones are known. */
  readonly hasKnownOffsets?: boolean;
}

/** Parts of a moment that depend on its day alone. */
const dayUnits = new Set(
  'day week month quarter year decade century millennium dow isodow dayofweek doy dayofyear isoyear weekday weekofyear yearweek days weeks months quarters years'.split(
    ' ',
  ),
);
const dayFunctions = new Set(
  'year month day quarter week decade century millennium dayofweek dayofmonth dayofyear isodow isoyear weekday weekofyear yearweek monthname dayname last_day'.split(
    ' ',
  ),
);
/** Parts that depend on the month alone. */
const monthUnits = new Set('month quarter year decade century millennium months quarters years'.split(' '));
const monthFunctions = new Set('year month quarter decade century millennium monthname'.split(' '));
/** Parts that depend on the hour. */
const hourUnits = new Set([...dayUnits, 'hour', 'hours']);
const hourFunctions = new Set([...dayFunctions, 'hour']);
/** What buckets of a whole number of each unit, counted from a UTC midnight, and differences in each depend on. */
const lengths: Readonly<Record<Period, ReadonlySet<string>>> = {
  hour: new Set(['hour', 'day', 'week', 'month', 'quarter', 'year']),
  day: new Set(['day', 'week', 'month', 'quarter', 'year']),
  month: new Set(['month', 'quarter', 'year']),
};
const formatOfHours = /^(?:[^%]|%-?[YymdBbjaAUWuwGVHIp%])*$/;
const formatOfMonths = /^(?:[^%]|%-?[YymbB%])*$/;
const formatOfDays = /^(?:[^%]|%-?[YymdBbjaAUWuwGV%])*$/;

const exactAtMidnight = new Set<Operator>(['>=', '<']);

/**
 * Whether an expression over the time column has the same value for every moment of a UTC hour, day or month: a date, a
 * month, a format without hours. Comparisons with a moment do so on all days except that moment's, which are added to
 * `split`; months cannot be split, so there the moment must be the beginning of one. The same of the time in another time
 * zone, for hours alone. Undefined for any other expression, whose parts are then checked.
 */
export function isOfPeriod(
  { period, hasKnownOffsets }: SharedPeriod,
  expression: Expression,
  isTime: (expression: Expression) => boolean,
  scope: ConstantScope,
  split: Set<string>,
): boolean | undefined {
  const inUtc = isSameWithin(period, expression, isTime, scope, split);
  if (inUtc !== undefined || period !== 'hour' || hasKnownOffsets !== true) return inUtc;
  return isSameWithin(period, expression, (part) => isLocalTime(part, isTime, scope), scope, undefined);
}

/** `t AT TIME ZONE 'Asia/Tokyo'`, of a zone whose hours begin when those of UTC do. */
function isLocalTime(
  expression: Expression,
  isTime: (expression: Expression) => boolean,
  scope: ConstantScope,
): boolean {
  const zoned = zonedTime(expression, scope);
  return zoned !== undefined && isTime(zoned.time) && hasWholeHours(zoned.zone);
}

/** Without days to `split`, a comparison must be with the beginning of a day. */
function isSameWithin(
  period: Period,
  expression: Expression,
  isTime: (expression: Expression) => boolean,
  scope: ConstantScope,
  split: Set<string> | undefined,
): boolean | undefined {
  const { units, functions, formats } = uses[period];
  const compares = (operator: Operator | undefined, other: Expression) =>
    comparesPeriods(period, operator, other, scope, split);
  switch (expression.class) {
    case 'COLUMN_REF':
      return isTime(expression) ? false : undefined;
    case 'CAST':
      return isTime(expression.child)
        ? period !== 'month' && expression.cast_type.id === 'DATE' && !expression.try_cast
        : undefined;
    case 'FUNCTION': {
      const name = expression.function_name.toLowerCase();
      const [first, second, third] = expression.children;
      if (first === undefined || (expression.schema !== '' && expression.schema !== 'main')) return undefined;
      if (third !== undefined) return isDifference(period, expression, isTime, scope);
      if (isTime(first)) {
        if (second === undefined) return functions.has(name);
        const format = readText(second, scope);
        return name === 'strftime' && format !== undefined && formats.test(format);
      }
      if (second === undefined || !isTime(second)) return undefined;
      if (name === 'time_bucket') return lengths[period].has(literalInterval(first)?.unit ?? '');
      const unit = readText(first, scope)?.toLowerCase() ?? '';
      return (
        (name === 'date_trunc' || name === 'datetrunc' || name === 'date_part' || name === 'datepart') &&
        units.has(unit)
      );
    }
    case 'COMPARISON': {
      if (isTime(expression.left)) return compares(operatorOf(expression.type), expression.right);
      const operator = operatorOf(expression.type);
      if (isTime(expression.right)) return compares(operator && mirrored(operator), expression.left);
      return undefined;
    }
    case 'BETWEEN':
      if (!isTime(expression.input)) return undefined;
      return compares('>=', expression.lower) && compares('<=', expression.upper);
    default:
      return undefined;
  }
}

const uses = {
  hour: { units: hourUnits, functions: hourFunctions, formats: formatOfHours },
  day: { units: dayUnits, functions: dayFunctions, formats: formatOfDays },
  month: { units: monthUnits, functions: monthFunctions, formats: formatOfMonths },
};

/** `date_diff(unit, time, constant)`, or with both the other way round: the number of boundaries between them. */
function isDifference(
  period: Period,
  { function_name: name, children }: FunctionExpression,
  isTime: (expression: Expression) => boolean,
  scope: ConstantScope,
): boolean | undefined {
  const [unit, from, to, more] = children;
  if (unit === undefined || from === undefined || to === undefined || more !== undefined) return undefined;
  const other = isTime(from) ? to : isTime(to) ? from : undefined;
  if (other === undefined) return undefined;
  if (!/^date_?diff$/i.test(name) || readInstant(other, scope) === undefined) return false;
  return lengths[period].has(readText(unit, scope)?.toLowerCase() ?? '');
}

function comparesPeriods(
  period: Period,
  operator: Operator | undefined,
  other: Expression,
  scope: ConstantScope,
  split: Set<string> | undefined,
): boolean {
  const instant = comparedInstant(other, scope);
  if (instant === undefined || operator === undefined) return false;
  if (period === 'month')
    return instant.isMidnight && exactAtMidnight.has(operator) && instant.day?.endsWith('-01') === true;
  if (instant.isMidnight && exactAtMidnight.has(operator)) return true;
  if (instant.day === undefined || split === undefined) return false;
  split.add(instant.day);
  return true;
}
