import { type Columns, type ExpressionContext, emitExpression } from '../expressions/emit-expression.ts';
import { orderKeys } from '../expressions/order-keys.ts';
import { placeOf } from '../plan/check-plan.ts';
import { isNested, readDuckType } from '../plan/duck-type.ts';
import { isNode, nodeOf, nodesOf, type PlanNode, textOf } from '../plan/read-node.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { OrderKey } from '../select/select.ts';
import { needsOrder, type Value } from '../sql/value.ts';
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
    const keys = sortKeyOf(node, columns, context);
    const called = textOf(node.name).toLowerCase();
    const name = keys === undefined ? called : called === 'arg_min_null' ? 'first' : 'last';
    const translation = aggregates.get(name) ?? refuse(`the aggregate ${name}`);
    const read = keys === undefined ? nodesOf(node.children) : nodesOf(node.children).slice(0, 1);
    const args = read.map((child) => needsOrder(emitExpression(child, columns, context)));
    const filter = over === '' ? node.filter : node.filters;
    const orders = over === '' ? (isNode(node.order_bys) ? node.order_bys.orders : []) : node.arg_orders;
    const result = translation.write({
      name,
      args,
      type: readDuckType(node.return_type),
      condition: isNode(filter) ? `ifNull(${emitExpression(filter, columns, context).sql}, 0)` : null,
      isDistinct: node.aggregate_type === 'DISTINCT' || node.distinct === true,
      orders: keys ?? orderKeys(orders, columns, context),
      data: isNode(node.function_data) ? nodeOf(node.function_data) : undefined,
      over,
      hasRows,
      names: context.names,
    });
    context.used(name, translation.exactness);
    if (result.open !== undefined) context.open(result.open);
    return result;
  } catch (error) {
    if (error instanceof Refusal) {
      error.location ??= placeOf(node);
      error.call ??= textOf(node.name);
    }
    throw error;
  }
}

/** The order of `first(x ORDER BY a DESC, b)`, which the plan has as the least `create_sort_key(a, 'DESC …', b, …)`. */
function sortKeyOf(node: PlanNode, columns: Columns, context: ExpressionContext): OrderKey[] | undefined {
  const [, key] = nodesOf(node.children);
  if (!/^arg_(min|max)_null$/.test(textOf(node.name)) || key?.name !== 'create_sort_key') return undefined;
  const parts = nodesOf(key.children);
  return parts.flatMap((part, at): OrderKey[] => {
    if (at % 2 === 1) return [];
    const words = /^(ASC|DESC) NULLS (FIRST|LAST)$/.exec(String(nodeOf(nodeOf(parts[at + 1]).value).value));
    if (words === null) return refuse('an aggregate in such an order');
    const given = emitExpression(part, columns, context);
    if (isNested(given.type)) refuse('an aggregate in the order of lists or structs');
    return [{ value: given, isDescending: words[1] === 'DESC', nullsFirst: words[2] === 'FIRST' }];
  });
}
