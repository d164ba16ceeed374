import { aggregates, countAll, distinctCount } from '../grammar/aggregates.ts';
import { directionOf, groupedQuery, groups, limitOf, ranked } from '../grammar/answers.ts';
import { conditionOn, perhapsWhere } from '../grammar/conditions.ts';
import { columnKey, numberGroup, smallKeys, wordGroup } from '../grammar/group-keys.ts';
import { drawScope, type Scope } from '../grammar/scope.ts';
import type { Context, Draft } from '../question.ts';
import { either, joined, sql } from '../sql/sql.ts';

const wide = 0.25;

/** A filter that leaves most rows, now and then. */
function wideWhere(scope: Scope) {
  return perhapsWhere(scope, wide, 0.5);
}

/** Groups by categories, flags and pairs of them. */
export function categories(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ categories: some, flags }) => some.length + flags.length > 0);
  const columns = draw.some([...scope.categories, ...scope.flags], 1, 3);
  const keys = columns.map((column) => columnKey(scope, column));
  return groups(draw, {
    keys,
    list: aggregates(scope, 1, 4),
    source: sql`${scope.from}${wideWhere(scope)}`,
    ...(draw.chance(0.3)
      ? { having: sql`count(*) ${draw.pick(['>', '>='])} ${draw.pick([1, 10, 100, 1_000])}` }
      : {}),
  });
}

/** Groups by buckets of a number. */
export function buckets(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ numbers }) => numbers.length > 0);
  const keys = [numberGroup(scope), ...(draw.chance(0.3) ? smallKeys(scope, 1, 1, 100) : [])];
  const unique = keys.filter(({ name }, at) => keys.findIndex((key) => key.name === name) === at);
  return groups(
    draw,
    { keys: unique, list: aggregates(scope, 1, 3), source: sql`${scope.from}${wideWhere(scope)}` },
    0.1,
  );
}

/** Counts and shares by condition, side by side. */
export function caseShares(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(
    context,
    ({ numbers, flags }) => numbers.length > 0 && numbers.length + flags.length > 1,
  );
  const chosen = draw.some(
    [...scope.numbers, ...scope.flags, ...scope.categories, ...scope.lists, ...scope.texts],
    2,
    4,
  );
  const list = chosen.map((column, at) => {
    const condition = conditionOn(scope, column, draw.selectivity(1e-2));
    const forms = [
      sql`sum(CASE WHEN ${condition} THEN 1 ELSE 0 END)`,
      sql`count(*) FILTER (WHERE ${condition})`,
      sql`avg(CASE WHEN ${condition} THEN 1.0 ELSE 0.0 END)`,
      sql`100.0 * count(CASE WHEN ${condition} THEN 1 END) / count(*)`,
      either(sql`count_if(${condition})`, sql`countIf(${condition})`),
    ];
    return { name: `part_${at + 1}`, sql: draw.pick(forms) };
  });
  return groups(draw, {
    keys: draw.chance(0.4) ? [] : smallKeys(scope, 1, 1, 500),
    list: [countAll, ...list],
    source: sql`${scope.from}${wideWhere(scope)}`,
  });
}

/** Totals with subtotals. */
export function subtotals(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(
    context,
    ({ categories: some, flags, times }) => some.length + flags.length + times.length > 1,
  );
  const keys = smallKeys(scope, 2, 2, 2_000);
  if (keys.length < 2) draw.pick([]);
  const names = keys.map(({ name }) => name);
  const inner = sql`(SELECT ${joined(
    keys.map((key) => sql`${key.sql} AS ${key.name}`),
    ', ',
  )}${scope.numbers.length === 0 ? '' : sql`, ${scope.column(draw.pick(scope.numbers))} AS amount`} FROM ${scope.from}${wideWhere(scope)}) AS parts`;
  const form = draw.pick([
    `ROLLUP (${names.join(', ')})`,
    `CUBE (${names.join(', ')})`,
    `GROUPING SETS ((${names.join(', ')}), (${names[0]}), ())`,
    `GROUPING SETS ((${names[0]}), (${names[1]}))`,
  ]);
  const sums =
    scope.numbers.length === 0
      ? ''
      : `, ${draw.pick(['sum(amount)', 'avg(amount)', 'max(amount)'])} AS total`;
  return {
    sql: sql`SELECT ${names.join(', ')}, count(*) AS n${sums} FROM ${inner} GROUP BY ${form}`,
    agreement: { rows: 'all' },
  };
}

/** The groups of an owner, a name or a sound that lead. */
export function topGroups(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ owners }) => owners.length > 0);
  const owner = columnKey(scope, draw.pick(scope.owners));
  const query = groupedQuery(draw, {
    keys: [owner],
    list: aggregates(scope, 1, 3),
    source: sql`${scope.from}${wideWhere(scope)}`,
    ...(draw.chance(0.4) ? { having: sql`count(*) >= ${draw.pick([2, 3, 5, 10])}` } : {}),
  });
  const ranking = {
    lead: { sql: sql`2`, position: 1 },
    direction: directionOf(draw),
    ...(draw.chance(0.5) ? { ties: [{ sql: sql`1`, position: 0 }] } : {}),
  };
  return ranked(query, ranking, limitOf(draw, 100));
}

/** How many groups have how many rows: a distribution of totals. */
export function groupSizes(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ owners }) => owners.length > 0);
  const owner = scope.column(draw.pick(scope.owners));
  const number = draw.maybe(scope.numbers);
  const total = number === undefined ? sql`count(*)` : sql`sum(${scope.column(number)})`;
  const inner = sql`SELECT ${owner} AS member, count(*) AS n, ${total} AS total FROM ${scope.from}${wideWhere(scope)} GROUP BY member`;
  const size = draw.pick([
    sql`least(n, 20)`,
    sql`CASE WHEN n = 1 THEN 'one' WHEN n < 10 THEN 'some' ELSE 'many' END`,
    sql`floor(log10(n))`,
  ]);
  return {
    sql: sql`WITH members AS (${inner}) SELECT ${size} AS size, count(*) AS groups, sum(n) AS all_rows, avg(total) AS mean_total, max(total) AS most FROM members GROUP BY size ORDER BY groups DESC, size`,
    agreement: { rows: 'all', inOrder: [1, 0] },
  };
}

/** Distinct values, of everything or by group. */
export function distinctCounts(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(
    context,
    ({ owners, categories: some }) => owners.length > 0 && owners.length + some.length > 1,
  );
  const columns = draw.some([...scope.owners, ...scope.owners, ...scope.categories], 1, 2);
  const list = columns.map((column) => distinctCount(column, scope.column(column)));
  const unique = list.filter(({ name }, at) => list.findIndex((one) => one.name === name) === at);
  return groups(draw, {
    keys: draw.chance(0.4) ? [] : smallKeys(scope, 1, 1, 500),
    list: [...unique, countAll],
    source: sql`${scope.from}${wideWhere(scope)}`,
  });
}

/** Groups by parts and forms of short texts. */
export function stringExpressions(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ words }) => words.length > 0);
  const source = sql`${scope.from}${wideWhere(scope)}`;
  return groups(draw, { keys: [wordGroup(scope)], list: aggregates(scope, 1, 3), source }, 0.4);
}
