import { emitExpression } from '../expressions/emit-expression.ts';
import { isNested } from '../plan/duck-type.ts';
import { inputOf, isNode, nodeOf, nodesOf, type PlanNode } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { nested, render, type Select } from '../select/select.ts';
import type { Value } from '../sql/value.ts';
import { text } from '../sql/value.ts';
import { columnsOf, type RelationContext } from './relation-context.ts';

/**
 * A subquery that gives one value, if the operator is one: `CASE WHEN count(*) > 1 THEN error(…) ELSE first(x) END` over an
 * aggregate without groups.
 */
export function scalarSubquery(node: PlanNode, context: RelationContext): Value | undefined {
  const first = firstOf(node);
  if (first === undefined) return undefined;
  const inner = context.emit(inputOf(inputOf(node)), context);
  const given = emitExpression(nodeOf(nodesOf(first.children)[0]), columnsOf(inner), context);
  if (isNested(given.type)) return refuse('a subquery that gives a list');
  const { mayBeNaN, type } = given;
  const known = { type, nullable: true, ...(mayBeNaN !== undefined && { mayBeNaN }) };
  const single: Select = { ...inner, columns: [given] };
  if (hasOneRow(inner)) return { ...known, sql: `(${render(single, ['x0'])})` };
  const rows = nested(single, context.names);
  const column = rows.columns[0]?.sql ?? refuse('a subquery of that kind');
  const message = text('sdq:sql_conversion_error:A scalar subquery returned more than one row');
  const value = `tupleElement(arrayElement(groupArray(2)(tuple(toNullable(${column}))), 1), 1)`;
  return {
    ...known,
    sql: `(SELECT if(throwIf(count() > 1, ${message}) = 0, ${value}, NULL) FROM ${rows.from})`,
  };
}

function hasOneRow({ group, groupingSets, limit }: Select): boolean {
  return (group?.length === 0 && groupingSets === null) || limit === '1';
}

/** The aggregate `first` of the pattern. */
function firstOf(node: PlanNode): PlanNode | undefined {
  if (node.type !== 'LOGICAL_PROJECTION') return undefined;
  const [choice, another] = nodesOf(node.expressions);
  if (choice?.expression_class !== 'BOUND_CASE' || another !== undefined) return undefined;
  const [check] = nodesOf(choice.case_checks);
  const then = check?.then_expr;
  if (!isNode(then) || then.name !== 'error') return undefined;
  const aggregate = inputOf(node);
  if (aggregate.type !== 'LOGICAL_AGGREGATE_AND_GROUP_BY' || nodesOf(aggregate.groups).length > 0)
    return undefined;
  const aggregates = nodesOf(aggregate.expressions);
  return aggregates.length === 2 && aggregates[0]?.name === 'first' ? aggregates[0] : undefined;
}
