import type { Expression } from '../syntax/ast.ts';
import { conjunctsOf } from '../syntax/expressions.ts';
import { partsOf } from '../syntax/parts-of.ts';

/** Whether a condition equates two values of rows, one of them computed, as in `a.time::DATE = b.time::DATE`. */
export function equatesExpressions(condition: Expression | null): boolean {
  return conjunctsOf(condition).some((each) => {
    if (each.class !== 'COMPARISON') return false;
    const { type, left, right } = each;
    if (type !== 'COMPARE_EQUAL' && type !== 'COMPARE_NOT_DISTINCT_FROM') return false;
    return hasColumn(left) && hasColumn(right) && [left, right].some((side) => side.class !== 'COLUMN_REF');
  });
}

function hasColumn(expression: Expression): boolean {
  return [...partsOf(expression)].some((part) => part.class === 'COLUMN_REF');
}
