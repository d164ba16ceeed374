import { clickhouseName } from '../../client/sql.ts';
import { emitExpression } from '../expressions/emit-expression.ts';
import { orderKeys } from '../expressions/order-keys.ts';
import { bigint, boolean, isNested, readDuckType, sameType } from '../plan/duck-type.ts';
import { inputOf, isNode, nodeOf, nodesOf, numberOf, type PlanNode, textOf } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import {
  type Column,
  groupKey,
  isOpenForFilter,
  isOpenForOrder,
  nested,
  orderOf,
  plain,
  type Select,
  selectFrom,
} from '../select/select.ts';
import { lacksForm, nullOf } from '../sql/value.ts';
import { constant } from '../values/constant.ts';
import { emitWindow } from '../windows/emit-window.ts';
import { emitDelimJoin } from './delim-join.ts';
import { aggregate } from './group.ts';
import { emitJoin } from './join.ts';
import {
  columnsOf,
  crossed,
  emitRepeated,
  numbered,
  type RelationContext,
  side,
} from './relation-context.ts';
import { scalarSubquery } from './scalar-subquery.ts';
import { seriesOf } from './series.ts';
import { rowsOfValues, sample, setOperation } from './sets.ts';
import { explode, explodeAll } from './unnest.ts';

/** An operator of the plan, and all below it. */
export function emitRelation(node: PlanNode, context: RelationContext): Select {
  const { names } = context;
  switch (node.type) {
    case 'LOGICAL_GET':
      return get(node, context);
    case 'LOGICAL_DUMMY_SCAN':
      return selectFrom('system.one', [{ sql: '1', type: { id: 'INTEGER' }, nullable: false }], {
        identities: [[]],
      });
    case 'LOGICAL_EMPTY_RESULT': {
      const columns = (node.return_types as unknown[]).map((type) => nullOf(readDuckType(type)));
      return selectFrom('system.one', columns, { where: ['0'], identities: [[]] });
    }
    case 'LOGICAL_EXPRESSION_GET':
      return rowsOfValues(node, context);
    case 'LOGICAL_FILTER':
      return filter(node, context);
    case 'LOGICAL_PROJECTION':
      return project(node, context);
    case 'LOGICAL_AGGREGATE_AND_GROUP_BY':
      return aggregate(node, context);
    case 'LOGICAL_WINDOW': {
      const input = plain(emitRelation(inputOf(node), context), names);
      const windows = nodesOf(node.expressions).map((window) =>
        emitWindow(window, columnsOf(input), context),
      );
      const columns = [...input.columns, ...numbered(windows, node.window_index)];
      return { ...input, columns, order: null, hasWindows: true };
    }
    case 'LOGICAL_ORDER_BY': {
      const input = emitRelation(inputOf(node), context);
      const select = isOpenForOrder(input) ? input : nested(input, names);
      const order = orderKeys(node.orders, columnsOf(select), context);
      return { ...select, order, columns: picked(select, node.projections) };
    }
    case 'LOGICAL_LIMIT':
      return limit(node, context);
    case 'LOGICAL_DISTINCT':
      return distinct(node, context);
    case 'LOGICAL_SAMPLE':
      return sample(node, context);
    case 'LOGICAL_UNNEST': {
      const input = plain(emitRelation(inputOf(node), context), names);
      const lists = nodesOf(node.expressions).map((each) =>
        each.expression_class === 'BOUND_UNNEST'
          ? emitExpression(nodeOf(each.child), columnsOf(input), context)
          : refuse('an unnest of that kind'),
      );
      const [list, another] = lists;
      const table = numberOf(node.unnest_index);
      if (list === undefined) return refuse('an unnest of that kind');
      if (another !== undefined) {
        const counts = nodesOf(node.expressions).map(
          (each) => nodesOf(nodeOf(each.child).children ?? []).length,
        );
        if (counts.some((count) => count !== counts[0] || count === 0))
          return refuse('several unnests side by side', 'one unnest in each of several subqueries');
        return explodeAll(input, lists, table, names);
      }
      return explode(input, list, input.columns, { table, isFirst: false }, names);
    }
    case 'LOGICAL_CROSS_PRODUCT':
      return cross(node, context);
    case 'LOGICAL_COMPARISON_JOIN':
    case 'LOGICAL_ANY_JOIN':
      return emitJoin(node, side(inputOf(node), context), side(inputOf(node, 1), context), context);
    case 'LOGICAL_DELIM_JOIN':
      return emitDelimJoin(node, context);
    case 'LOGICAL_DELIM_GET':
      return outerRows(node, context);
    case 'LOGICAL_UNION':
    case 'LOGICAL_EXCEPT':
    case 'LOGICAL_INTERSECT':
      return setOperation(node, context);
    case 'LOGICAL_MATERIALIZED_CTE': {
      const body = { node: inputOf(node), references: 0 };
      const ctes = new Map(context.ctes).set(numberOf(node.table_index), body);
      return emitRelation(inputOf(node, 1), { ...context, ctes });
    }
    case 'LOGICAL_CTE_REF': {
      const body = context.ctes.get(numberOf(node.cte_index)) ?? refuse('WITH RECURSIVE');
      body.references += 1;
      // the first reference cannot know of the second: it is written once more, to see whether anything is open
      if (body.references === 2) emitRepeated(body.node, context, 'a WITH that is read twice');
      const select = emitRelation(body.node, context);
      return { ...select, columns: numbered(select.columns, node.table_index) };
    }
    default:
      return refuse(
        `an operator of the kind ${textOf(node.type).replace('LOGICAL_', '').replaceAll('_', ' ')}`,
      );
  }
}

