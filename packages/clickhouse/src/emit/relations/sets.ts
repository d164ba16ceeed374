import { type Columns, emitExpression } from '../expressions/emit-expression.ts';
import { bigint, isNested, readDuckType } from '../plan/duck-type.ts';
import { inputOf, nodeOf, nodesOf, numberOf, type PlanNode, textOf } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { type Column, groupKey, nested, plain, render, type Select, selectFrom } from '../select/select.ts';
import { castSql, needsOrder, type Value } from '../sql/value.ts';
import { cast } from '../values/cast.ts';
import { constant } from '../values/constant.ts';
import { numbered, type RelationContext } from './relation-context.ts';

/** VALUES. */
export function rowsOfValues(node: PlanNode, context: RelationContext): Select {
  const types = (node.expr_types as unknown[]).map(readDuckType);
  if (types.some(isNested)) return refuse('lists in VALUES');
  const none: Columns = {
    at: () => refuse('VALUES that read columns'),
    bound: () => refuse('VALUES that read columns'),
  };
  const rows = (node.expressions as unknown[]).map((row) =>
    nodesOf(row).map((item, at) =>
      cast(emitExpression(item, none, context), types[at] ?? refuse('VALUES'), false, context.names),
    ),
  );
  const alias = context.names.next('q');
  const selects = rows.map((row) => {
    const items = row.map((item, at) => `${castSql(item.sql, item.type, true)} AS x${at}`);
    return `SELECT ${items.join(', ')}`;
  });
  const columns = types.map(
    (type, at): Value => ({ sql: `${alias}.x${at}`, type, nullable: true, mayBeNaN: true }),
  );
  return selectFrom(`(${selects.join(' UNION ALL ')}) AS ${alias}`, numbered(columns, node.table_index));
}

const alikeInside = (a: Column, b: Column) =>
  a.elementsNullable === b.elementsNullable && a.innerNullable === b.innerNullable;

export function setOperation(node: PlanNode, context: RelationContext): Select {
  const word = textOf(node.type).replace('LOGICAL_', '');
  const isAll = node.setop_all === true;
  if (isAll && word !== 'UNION') return refuse(`${word} ALL`, `${word}, or row numbers`);
  const inputs = nodesOf(node.children).map((child) => context.emit(child, context));
  const alias = context.names.next('q');
  const [first] = inputs;
  if (first === undefined) return refuse(word);
  const columns = first.columns.map((column, at): Column => {
    const all = inputs.map((input) => input.columns[at] ?? refuse(`${word} of different widths`));
    all.forEach(needsOrder);
    const isBoxed = isNested(column.type) && all.every((each) => each.isBoxed && alikeInside(each, column));
    if (isNested(column.type) && (!isAll || (all.some((each) => each.nullable) && !isBoxed)))
      refuse(`${word} of lists`);
    return {
      sql: `${alias}.x${at}`,
      type: column.type,
      nullable: all.some((each) => each.nullable),
      isBoxed,
      mayBeNaN: true,
      elementsNullable: all.some((each) => each.elementsNullable),
      innerNullable: all.some((each) => each.innerNullable),
      table: numberOf(node.table_index),
      column: at,
    };
  });
  const texts = inputs.map((input) => {
    const isWhole = input.limit === null && input.offset === null && input.limitBy === null;
    const select = isWhole ? { ...input, order: null } : nested(input, context.names);
    const alike = select.columns.map((column, at): Column => {
      const { type, nullable = true, elementsNullable = true } = columns[at] ?? {};
      if (type === undefined || isNested(column.type)) return column;
      return {
        ...column,
        sql: castSql(isAll ? column.sql : groupKey(column), type, nullable, elementsNullable),
      };
    });
    return render(
      { ...select, columns: alike },
      alike.map((_, at) => `x${at}`),
    );
  });
  const sql = texts.join(` ${word} ${isAll ? 'ALL' : 'DISTINCT'} `);
  const identities = isAll ? [] : [columns.map((column) => column.sql)];
  return selectFrom(`(${sql}) AS ${alias}`, columns, { identities });
}

export function sample(node: PlanNode, context: RelationContext): Select {
  const input = plain(context.emit(inputOf(node), context), context.names);
  const { sample_size: size, is_percentage: isPercentage, seed } = nodeOf(node.sample_options);
  const count = constant(nodeOf(size)).constant;
  if (typeof seed === 'number' && seed >= 0) return refuse('a sample that can be repeated');
  context.open('which rows a sample holds');
  if (isPercentage === true) {
    const share = Number(count) / 100;
    if (!(share >= 0 && share <= 1)) return refuse('a sample of such a share');
    return { ...input, where: [...input.where, `randCanonical() < ${share}`] };
  }
  if (typeof count !== 'bigint') return refuse('a sample of such a size');
  const random = { sql: 'rand64()', type: bigint, nullable: false };
  return {
    ...input,
    order: [{ value: random, isDescending: false, nullsFirst: false }],
    limit: String(count),
  };
}
