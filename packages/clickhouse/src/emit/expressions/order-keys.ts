import { isNested } from '../plan/duck-type.ts';
import { nodeOf, nodesOf } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import type { OrderKey } from '../select/select.ts';
import type { Columns, ExpressionContext } from './emit-expression.ts';
import { emitExpression } from './emit-expression.ts';

/** Keys of ORDER BY. */
export function orderKeys(orders: unknown, columns: Columns, context: ExpressionContext): OrderKey[] {
  return nodesOf(orders).map(({ type, null_order: nulls, expression }) => {
    const value = emitExpression(nodeOf(expression), columns, context);
    if (isNested(value.type)) refuse('ORDER BY a list or struct');
    return { value, isDescending: type === 'DESCENDING', nullsFirst: nulls === 'NULLS FIRST' };
  });
}
