import { type Columns, emitExpression } from '../expressions/emit-expression.ts';
import { boolean, isFloating, isNested } from '../plan/duck-type.ts';
import { nodeOf, nodesOf, type PlanNode, textOf } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { type Column, groupKey, nested, render, type Select, selectFrom } from '../select/select.ts';
import { castSql, type Value, value } from '../sql/value.ts';
import { compare, comparisonSigns } from '../values/compare.ts';
import { columnsOf, crossed, isRepeatable, type RelationContext } from './relation-context.ts';

interface Condition {
  readonly left: Value;
  readonly right: Value;
  readonly comparison: string;
  readonly sql: string;
  readonly isEquality: boolean;
}

const equalities = ['COMPARE_EQUAL', 'COMPARE_NOT_DISTINCT_FROM'];

/** A join of two sides that are tables or SELECTs of their own. */
export function emitJoin(
  node: PlanNode,
  leftSide: Select,
  rightSide: Select,
  context: RelationContext,
  isAgain = false,
): Select {
  const kind = textOf(node.join_type);
  // what is computed from columns is computed before the join, where the side may have no row
  const left = ['RIGHT', 'FULL', 'OUTER'].includes(kind) ? bare(leftSide, context) : leftSide;
  const right = ['LEFT', 'SINGLE', 'FULL', 'OUTER'].includes(kind) ? bare(rightSide, context) : rightSide;
  if (node.type === 'LOGICAL_ANY_JOIN') return joinOnAnything(node, left, right, context);
  const read = nodesOf(node.conditions).map((each) => conditionOf(each, left, right, context));
  // a key that reads no column is none in ClickHouse
  const isConstant = ({ isEquality, left: a, right: b }: Condition) =>
    isEquality && [a, b].some(({ sql }) => !/\b([a-z]|sdq__item)\d+\b/.test(sql));
  if (kind !== 'MARK' && !isAgain && read.some(isConstant)) {
    const [a, b] = [nested(left, context.names), nested(right, context.names)];
    return emitJoin(node, a, b, context, true);
  }
  const conditions = read.map((each) => (isConstant(each) ? { ...each, isEquality: false } : each));
  if (kind === 'MARK') return mark(conditions, left, right, context);
  const equal = conditions.filter((each) => each.isEquality);
  const others = conditions.filter((each) => !each.isEquality);
  const all = [...left.columns, ...right.columns];
  if (kind === 'INNER') {
    const where = others.map(({ sql }) => sql);
    if (equal.length === 0)
      return selectFrom(`${left.from} CROSS JOIN ${right.from}`, all, {
        where,
        identities: crossed(left.identities, right.identities),
      });
    const on = equal.map(({ sql }) => sql).join(' AND ');
    const identities = identitiesOf(equal, left, right);
    return selectFrom(`${left.from} INNER JOIN ${right.from} ON ${on}`, all, { where, identities });
  }
  if (equal.length === 0) refuse(`a ${kind} JOIN without an equality`);
  const on = conditions.map(({ sql }) => sql).join(' AND ');
  switch (kind) {
    case 'LEFT':
      return selectFrom(
        `${left.from} LEFT JOIN ${right.from} ON ${on}`,
        [...left.columns, ...weak(right.columns, presenceOf(equal, 'right'))],
        {
          identities: identitiesOf(equal, left, right),
        },
      );
    case 'RIGHT':
      // every node would give the unmatched rows of a distributed RIGHT JOIN
      return selectFrom(
        `${right.from} LEFT JOIN ${left.from} ON ${on}`,
        [...weak(left.columns, presenceOf(equal, 'left')), ...right.columns],
        {
          identities: crossed(left.identities, right.identities),
        },
      );
    case 'FULL':
    case 'OUTER':
      if (others.length > 0) refuse('a FULL JOIN with more than equalities');
      return fullJoin(on, left, right, context);
    case 'SINGLE':
      if (others.length > 0 || !isUnique(equal, right))
        refuse(
          'a correlated subquery that may give several rows',
          'max(…), min(…) or list(…) in the subquery',
        );
      return selectFrom(
        `${left.from} LEFT JOIN ${right.from} ON ${on}`,
        [...left.columns, ...weak(right.columns, presenceOf(equal, 'right'))],
        {
          identities: left.identities,
        },
      );
    case 'SEMI':
    case 'ANTI':
      if (others.length > 0) refuse(`a ${kind} JOIN with more than equalities`);
      return selectFrom(`${left.from} LEFT ${kind} JOIN ${right.from} ON ${on}`, left.columns, {
        identities: left.identities,
      });
    default:
      return refuse(`a ${kind} JOIN`);
  }
}

