import { emitAggregate } from '../aggregates/emit-aggregate.ts';
import { emitExpression } from '../expressions/emit-expression.ts';
import { bigint, isNested } from '../plan/duck-type.ts';
import { inputOf, nodesOf, type PlanNode } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { groupKey, plain, type Select, selectFrom } from '../select/select.ts';
import { lacksForm, type Value, value } from '../sql/value.ts';
import { columnsOf, numbered, type RelationContext } from './relation-context.ts';

export function aggregate(node: PlanNode, context: RelationContext): Select {
  const input = plain(context.emit(inputOf(node), context), context.names);
  const columns = columnsOf(input);
  const keys = nodesOf(node.groups).map((group) => {
    const key = emitExpression(group, columns, context);
    if (key.type.id === 'STRUCT') refuse('GROUP BY a struct', 'GROUP BY its fields');
    if (key.type.id === 'LIST' && (lacksForm(key) || key.elementsNullable))
      refuse('GROUP BY a list that may hold NULL');
    return key;
  });
  const sets = (node.grouping_sets as number[][]) ?? [];
  const hasSets = sets.length > 1 || (sets.length === 1 && sets[0]?.length !== keys.length);
  if (hasSets && keys.some((key) => isNested(key.type))) refuse('grouping sets of lists');
  const group = keys.map(groupKey);
  const groups = keys.map(
    ({ constant: _, isNull: __, fields: ___, ...key }, at): Value => ({
      ...key,
      sql: group[at] ?? '',
      nullable: key.nullable || hasSets,
    }),
  );
  const place = { hasRows: keys.length > 0 && !hasSets, over: '' };
  const results = nodesOf(node.expressions).map((each) => emitAggregate(each, columns, context, place));
  const functions = ((node.grouping_functions as number[][]) ?? []).map((places): Value => {
    const names = places.map((at) => group[at]).join(', ');
    return value(`toInt64(grouping(${names}))`, bigint, false);
  });
  return selectFrom(
    input.from,
    [
      ...numbered(groups, node.group_index),
      ...numbered(results, node.aggregate_index),
      ...functions.map((each, at) => ({ ...each, table: Number(node.groupings_index), column: at })),
    ],
    {
      where: input.where,
      group,
      groupingSets: hasSets ? sets : null,
      identities: hasSets ? [] : [group],
      having: keys.length === 0 && results.length === 0 ? ['count() >= 0'] : [],
    },
  );
}
