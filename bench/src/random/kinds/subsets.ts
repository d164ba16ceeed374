import { aggregates } from '../grammar/aggregates.ts';
import { groups, keyTerms, limitOf, listing, ranked, rankedRows } from '../grammar/answers.ts';
import { conditionTree, perhapsWhere } from '../grammar/conditions.ts';
import { smallKeys, timeGroup } from '../grammar/group-keys.ts';
import { columnList, drawScope } from '../grammar/scope.ts';
import { instantText, quantileAt } from '../grammar/values.ts';
import type { Context, Draft } from '../question.ts';
import { instant, text } from '../sql/literals.ts';
import { either, type Sql, sql } from '../sql/sql.ts';

const any = () => true;

/** How many rows meet a tree of conditions. */
export function filteredCount(context: Context): Draft {
  const scope = drawScope(context, any);
  const { draw } = context;
  return {
    sql: sql`SELECT ${draw.pick(['count(*)', 'count(*) AS n'])} FROM ${scope.from} WHERE ${conditionTree(scope, draw.selectivity(), 5)}`,
    agreement: { rows: 'all' },
  };
}

/** Several aggregates of the rows that meet a tree of conditions. */
export function filteredTotals(context: Context): Draft {
  const scope = drawScope(context, ({ numbers }) => numbers.length > 0);
  const { draw } = context;
  return groups(draw, {
    keys: [],
    list: aggregates(scope, 2, 5),
    source: sql`${scope.from} WHERE ${conditionTree(scope, draw.selectivity(1e-5, 0.3), 4)}`,
  });
}

/** Rows that meet a tree of conditions, in any order. */
export function filteredRows(context: Context): Draft {
  const scope = drawScope(context, any);
  const { draw } = context;
  const rows = listing(scope);
  const query = sql`SELECT ${rows.list} FROM ${scope.from} WHERE ${conditionTree(scope, draw.selectivity(1e-6, 0.1), 5)}`;
  const limited = sql`${query} LIMIT ${draw.pick([10, 100, 1_000])}`;
  return { sql: limited, agreement: { rows: 'open', fixed: [], among: query } };
}

/** Groups of the rows that meet a tree of conditions. */
export function filteredGroups(context: Context): Draft {
  const scope = drawScope(
    context,
    ({ categories, flags, times }) => categories.length + flags.length + times.length > 0,
  );
  const { draw } = context;
  return groups(draw, {
    keys: smallKeys(scope, 1, 2),
    list: aggregates(scope, 1, 3),
    source: sql`${scope.from} WHERE ${conditionTree(scope, draw.selectivity(1e-5, 0.3), 4)}`,
  });
}

/** A time series of the rows that meet conditions. */
export function trendOfSubset(context: Context): Draft {
  const scope = drawScope(context, ({ times }) => times.length > 0);
  const { draw } = context;
  return groups(
    draw,
    {
      keys: [timeGroup(scope)],
      list: aggregates(scope, 1, 3),
      source: sql`${scope.from} WHERE ${conditionTree(scope, draw.selectivity(1e-5, 0.3), 3)}`,
    },
    0.1,
  );
}

/** The first rows in the order of a column, of all rows or of some. */
export function topRows(context: Context): Draft {
  const scope = drawScope(context, ({ numbers, times }) => numbers.length + times.length > 0);
  const { draw } = context;
  const order = draw.pick([...scope.numbers, ...scope.numbers, ...scope.times]).name;
  return rankedRows(scope, order, perhapsWhere(scope, 0.7, draw.selectivity(1e-4)), limitOf(draw, 500));
}