function get(node: PlanNode, context: RelationContext): Select {
  if (node.name !== 'seq_scan') return tableFunction(node, context);
  const { schema, table: name } = nodeOf(node.function_data);
  const table =
    context.tables.get(`${textOf(schema)}.${textOf(name)}`) ?? refuse(`the table ${textOf(name)}`);
  const alias = context.names.next('t');
  const types = node.returned_types as unknown[];
  const read = nodesOf(node.column_indexes).map(({ index }, at): Column => {
    const place = { table: numberOf(node.table_index), column: at };
    // a column that does not exist stands for the row alone
    const column = typeof index === 'number' ? table.columns[index] : undefined;
    if (column === undefined || typeof index !== 'number')
      return { sql: '1', type: bigint, nullable: false, ...place };
    const type = readDuckType(types[index]);
    return {
      sql: `${alias}.${clickhouseName(column.name)}`,
      type,
      nullable: column.nullable,
      mayBeNaN: true,
      isBoxed: column.isBoxed ?? false,
      elementsNullable: column.elementsNullable ?? false,
      ...place,
    };
  });
  const kept = node.projection_ids as number[];
  const columns = kept.length === 0 ? read : kept.map((at) => read[at] ?? refuse('a plan of this form'));
  const identity = table.key.map((key) => `${alias}.${clickhouseName(key)}`);
  return selectFrom(`${clickhouseName(table.database)}.${clickhouseName(table.table)} AS ${alias}`, columns, {
    identities: identity.length === 0 ? [] : [identity],
  });
}

function tableFunction(node: PlanNode, context: RelationContext): Select {
  if (typeof node.ordinality_idx === 'number') return refuse('WITH ORDINALITY');
  const [child] = nodesOf(node.children);
  if ((node.name === 'range' || node.name === 'generate_series') && child === undefined) {
    const parameters = nodesOf(node.parameters).map(constant);
    return seriesOf(textOf(node.name), parameters, numberOf(node.table_index), context.names);
  }
  if (node.name === 'unnest') {
    const input =
      child === undefined
        ? selectFrom('system.one', nodesOf(node.parameters).map(constant))
        : emitRelation(child, context);
    const [list, ...rest] = input.columns;
    if (list === undefined) return refuse('unnest of nothing');
    return explode(input, list, rest, { table: numberOf(node.table_index), isFirst: true }, context.names);
  }
  return refuse(`the table function ${textOf(node.name)}`);
}

function filter(node: PlanNode, context: RelationContext): Select {
  const input = emitRelation(inputOf(node), context);
  const select = isOpenForFilter(input) ? input : nested(input, context.names);
  const conditions = nodesOf(node.expressions).map(
    (each) => emitExpression(each, columnsOf(select), context).sql,
  );
  const columns = picked(select, node.projection_map);
  return select.group === null
    ? { ...select, columns, where: [...select.where, ...conditions] }
    : { ...select, columns, having: [...select.having, ...conditions] };
}

/** Some columns by their places; all where none is named. */
function picked(select: Select, places: unknown): readonly Column[] {
  const chosen = places as number[];
  return chosen.length === 0
    ? select.columns
    : chosen.map((at) => select.columns[at] ?? refuse('a plan of this form'));
}

/** Expressions longer than that are computed once, in a SELECT of their own, where they are read twice. */
const repeatedLengthMax = 300;

function project(node: PlanNode, context: RelationContext): Select {
  const input = emitRelation(inputOf(node), context);
  const expressions = nodesOf(node.expressions);
  const isHeavy = [...readCounts(expressions)].some(
    ([at, count]) => count > 1 && (input.columns[at]?.sql.length ?? 0) > repeatedLengthMax,
  );
  const select = input.isDistinct || isHeavy ? nested(input, context.names) : input;
  const columns = expressions.map((each) => emitExpression(each, columnsOf(select), context));
  return { ...select, columns: numbered(columns, node.table_index) };
}

