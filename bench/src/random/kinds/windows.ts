import { aggregate, countAll } from '../grammar/aggregates.ts';
import { groupedQuery } from '../grammar/answers.ts';
import { perhapsWhere } from '../grammar/conditions.ts';
import { columnKey, smallKeys, spanOf } from '../grammar/group-keys.ts';
import { drawScope } from '../grammar/scope.ts';
import { truncation } from '../grammar/times.ts';
import { valueNear } from '../grammar/values.ts';
import type { Context, Draft } from '../question.ts';
import { text } from '../sql/literals.ts';
import { either, joined, type Sql, sql } from '../sql/sql.ts';

/** The value of the row before. ClickHouse would give 0 for the first row. */
function before(value: Sql, window: Sql): Sql {
  return either(sql`lag(${value}) OVER (${window})`, sql`lag(toNullable(${value})) OVER (${window})`);
}

/** Running sums and differences over the rows of an owner. */
export function windowOfOwner(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(
    context,
    ({ owners, times, numbers, keyColumn }) =>
      owners.length > 0 && times.length > 0 && numbers.length > 0 && keyColumn !== undefined,
  );
  const owner = draw.pick(scope.owners);
  const time = scope.column(scope.time());
  const number = scope.column(draw.pick(scope.numbers));
  const window = sql`ORDER BY ${time}, ${scope.key}`;
  const figures = draw.some(
    [
      sql`sum(${number}) OVER (${window}) AS running`,
      sql`${number} - ${before(number, window)} AS change`,
      sql`avg(${number}) OVER (${window} ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS moving`,
      sql`row_number() OVER (${window}) AS place`,
      sql`max(${number}) OVER (${window}) AS most_so_far`,
    ],
    1,
    3,
  );
  const value = text(valueNear(draw, owner.values, draw.selectivity(1e-6, 1e-3)).value);
  return {
    sql: sql`SELECT ${scope.key} AS id, ${time} AS at_time, ${joined(figures, ', ')} FROM ${scope.from} WHERE ${scope.column(owner)} = ${value} ORDER BY at_time, id`,
    agreement: { rows: 'all', inOrder: [1, 0] },
  };
}

/** Totals by group with their share of everything, and running totals over time. */
export function sharesOfTotal(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(
    context,
    ({ numbers, categories, times }) => numbers.length > 0 && categories.length + times.length > 0,
  );
  const total = draw.chance(0.5) ? countAll.sql : sql`sum(${scope.column(draw.pick(scope.numbers))})`;
  const source = sql`${scope.from}${perhapsWhere(scope, 0.25, 0.5)}`;
  if (scope.times.length > 0 && draw.chance(0.5)) {
    const time = scope.time();
    const { sql: unit } = truncation(draw, scope.column(time), spanOf(time), 2_000);
    const window = sql`ORDER BY unit`;
    const change = before(sql`total`, window);
    return {
      sql: sql`WITH units AS (SELECT ${unit} AS unit, ${total} AS total FROM ${source} GROUP BY unit) SELECT unit, total, sum(total) OVER (${window}) AS running, total - ${change} AS change FROM units ORDER BY unit`,
      agreement: { rows: 'all', inOrder: [0] },
    };
  }
  const keys = smallKeys(scope, 1, 2, 1_000);
  const query = groupedQuery(draw, { keys, list: [{ name: 'total', sql: total }], source });
  const names = keys.map(({ name }) => name);
  const [first] = names;
  const over = names.length > 1 && draw.chance(0.5) ? sql`PARTITION BY ${first ?? ''}` : sql``;
  return {
    sql: sql`SELECT ${names.join(', ')}, total, 100.0 * total / sum(total) OVER (${over}) AS percent, rank() OVER (${over} ORDER BY total DESC) AS place FROM (${query}) AS parts`,
    agreement: { rows: 'all' },
  };
}

/** Places of all rows or owners in an order, and what has which place. */
export function ranks(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ numbers, owners }) => numbers.length > 1 && owners.length > 0);
  const owner = columnKey(scope, draw.pick(scope.owners));
  const { sql: lead } = aggregate(scope);
  const inner = draw.chance(0.6)
    ? sql`SELECT ${owner.sql} AS member, ${lead} AS lead FROM ${scope.from}${perhapsWhere(scope, 0.25, 0.5)} GROUP BY member`
    : sql`SELECT ${scope.column(draw.pick(scope.words))} AS member, ${scope.column(draw.pick(scope.numbers))} AS lead FROM ${scope.from}${perhapsWhere(scope, 0.25, 0.5)}`;
  const place = draw.pick([
    sql`floor(10 * percent_rank() OVER (ORDER BY lead))`,
    sql`least(rank() OVER (ORDER BY lead DESC), 100)`,
    sql`least(dense_rank() OVER (ORDER BY lead DESC), 50)`,
    sql`least(rank() OVER (PARTITION BY member ORDER BY lead DESC), 20)`,
  ]);
  return {
    sql: sql`SELECT place, count(*) AS n, min(lead) AS least_lead, max(lead) AS most_lead FROM (SELECT member, lead, ${place} AS place FROM (${inner}) AS members WHERE lead IS NOT NULL) AS placed GROUP BY place ORDER BY place`,
    agreement: { rows: 'all', inOrder: [0] },
  };
}