/** A later page: by OFFSET, or from the last key of the previous page. */
export function page(context: Context): Draft {
  const scope = drawScope(
    context,
    ({ numbers, times, keyColumn }) => numbers.length + times.length > 0 && keyColumn !== undefined,
  );
  const { draw } = context;
  const order = draw.pick([...scope.numbers, ...scope.times]);
  const rows = listing(scope, [order.name]);
  const name = scope.column(order);
  const key = draw.pick(scope.keyColumn === undefined ? [] : [scope.keyColumn]);
  const ranking = {
    lead: { sql: name, position: rows.position(order.name) },
    direction: 'DESC',
    ties: keyTerms(scope, rows),
  };
  const filter = draw.chance(0.5)
    ? conditionTree(scope, draw.selectivity(1e-2), 2)
    : sql`${name} IS NOT NULL`;
  const select = sql`SELECT ${rows.list} FROM ${scope.from} WHERE (${filter})`;
  const size = draw.pick([20, 50, 100]);
  if (draw.chance(0.4))
    return ranked(select, ranking, `LIMIT ${size} OFFSET ${size * draw.pick([1, 5, 20, 100])}`);
  const at = quantileAt(order, 1 - draw.selectivity(1e-5));
  const [last, lastKey] = [
    order.kind === 'time' ? instant(instantText(at)) : sql`${at}`,
    text(draw.pick(key.values).value),
  ];
  const keyName = scope.column(key);
  const after = draw.pick<Sql>([
    sql`(${name} < ${last} OR (${name} = ${last} AND ${keyName} > ${lastKey}))`,
    sql`${name} <= ${last}`,
  ]);
  return ranked(sql`${select} AND ${after}`, ranking, `LIMIT ${size}`);
}

/** The elements of lists, counted over the rows that meet conditions. */
export function tagsOfSubset(context: Context): Draft {
  const scope = drawScope(context, ({ lists }) => lists.length > 0);
  const { draw } = context;
  const list = draw.pick(scope.lists);
  const where = sql` WHERE ${conditionTree(scope, draw.selectivity(1e-5, 0.1), 3)}`;
  const number = draw.maybe(scope.numbers);
  const carried = number === undefined ? sql`` : sql`, ${scope.column(number)} AS amount`;
  const elements = either(sql`unnest(${scope.column(list)})`, sql`arrayJoin(${scope.column(list)})`);
  const lead = number !== undefined && draw.chance(0.4) ? sql`sum(amount)` : sql`count(*)`;
  const query = sql`SELECT element, ${lead} AS lead FROM (SELECT ${elements} AS element${carried} FROM ${scope.from}${where}) AS elements GROUP BY element`;
  return ranked(
    query,
    {
      lead: { sql: sql`lead`, position: 1 },
      direction: 'DESC',
      ...(draw.chance(0.5) ? { ties: [{ sql: sql`element`, position: 0 }] } : {}),
    },
    limitOf(draw, 100),
  );
}

/** The values that columns have in the rows that meet conditions. */
export function distinctValues(context: Context): Draft {
  const scope = drawScope(context, ({ words, flags }) => words.length + flags.length > 0);
  const { draw } = context;
  const columns = draw.some([...scope.words, ...scope.flags], 1, 2);
  const where = sql` WHERE ${conditionTree(scope, draw.selectivity(1e-5, 0.05), 3)}`;
  const query = sql`SELECT DISTINCT ${columnList(scope, columns)} FROM ${scope.from}${where}`;
  return { sql: query, agreement: { rows: 'all' } };
}

/** Some rows at random. Which ones is open unless they are chosen by a hash of the key. */
export function sample(context: Context): Draft {
  const scope = drawScope(context, any);
  const { draw } = context;
  const where = perhapsWhere(scope, 0.4, draw.selectivity(1e-2));
  const count = draw.pick([10, 100, 1_000]);
  const { list } = listing(scope);
  const random = sql`SELECT ${list} FROM ${scope.from}${where}`;
  if (draw.chance(0.6))
    return {
      sql: either(
        where.parts.length > 1
          ? sql`SELECT * FROM (${random}) AS chosen USING SAMPLE ${count} ROWS`
          : sql`${random} USING SAMPLE ${count} ROWS`,
        sql`${random} ORDER BY rand() LIMIT ${count}`,
      ),
      agreement: { rows: 'count' },
    };
  const modulus = draw.pick([100, 1_000, 10_000]);
  const chosen = sql`hash(${scope.key}) % ${modulus} = ${draw.whole(0, modulus - 1)}`;
  return {
    sql: either(sql`SELECT count(*) AS n FROM ${scope.from} WHERE ${chosen}`, {
      cannot: 'its hash function has other values',
    }),
    agreement: { rows: 'all' },
  };
}
