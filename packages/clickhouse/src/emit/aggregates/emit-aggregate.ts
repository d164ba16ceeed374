import { type Columns, type ExpressionContext, emitExpression } from '../expressions/emit-expression.ts';
import { orderKeys } from '../expressions/order-keys.ts';
import { placeOf } from '../plan/check-plan.ts';
import { readDuckType } from '../plan/duck-type.ts';
import { isNode, nodeOf, nodesOf, type PlanNode, textOf } from '../plan/read-node.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Value } from '../sql/value.ts';
import { aggregates } from './aggregates.ts';

export interface AggregatePlace {
  /** Whether each group has a row at least. */
  readonly hasRows: boolean;
  /** ` OVER (…)`, or empty. */
  readonly over: string;
}

/** An aggregate of GROUP BY, or of a window. */
export function emitAggregate(
  node: PlanNode,
  columns: Columns,
  context: ExpressionContext,
  { hasRows, over }: AggregatePlace,
): Value {
  try {
    const name = textOf(node.name).toLowerCase();
    const translation = aggregates.get(name) ?? refuse(`the aggregate ${name}`);
    const args = nodesOf(node.children).map((child) => emitExpression(child, columns, context));
    const filter = over === '' ? node.filter : node.filters;
    const orders = over === '' ? (isNode(node.order_bys) ? node.order_bys.orders : []) : node.arg_orders;
    const result = translation.write({
      name,
      args,
      type: readDuckType(node.return_type),
      condition: isNode(filter) ? `ifNull(${emitExpression(filter, columns, context).sql}, 0)` : null,
      isDistinct: node.aggregate_type === 'DISTINCT' || node.distinct === true,
      orders: orderKeys(orders, columns, context),
      data: isNode(node.function_data) ? nodeOf(node.function_data) : undefined,
      over,
      hasRows,
      names: context.names,
    });
    context.used(name, translation.exactness);
    if (result.open !== undefined) context.open(result.open);
    return result;
  } catch (error) {
    if (error instanceof Refusal) error.location ??= placeOf(node);
    throw error;
  }
}