function readCounts(node: unknown, counts = new Map<number, number>()): Map<number, number> {
  if (Array.isArray(node)) for (const item of node) readCounts(item, counts);
  else if (isNode(node)) {
    if (node.expression_class === 'BOUND_REF')
      counts.set(numberOf(node.index), (counts.get(numberOf(node.index)) ?? 0) + 1);
    for (const item of Object.values(node)) if (typeof item === 'object') readCounts(item, counts);
  }
  return counts;
}

function limit(node: PlanNode, context: RelationContext): Select {
  const input = emitRelation(inputOf(node), context);
  const select = input.limit === null && input.offset === null ? input : nested(input, context.names);
  const order = orderOf(select);
  if (order === 'partial') context.open('which of the rows that tie at LIMIT are taken');
  if (order === 'none') context.open('which rows LIMIT takes without ORDER BY');
  const count = (given: PlanNode, word: string) => {
    if (given.type === 'UNSET') return null;
    if (given.type !== 'CONSTANT_VALUE') return refuse(`${word} in percent`, 'a number of rows');
    return String(given.constant_integer);
  };
  return {
    ...select,
    limit: count(nodeOf(node.limit_val), 'LIMIT'),
    offset: count(nodeOf(node.offset_val), 'OFFSET'),
  };
}

function distinct(node: PlanNode, context: RelationContext): Select {
  const input = emitRelation(inputOf(node), context);
  if (node.distinct_type === 'DISTINCT_ON') {
    const select = plain(input, context.names);
    const columns = columnsOf(select);
    const order = isNode(node.order_by) ? orderKeys(node.order_by.orders, columns, context) : [];
    if (order.length === 0)
      return refuse('DISTINCT ON without ORDER BY', 'ORDER BY, which says which row is taken');
    const keys = nodesOf(node.distinct_targets).map((target) => {
      const key = emitExpression(target, columns, context);
      return isNested(key.type) ? refuse('DISTINCT ON a list') : key;
    });
    const within = keys.map((key) => ({ value: key, isDescending: false, nullsFirst: false }));
    if (orderOf({ ...select, order: [...order, ...within] }) !== 'total')
      context.open('which of the rows that tie DISTINCT ON takes');
    const limitBy = keys.map(groupKey);
    return nested({ ...select, order, limitBy }, context.names);
  }
  const select = isOpenForOrder(input) && input.limitBy === null ? input : nested(input, context.names);
  for (const column of select.columns) {
    const { type, elementsNullable } = column;
    if (type.id === 'STRUCT') refuse('DISTINCT of structs');
    if (type.id === 'LIST' && (lacksForm(column) || elementsNullable))
      refuse('DISTINCT of lists that may hold NULL');
  }
  const columns = select.columns.map((column) => ({
    ...column,
    sql: column.constant === undefined ? groupKey(column) : column.sql,
  }));
  return { ...select, columns, order: null, isDistinct: true, identities: [columns.map(({ sql }) => sql)] };
}

function cross(node: PlanNode, context: RelationContext): Select {
  const single = scalarSubquery(inputOf(node, 1), context);
  if (single !== undefined) {
    const left = plain(emitRelation(inputOf(node), context), context.names);
    return { ...left, columns: [...left.columns, single] };
  }
  const [left, right] = [side(inputOf(node), context), side(inputOf(node, 1), context)];
  return selectFrom(`${left.from} CROSS JOIN ${right.from}`, [...left.columns, ...right.columns], {
    identities: crossed(left.identities, right.identities),
  });
}

/** The rows around a correlated subquery, each combination of values once. */
function outerRows(node: PlanNode, context: RelationContext): Select {
  const outer = context.outer.at(-1) ?? refuse('a correlated subquery of that kind');
  const { select, columns } = outer.relation({ ...context, outer: context.outer.slice(0, -1) });
  const types = (node.chunk_types as unknown[]).map(readDuckType);
  if (
    types.length !== columns.length ||
    types.some((type, at) => !sameType(type, columns[at]?.type ?? boolean))
  )
    return refuse('subqueries that are nested in this way');
  if (outer.areRowsThemselves) return { ...select, columns: numbered(columns, node.table_index) };
  const keys = columns.map((column) => {
    if (isNested(column.type))
      refuse('a subquery that reads a list of the row around it', 'unnest in the FROM clause');
    return { ...column, sql: groupKey(column) };
  });
  const identities = [keys.map(({ sql }) => sql)];
  const once: Select = { ...select, columns: keys, isDistinct: true, order: null, identities };
  const inner = nested(once, context.names);
  return { ...inner, columns: numbered(inner.columns, node.table_index) };
}
