import { boolean, isFloating } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import { needsOrder, type Value, value } from '../sql/value.ts';

export const comparisonSigns: Readonly<Record<string, string>> = {
  COMPARE_EQUAL: '=',
  COMPARE_NOTEQUAL: '!=',
  COMPARE_LESSTHAN: '<',
  COMPARE_GREATERTHAN: '>',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHANOREQUALTO: '>=',
};

/** A comparison as DuckDB's: NaN equals itself and is greater than all numbers. */
export function compare(comparison: string, left: Value, right: Value): Value {
  if (comparison === 'COMPARE_NOT_DISTINCT_FROM') return notDistinct(left, right);
  if (comparison === 'COMPARE_DISTINCT_FROM') {
    const same = notDistinct(left, right);
    return { ...same, sql: `NOT ${same.sql}` };
  }
  const sign = comparisonSigns[comparison] ?? refuse(`the comparison ${comparison}`);
  if (left.type.id === 'STRUCT' || right.type.id === 'STRUCT') return compareStructs(sign, left, right);
  if (left.type.id === 'LIST') checkLists(sign, left, right);
  return value(numbersOf(sign, left, right), boolean, [left, right]);
}

function numbersOf(sign: string, left: Value, right: Value): string {
  const plain = `(${left.sql} ${sign} ${right.sql})`;
  const leftNaN = left.mayBeNaN !== false && isFloating(left.type);
  const rightNaN = right.mayBeNaN !== false && isFloating(right.type);
  if (!leftNaN && !rightNaN) return plain;
  const a = leftNaN ? `isNaN(${left.sql})` : '0';
  const b = rightNaN ? `isNaN(${right.sql})` : '0';
  switch (sign) {
    case '=':
      return `(${plain} OR (${a} AND ${b}))`;
    case '!=':
      return `(${plain} AND NOT (${a} AND ${b}))`;
    case '>':
      return `(${plain} OR (${a} AND NOT ${b}))`;
    case '>=':
      return `(${plain} OR ${a})`;
    case '<':
      return `(${plain} OR (${b} AND NOT ${a}))`;
    default:
      return `(${plain} OR ${b})`;
  }
}

/** Rows in brackets: `(a, b) = (c, d)`. */
function compareStructs(sign: string, left: Value, right: Value): Value {
  if (left.fields === undefined || right.fields === undefined || (sign !== '=' && sign !== '!='))
    return refuse('a comparison of structs', 'comparisons of their fields');
  const pairs = left.fields.map((field, at) => {
    const other = right.fields?.[at] ?? refuse('a comparison of structs of different lengths');
    // Inside of a struct NULL equals NULL.
    return notDistinct(field, other).sql;
  });
  const equal = `(${pairs.join(' AND ')})`;
  return value(sign === '=' ? equal : `NOT ${equal}`, boolean, false);
}

function checkLists(sign: string, left: Value, right: Value): void {
  if (sign !== '=' && sign !== '!=') refuse('an order of lists');
  needsOrder(left);
  needsOrder(right);
  if (left.nullable || right.nullable) refuse('a comparison of lists that may be NULL');
  if (left.elementsNullable || right.elementsNullable) refuse('a comparison of lists that may hold NULL');
  if (left.type.id === 'LIST' && (isFloating(left.type.element) || left.type.element.id === 'STRUCT'))
    refuse('a comparison of such lists');
}

/** Whether both are equal, or both NULL. */
export function notDistinct(left: Value, right: Value): Value {
  const equal = compare('COMPARE_EQUAL', left, right);
  if (!left.nullable && !right.nullable) return { ...equal, nullable: false };
  const nulls = left.nullable && right.nullable ? `(isNull(${left.sql}) AND isNull(${right.sql}))` : '0';
  return value(`ifNull(${equal.sql}, ${nulls})`, boolean, false);
}
