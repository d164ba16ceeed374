import type { ColumnFacts } from '../facts/data-facts.ts';
import { limitOf, ranked } from '../grammar/answers.ts';
import { conditionTree, perhapsWhere } from '../grammar/conditions.ts';
import { columnKey, type GroupKey, smallKey, timeGroup } from '../grammar/group-keys.ts';
import { drawScope, type Scope } from '../grammar/scope.ts';
import { truncated } from '../grammar/times.ts';
import type { Context, Draft } from '../question.ts';
import { either, type Sql, sql } from '../sql/sql.ts';

/** The columns that tell which row is the best of its group. */
interface Best {
  readonly scope: Scope;
  readonly key: GroupKey;
  readonly order: ColumnFacts;
  readonly shown: ColumnFacts;
  readonly where: Sql;
}

/** One way to ask for the best rows of groups. */
interface BestForm {
  readonly sql: Sql;
  /** Whether it takes the next row where the shown column is NULL. */
  readonly skipsNull?: true;
}

/** The ways to ask for the best row, or rows, of each group of `all`. */
function formsOf(all: Sql, count: number): BestForm[] {
  const numbered = placed(all, 'row_number', count);
  const qualified = sql`SELECT of_group, shown, lead ${all} QUALIFY ${placeBy('row_number')} <= ${count}`;
  if (count > 1) return [{ sql: numbered }, { sql: qualified }];
  const best = either(sql`arg_max(shown, lead)`, sql`argMax(shown, lead)`);
  const aggregated = sql`SELECT of_group, ${best} AS best_shown, max(lead) AS best_lead ${all} AND shown IS NOT NULL GROUP BY of_group`;
  const distinct = either(
    sql`SELECT DISTINCT ON (of_group) of_group, shown, lead ${all} ORDER BY of_group, lead DESC`,
    sql`SELECT of_group, shown, lead ${all} ORDER BY of_group, lead DESC LIMIT 1 BY of_group`,
  );
  return [
    { sql: numbered },
    { sql: qualified },
    { sql: distinct },
    { sql: aggregated, skipsNull: true },
    { sql: aggregated, skipsNull: true },
  ];
}

function placeBy(name: string): Sql {
  return sql`${name}() OVER (PARTITION BY of_group ORDER BY lead DESC)`;
}

function placed(all: Sql, name: string, count: number): Sql {
  return sql`SELECT of_group, shown, lead FROM (SELECT of_group, shown, lead, ${placeBy(name)} AS place ${all}) AS placed WHERE place <= ${count}`;
}

/** Rows with the group, the greatest value and another column, by one of the ways to ask for them. */
function bestOf({ scope, key, order, shown, where }: Best): Draft {
  const { draw } = scope;
  const count = draw.pick([1, 1, 1, 3]);
  const rows = sql`SELECT ${key.sql} AS of_group, ${scope.column(shown)} AS shown, ${scope.column(order)} AS lead FROM ${scope.from}${where}`;
  const all = sql`FROM (${rows}) AS chosen WHERE lead IS NOT NULL`;
  const form = draw.pick(formsOf(all, count));
  // Rows of equal value may each be the best one.
  const among = placed(form.skipsNull ? sql`${all} AND shown IS NOT NULL` : all, 'rank', count);
  return { sql: form.sql, agreement: { rows: 'open', fixed: [0, 2], among } };
}

function leads(scope: Scope): ColumnFacts[] {
  return [...scope.numbers, ...scope.numbers, ...scope.times];
}

function shownOf(scope: Scope): ColumnFacts {
  return scope.draw.pick([...scope.where(({ isKey }) => isKey), ...scope.words]);
}

/** The best row of each group, of the whole table. */
export function groupBest(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(
    context,
    (each) =>
      leads(each).length > 0 && each.words.length > 0 && each.categories.length + each.times.length > 0,
  );
  const key = scope.times.length > 0 && draw.chance(0.4) ? timeGroup(scope, 100) : smallKey(scope, 1_000);
  return bestOf({
    scope,
    key,
    order: draw.pick(leads(scope)),
    shown: shownOf(scope),
    where: perhapsWhere(scope, 0.25, 0.5),
  });
}

/** The best rows of each group, of the rows that meet conditions. */
export function extremesOfSubset(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, (each) => leads(each).length > 0 && each.words.length > 0);
  const key =
    scope.owners.length > 0 && draw.chance(0.5)
      ? columnKey(scope, draw.pick(scope.owners))
      : smallKey(scope, 1_000);
  const where = sql` WHERE ${conditionTree(scope, draw.selectivity(1e-5, 0.05), 3)}`;
  return bestOf({ scope, key, order: draw.pick(leads(scope)), shown: shownOf(scope), where });
}

/** The first and last time of owners, and how they are spread. */
export function firstAndLast(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ owners, times }) => owners.length > 0 && times.length > 0);
  const owner = draw.pick(scope.owners);
  const [name, time] = [scope.column(owner), scope.column(scope.time())];
  const where = perhapsWhere(scope, 0.3, 0.5);
  const totals = sql`SELECT ${name} AS member, min(${time}) AS first_time, max(${time}) AS last_time, count(*) AS n FROM ${scope.from}${where} GROUP BY member`;
  if (draw.chance(0.4))
    return {
      sql: sql`SELECT ${truncated(draw.pick(['month', 'year', 'quarter']), 'first_time')} AS began, count(*) AS members FROM (${totals}) AS firsts GROUP BY began ORDER BY began`,
      agreement: { rows: 'all', inOrder: [0] },
    };
  const lead = draw.pick([
    { sql: sql`first_time`, position: 1 },
    { sql: sql`last_time`, position: 2 },
    { sql: sql`n`, position: 3 },
  ]);
  const ties = draw.chance(0.5) ? { ties: [{ sql: sql`member`, position: 0 }] } : {};
  return ranked(totals, { lead, direction: draw.pick(['ASC', 'DESC']), ...ties }, limitOf(draw, 100));
}

/** Rows ordered by an expression over several numbers. */
export function expressionTop(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ numbers, keyColumn }) => numbers.length > 1 && keyColumn !== undefined);
  const [a, b, c] = draw.some(scope.numbers, 3, 3).map((column) => scope.column(column));
  if (a === undefined || b === undefined) return draw.pick([]);
  const sum = c === undefined ? sql`${a} + ${b}` : sql`${a} + ${b} + ${c}`;
  const expression = draw.pick([
    sum,
    sql`coalesce(${a}, 0) + 2 * coalesce(${b}, 0)`,
    sql`${a} / nullif(${b}, 0)`,
    sql`1000.0 * ${a} / greatest(${b}, 1)`,
    sql`${a} - ${b}`,
    sql`ln(${a} + 1) * ${b}`,
  ]);
  const guard = draw.chance(0.5)
    ? sql` AND ${b} > ${draw.pick([0, 10, 100, 1_000])} AND ${a} >= 0`
    : sql` AND ${a} >= 0`;
  const query = sql`SELECT ${scope.key} AS row_key, ${a} AS amount, ${expression} AS score FROM ${scope.from} WHERE ${a} IS NOT NULL${guard}`;
  const ties = draw.chance(0.6) ? { ties: [{ sql: sql`row_key`, position: 0 }] } : {};
  return ranked(
    query,
    { lead: { sql: sql`score`, position: 2 }, direction: 'DESC NULLS LAST', ...ties },
    limitOf(draw, 500),
  );
}
