import { aggregates } from '../grammar/aggregates.ts';
import { groups, limitOf, ranked } from '../grammar/answers.ts';
import { conditionTree, perhapsWhere } from '../grammar/conditions.ts';
import { lengthGroup } from '../grammar/group-keys.ts';
import { drawScope, Scope } from '../grammar/scope.ts';
import { valueNear } from '../grammar/values.ts';
import type { Context, Draft } from '../question.ts';
import { text } from '../sql/literals.ts';
import { either, joined, sql } from '../sql/sql.ts';

/** Elements of lists counted over most rows, pairs of them, and lengths of lists. */
export function listElements(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ lists }) => lists.length > 0);
  const list = draw.pick(scope.lists);
  const name = scope.column(list);
  const elements = either(sql`unnest(${name})`, sql`arrayJoin(${name})`);
  const where = perhapsWhere(scope, 0.3, 0.5);
  const kind = draw.unit();
  const ranking = {
    lead: { sql: sql`lead`, position: 1 },
    direction: 'DESC',
    ...(draw.chance(0.5) ? { ties: [{ sql: sql`element`, position: 0 }] } : {}),
  };
  if (kind < 0.25)
    return groups(draw, {
      keys: [lengthGroup(scope)],
      list: aggregates(scope, 1, 3),
      source: sql`${scope.from}${where}`,
    });
  if (kind < 0.6) {
    const query = sql`SELECT element, count(*) AS lead FROM (SELECT ${elements} AS element FROM ${scope.from}${where}) AS elements GROUP BY element${draw.chance(0.3) ? sql` HAVING count(*) > ${draw.pick([1, 10, 100])}` : ''}`;
    return ranked(query, ranking, limitOf(draw, 100));
  }
  if (kind < 0.8) {
    const one = text(valueNear(draw, list.values, draw.selectivity(1e-4, 0.1)).value);
    const has = either(sql`list_contains(${name}, ${one})`, sql`has(${name}, ${one})`);
    const query = sql`SELECT element, count(*) AS lead FROM (SELECT ${elements} AS element FROM ${scope.from} WHERE ${has}) AS elements WHERE element <> ${one} GROUP BY element`;
    return ranked(query, ranking, limitOf(draw, 100));
  }
  return {
    sql: sql`SELECT count(*) AS elements, count(DISTINCT element) AS different FROM (SELECT ${elements} AS element FROM ${scope.from}${where}) AS elements`,
    agreement: { rows: 'all' },
  };
}

/** Rows of two tables, or of two parts of one, in one answer. */
export function union(context: Context): Draft {
  const { draw } = context;
  const first = drawScope(context, ({ words }) => words.length > 0);
  const others = context.facts.tables
    .map((table) => new Scope(draw, table))
    .filter(({ words }) => words.length > 0);
  const second = draw.chance(0.5) ? first : draw.pick(others);
  const parts = [first, second].map((scope, at) => {
    const column = scope.column(draw.pick(scope.words));
    const where = draw.chance(0.6) ? sql` WHERE ${conditionTree(scope, draw.selectivity(1e-2), 2)}` : sql``;
    return sql`SELECT '${['first', 'second'][at] ?? ''}' AS part, ${column} AS value FROM ${scope.from}${where}`;
  });
  const all = joined(parts, ' UNION ALL ');
  return draw.pick([
    () => ({
      sql: sql`SELECT part, count(*) AS n, count(DISTINCT value) AS different FROM (${all}) AS parts GROUP BY part ORDER BY part`,
      agreement: { rows: 'all' as const, inOrder: [0] },
    }),
    () =>
      ranked(
        sql`SELECT value, count(*) AS n, count(DISTINCT part) AS in_parts FROM (${all}) AS parts WHERE value IS NOT NULL GROUP BY value`,
        { lead: { sql: sql`n`, position: 1 }, direction: 'DESC', ties: [{ sql: sql`value`, position: 0 }] },
        limitOf(draw, 100),
      ),
    () => ({
      sql: sql`SELECT count(*) AS n FROM (${joined(
        parts.map((part) => sql`SELECT value FROM (${part}) AS one`),
        draw.pick([' UNION DISTINCT ', ' INTERSECT DISTINCT ', ' EXCEPT DISTINCT ']),
      )}) AS both_parts`,
      agreement: { rows: 'all' as const },
    }),
  ])();
}
