import type { Expression } from '../../syntax/ast.ts';
import { type ConstantScope, readText } from '../instants.ts';
import { mirrored } from '../mirrored.ts';
import { comparedInstant } from './midnight.ts';

/** Parts of a moment that its day alone decides. */
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
/** Parts that the month decides. */
const monthUnits = new Set('month quarter year decade century millennium months quarters years'.split(' '));
const monthFunctions = new Set('year month quarter decade century millennium monthname'.split(' '));
const formatOfMonths = /^(?:[^%]|%-?[YymbB%])*$/;
const formatOfDays = /^(?:[^%]|%-?[YymdBbjaAUWuwGV%])*$/;

const exactAtMidnight = new Set(['COMPARE_GREATERTHANOREQUALTO', 'COMPARE_LESSTHAN']);
/**
 * Whether an expression that names `create_time` gives the same for every moment of a UTC day or month: a date, a
 * month, an hour-free format. Comparisons with a moment do so on all days but that moment's: such days are added to
 * `split`; months are not parted, so there the moment has to be the beginning of one.
 * Undefined for an expression that is none of these; its parts are then looked at.
 */
export function isOfPeriod(
  period: 'day' | 'month',
  expression: Expression,
  isTime: (expression: Expression) => boolean,
  scope: ConstantScope,
  split: Set<string>,
): boolean | undefined {
  const [units, functions, formats] =
    period === 'day' ? [dayUnits, dayFunctions, formatOfDays] : [monthUnits, monthFunctions, formatOfMonths];
  const compares = (operator: string, other: Expression) =>
    comparesPeriods(period, operator, other, scope, split);
  switch (expression.class) {
    case 'COLUMN_REF':
      return isTime(expression) ? false : undefined;
    case 'CAST':
      return isTime(expression.child) ? period === 'day' && expression.cast_type.id === 'DATE' : undefined;
    case 'FUNCTION': {
      const name = expression.function_name.toLowerCase();
      const [first, second, third] = expression.children;
      if (
        first === undefined ||
        third !== undefined ||
        (expression.schema !== '' && expression.schema !== 'main')
      )
        return undefined;
      if (isTime(first)) {
        if (second === undefined) return functions.has(name);
        const format = readText(second, scope);
        return name === 'strftime' && format !== undefined && formats.test(format);
      }
      if (second === undefined || !isTime(second)) return undefined;
      const unit = readText(first, scope)?.toLowerCase() ?? '';
      return (
        (name === 'date_trunc' || name === 'datetrunc' || name === 'date_part' || name === 'datepart') &&
        units.has(unit)
      );
    }
    case 'COMPARISON': {
      if (isTime(expression.left)) return compares(expression.type, expression.right);
      if (isTime(expression.right))
        return compares(mirrored[expression.type] ?? expression.type, expression.left);
      return undefined;
    }
    case 'BETWEEN':
      if (!isTime(expression.input)) return undefined;
      return (
        compares('COMPARE_GREATERTHANOREQUALTO', expression.lower) &&
        compares('COMPARE_LESSTHANOREQUALTO', expression.upper)
      );
    default:
      return undefined;
  }
}

const comparisons = new Set([
  ...Object.keys(mirrored),
  'COMPARE_NOTEQUAL',
  'COMPARE_DISTINCT_FROM',
  'COMPARE_NOT_DISTINCT_FROM',
]);

function comparesPeriods(
  period: 'day' | 'month',
  operator: string,
  other: Expression,
  scope: ConstantScope,
  split: Set<string>,
): boolean {
  const instant = comparedInstant(other, scope);
  if (instant === undefined || !comparisons.has(operator)) return false;
  if (period === 'month')
    return instant.isMidnight && exactAtMidnight.has(operator) && instant.day?.endsWith('-01') === true;
  if (instant.isMidnight && exactAtMidnight.has(operator)) return true;
  if (instant.day === undefined) return false;
  split.add(instant.day);
  return true;
}