function conditionOf(node: PlanNode, left: Select, right: Select, context: RelationContext): Condition {
  const comparison = textOf(node.comparison);
  const a = emitExpression(nodeOf(node.left), columnsOf(left), context);
  const b = emitExpression(nodeOf(node.right), columnsOf(right), context);
  for (const each of [a, b]) {
    if (isFloating(each.type)) refuse('a join on numbers with fractions', 'a cast to BIGINT');
    if (isNested(each.type)) refuse('a join on lists or structs');
  }
  const isEquality = equalities.includes(comparison);
  const sql =
    comparison !== 'COMPARE_NOT_DISTINCT_FROM'
      ? compare(comparison, a, b).sql
      : a.nullable || b.nullable
        ? `isNotDistinctFrom(${a.sql}, ${b.sql})`
        : `${a.sql} = ${b.sql}`;
  if (!isEquality && comparisonSigns[comparison] === undefined) refuse('a join on IS DISTINCT FROM');
  return { left: a, right: b, comparison, sql, isEquality };
}

/** The side with nothing but columns. */
function bare(select: Select, { names }: RelationContext): Select {
  const isBare = select.columns.every(({ sql }) => bareColumn.test(sql));
  return isBare ? select : nested(select, names);
}

/**
 * Columns of the side of an outer join that may have no row. Lists are boxed by a column of that side that is NULL only
 * where it has none; without one, they are refused where they are read.
 */
function weak(columns: readonly Column[], presence?: string): Column[] {
  return columns.map((column) =>
    presence === undefined || column.type.id !== 'LIST' || column.nullable
      ? { ...column, nullable: true }
      : {
          ...column,
          sql: `if(isNull(${presence}), [], [${column.sql}])`,
          nullable: true,
          isBoxed: true,
        },
  );
}

/** A column of one side that is not NULL in any row that has a match. */
function presenceOf(conditions: readonly Condition[], side: 'left' | 'right'): string | undefined {
  return conditions.find((each) => each.comparison === 'COMPARE_EQUAL' && bareColumn.test(each[side].sql))?.[
    side
  ].sql;
}

const bareColumn = /^\w+\.(\w+|`[^`]+`)$/;

/** Whether the right side has one row at most for the values of the conditions. */
function isUnique(conditions: readonly Condition[], right: Select): boolean {
  const keys = new Set(conditions.map((each) => each.right.sql));
  return right.identities.some((identity) => identity.every((sql) => keys.has(sql)));
}

function identitiesOf(
  conditions: readonly Condition[],
  left: Select,
  right: Select,
): readonly (readonly string[])[] {
  return isUnique(conditions, right) ? left.identities : crossed(left.identities, right.identities);
}

/** The left join, and rows of the right side without a match: a distributed FULL JOIN would give those once per node. */
function fullJoin(on: string, left: Select, right: Select, { names }: RelationContext): Select {
  if (!isRepeatable(left) || !isRepeatable(right))
    refuse('a FULL JOIN of rows that may be open', 'a LEFT JOIN');
  const all = [...weak(left.columns), ...weak(right.columns)];
  const lists = all.some(({ type }) => isNested(type));
  if (lists)
    refuse(
      'a FULL JOIN of tables with lists',
      'SELECT of the columns that are needed in a subquery of each side',
    );
  const columnNames = all.map((_, at) => `x${at}`);
  const typed = (column: Value, isMissing: boolean): Column => ({
    ...column,
    sql: castSql(isMissing ? 'NULL' : column.sql, column.type, true),
  });
  const matched = selectFrom(
    `${left.from} LEFT JOIN ${right.from} ON ${on}`,
    all.map((column) => typed(column, false)),
  );
  const rest = selectFrom(`${right.from} LEFT ANTI JOIN ${left.from} ON ${on}`, [
    ...left.columns.map((column) => typed(column, true)),
    ...right.columns.map((column) => typed(column, false)),
  ]);
  const alias = names.next('q');
  const sql = `${render(matched, columnNames)} UNION ALL ${render(rest, columnNames)}`;
  return selectFrom(
    `(${sql}) AS ${alias}`,
    all.map((column, at) => ({ ...column, sql: `${alias}.x${at}` })),
  );
}

function joinOnAnything(node: PlanNode, left: Select, right: Select, context: RelationContext): Select {
  if (node.join_type !== 'INNER')
    refuse(`a ${textOf(node.join_type)} JOIN on a condition of that kind`, 'a condition with an equality');
  const joined = selectFrom(`${left.from} CROSS JOIN ${right.from}`, [...left.columns, ...right.columns], {
    identities: crossed(left.identities, right.identities),
  });
  const columns: Columns = columnsOf(joined);
  return { ...joined, where: [emitExpression(nodeOf(node.condition), columns, context).sql] };
}

/** The left rows, and whether the right side has a match: `IN (SELECT …)` and `EXISTS`. */
function mark(
  conditions: readonly Condition[],
  left: Select,
  right: Select,
  context: RelationContext,
): Select {
  const [first, second] = conditions;
  if (first === undefined) return refuse('EXISTS of that kind');
  if (second === undefined && first.comparison === 'COMPARE_EQUAL') {
    if ((first.left.nullable || first.right.nullable) && !isRepeatable(right))
      refuse('IN (SELECT …) of rows that may be open', 'a subquery without LIMIT');
    return { ...left, columns: [...left.columns, isAmong(first, right, context)] };
  }
  if (!conditions.every((each) => each.comparison === 'COMPARE_NOT_DISTINCT_FROM'))
    return refuse('ANY, ALL or IN with such a subquery', 'EXISTS, or a join');
  const alias = context.names.next('q');
  const keys = conditions.map((each, at) => `${groupKey(each.right)} AS x${at}`);
  const from = `(SELECT DISTINCT ${keys.join(', ')}, 1 AS hit FROM ${right.from}) AS ${alias}`;
  const on = conditions.map((each, at) => {
    const isKnown = !each.left.nullable && !each.right.nullable;
    const [a, b] = [each.left.sql, `${alias}.x${at}`];
    return isKnown ? `${a} = ${b}` : `isNotDistinctFrom(${a}, ${b})`;
  });
  const found = value(`isNotNull(${alias}.hit)`, boolean, false);
  return selectFrom(`${left.from} LEFT JOIN ${from} ON ${on.join(' AND ')}`, [...left.columns, found], {
    identities: left.identities,
  });
}

/**
 * NULL where nothing matches and a NULL is on either side; false where the right side has no rows. ClickHouse before 26.10 makes an IN
 * global once for each distributed table in its subquery, and fails the second time: several nodes are asked for a global one.
 */
function isAmong({ left, right: wanted }: Condition, { from }: Select, context: RelationContext): Value {
  const query = (what: string, where = '') => `(SELECT ${what} FROM ${from}${where})`;
  const known = wanted.nullable
    ? query(`assumeNotNull(${wanted.sql})`, ` WHERE isNotNull(${wanted.sql})`)
    : query(wanted.sql);
  const hit = `(${left.sql} ${context.distributed ? 'GLOBAL IN' : 'IN'} ${known})`;
  if (!left.nullable && !wanted.nullable) return value(hit, boolean, false);
  const isUnknown = left.nullable ? `isNull(${left.sql}) AND ${query('count()')} > 0, NULL, ` : '';
  const hasNull = wanted.nullable ? `${query(`countIf(isNull(${wanted.sql}))`)} > 0, NULL, ` : '';
  return value(
    castSql(`multiIf(${isUnknown}ifNull(${hit}, 0), true, ${hasNull}false)`, boolean, true),
    boolean,
    true,
  );
}
