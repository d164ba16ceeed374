import { sqlWord } from '@sdq/duckdb/sql';
import type { Reference } from '../facts/data-facts.ts';
import { aggregate, aggregates, countAll } from '../grammar/aggregates.ts';
import { groups, limitOf, ranked } from '../grammar/answers.ts';
import { conditionTree } from '../grammar/conditions.ts';
import { columnKey, smallKeys } from '../grammar/group-keys.ts';
import { columnList, drawScope, Scope } from '../grammar/scope.ts';
import { someValues } from '../grammar/values.ts';
import type { Context, Draft } from '../question.ts';
import { texts } from '../sql/literals.ts';
import { either, joined, type Sql, sql } from '../sql/sql.ts';

/** Two tables of which one has keys of the other. */
interface Joined {
  /** The table that refers, under the alias `a`. */
  readonly many: Scope;
  /** The table referred to, under the alias `b`. */
  readonly one: Scope;
  readonly manyKey: Sql;
  readonly oneKey: Sql;
  readonly on: Sql;
}

function scopeOf({ draw, facts }: Context, name: string, alias: string): Scope {
  const table = facts.tables.find((each) => each.name === name);
  return table === undefined ? draw.pick([]) : new Scope(draw, table, alias);
}

function drawReference(
  { draw, facts }: Context,
  fits: (reference: Reference) => boolean = () => true,
): Reference {
  return draw.pick(facts.references.filter((reference) => !reference.isList && fits(reference)));
}

function drawJoin(context: Context, fits?: (reference: Reference) => boolean): Joined {
  const reference = drawReference(context, fits);
  const many = scopeOf(context, reference.table, 'a');
  const one = scopeOf(context, reference.toTable, 'b');
  const [manyKey, oneKey] = [
    many.column({ name: reference.column }),
    one.column({ name: reference.toColumn }),
  ];
  return { many, one, manyKey, oneKey, on: sql`${manyKey} = ${oneKey}` };
}

/** Rows of one table, with columns of another, for the rows that meet conditions. */
export function joinedSubset(context: Context): Draft {
  const { draw } = context;
  const { many, one, on } = drawJoin(context);
  const isOfOne = draw.chance(0.5);
  const where = conditionTree(isOfOne ? one : many, draw.selectivity(1e-6, 1e-3), 2);
  const more = draw.chance(0.4) ? sql` AND (${conditionTree(isOfOne ? many : one, 0.3, 2)})` : sql``;
  const source = sql`${many.from} ${draw.pick(['JOIN', 'JOIN', 'LEFT JOIN'])} ${one.from} ON ${on} WHERE (${where})${more}`;
  if (draw.chance(0.4))
    return groups(draw, {
      keys: smallKeys(draw.chance(0.5) ? one : many, 1, 1),
      list: aggregates(many, 1, 3),
      source,
    });
  const columns = [
    ...many.listed(1, 3).map((column) => sql`${many.column(column)} AS ${`a_${column.name}`}`),
    ...one.listed(1, 3).map((column) => sql`${one.column(column)} AS ${`b_${column.name}`}`),
  ];
  const query = sql`SELECT ${joined(columns, ', ')} FROM ${source}`;
  const limited = sql`${query} LIMIT ${draw.pick([100, 1_000])}`;
  return { sql: limited, agreement: { rows: 'open', fixed: [], among: query } };
}

/** Rows of another table that belong to a few rows by key. */
export function referencedRows(context: Context): Draft {
  const { draw } = context;
  const reference = drawReference(context);
  const many = scopeOf(context, reference.table, '');
  const one = scopeOf(context, reference.toTable, '');
  const [order] = draw.some([...many.numbers, ...many.times], 1, 1);
  const keys = sql`SELECT ${one.column({ name: reference.toColumn })} FROM ${one.from} WHERE ${conditionTree(one, draw.selectivity(1e-6, 1e-4), 2)}`;
  const column = many.column({ name: reference.column });
  const source = sql`${many.from} WHERE ${column} IN (${keys})`;
  if (order === undefined || draw.chance(0.5))
    return groups(draw, {
      keys: draw.chance(0.5) ? [] : smallKeys(many, 1, 1),
      list: aggregates(many, 1, 3),
      source,
    });
  const query = sql`SELECT ${many.key}, ${many.column(order)} AS lead FROM ${source}`;
  const position = many.table.key.length;
  return ranked(query, { lead: { sql: sql`lead`, position }, direction: 'DESC' }, limitOf(draw, 100));
}

/** Totals of a table by what another table knows of its rows. */
export function joinedTotals(context: Context): Draft {
  const { draw } = context;
  const { many, one, on } = drawJoin(context, ({ toTable }) => {
    const scope = scopeOf(context, toTable, 'b');
    return scope.categories.length + scope.flags.length + scope.numbers.length > 0;
  });
  const join = draw.pick(['JOIN', 'JOIN', 'LEFT JOIN']);
  const where = draw.chance(0.3)
    ? sql` WHERE ${conditionTree(draw.chance(0.5) ? one : many, 0.5, 2)}`
    : sql``;
  return groups(draw, {
    keys: smallKeys(draw.chance(0.7) ? one : many, 1, 2, 2_000),
    list: [...aggregates(many, 1, 2), { ...aggregate(one), name: 'of_other' }],
    source: sql`${many.from} ${join} ${one.from} ON ${on}${where}`,
  });
}

/** Rows for which another table has rows that meet conditions. */
export function semiJoin(context: Context): Draft {
  const { draw } = context;
  const { many, one, manyKey, oneKey, on } = drawJoin(context);
  const where = conditionTree(many, draw.selectivity(1e-5, 0.01), 2);
  const inside = sql`${oneKey} IN (SELECT ${manyKey} FROM ${many.from} WHERE ${where})`;
  const exists = either(sql`EXISTS (SELECT 1 FROM ${many.from} WHERE ${on} AND (${where}))`, inside);
  const condition = draw.pick([inside, exists]);
  const more = draw.chance(0.3) ? sql` AND (${conditionTree(one, 0.3, 2)})` : sql``;
  const source = sql`${one.from} WHERE ${condition}${more}`;
  if (draw.chance(0.6))
    return groups(draw, {
      keys: draw.chance(0.5) ? [] : smallKeys(one, 1, 1),
      list: aggregates(one, 1, 3),
      source,
    });
  const query = sql`SELECT ${columnList(one, one.listed(1, 4))} FROM ${source}`;
  return { sql: sql`${query} LIMIT 1000`, agreement: { rows: 'open', fixed: [], among: query } };
}

/** Rows for which another table has none: counted, or the first of them. */
export function antiJoin(context: Context): Draft {
  const { draw } = context;
  const { many, one, manyKey, oneKey, on } = drawJoin(context);
  const isOfOne = draw.chance(0.6);
  const [kept, other, keptKey, otherKey] = isOfOne
    ? [one, many, oneKey, manyKey]
    : [many, one, manyKey, oneKey];
  const filter = draw.chance(0.5) ? sql` AND (${conditionTree(other, 0.3, 2)})` : sql``;
  const keys = sql`SELECT ${otherKey} FROM ${other.from} WHERE ${otherKey} IS NOT NULL${filter}`;
  const notIn = sql`${keptKey} NOT IN (${keys})`;
  const condition = draw.pick([
    notIn,
    either(
      sql`NOT EXISTS (SELECT 1 FROM ${other.from} WHERE ${on}${filter})`,
      sql`(${keptKey} IS NULL OR ${notIn})`,
    ),
  ]);
  const leftJoin = sql`${kept.from} LEFT JOIN ${other.from} ON ${on} WHERE ${otherKey} IS NULL`;
  const source = draw.chance(0.3) ? leftJoin : sql`${kept.from} WHERE ${condition}`;
  return groups(draw, {
    keys: draw.chance(0.6) ? [] : smallKeys(kept, 1, 1, 500),
    list: aggregates(kept, 1, 2),
    source,
  });
}

/** Rows beside other rows of the same table with the same owner. */
export function selfJoin(context: Context): Draft {
  const { draw } = context;
  const a = drawScope(
    context,
    ({ owners, times, numbers }) => owners.length > 0 && times.length + numbers.length > 0,
    'a',
  );
  const b = new Scope(draw, a.table, 'b');
  // Owners of many rows would make too many pairs.
  const owner = draw.pick(a.owners.filter(({ distinct }) => distinct * 200 > a.table.rows));
  const [conditionA, conditionB] = [a, b].map((scope) =>
    conditionTree(scope, draw.selectivity(1e-4, 5e-3), 2),
  );
  const order = draw.pick([...a.times, ...a.numbers]);
  const source = sql`${a.from} JOIN ${b.from} ON ${a.column(owner)} = ${b.column(owner)} WHERE (${conditionA ?? ''}) AND (${conditionB ?? ''}) AND ${a.column(order)} < ${b.column(order)}`;
  const distinct = { name: 'members', sql: sql`count(DISTINCT ${a.column(owner)})` };
  const keys = draw.chance(0.6) ? [] : [columnKey(a, owner)];
  return groups(draw, {
    keys,
    list: [{ ...countAll, name: 'pairs' }, ...(keys.length === 0 ? [distinct] : [])],
    source,
  });
}

/** Rows of a table for the few ids that a CTE finds in another. */
export function nestedSubset(context: Context): Draft {
  const { draw } = context;
  const reference = drawReference(context);
  const many = scopeOf(context, reference.table, 'a');
  const one = scopeOf(context, reference.toTable, 'b');
  const [manyKey, oneKey] = [
    many.column({ name: reference.column }),
    one.column({ name: reference.toColumn }),
  ];
  const number = draw.pick(one.numbers.length > 0 ? one.numbers : draw.pick([]));
  const plainOne = new Scope(draw, one.table);
  const lead = sql`WITH best AS (SELECT ${sqlWord(reference.toColumn)} AS id, ${plainOne.column(number)} AS amount FROM ${plainOne.from} ORDER BY ${plainOne.column(number)} DESC NULLS LAST, id LIMIT ${draw.pick([10, 50, 100, 500])})`;
  const figures = joined(
    aggregates(many, 1, 3).map(({ name, sql: expression }) => sql`${expression} AS ${name}`),
    ', ',
  );
  const others = draw.some(
    one.words.filter(({ isKey }) => !isKey),
    0,
    1,
  );
  const carried = others.map((column) => sql`, max(${one.column(column)}) AS carried`);
  const further = others.length === 0 ? sql`` : sql` JOIN ${one.from} ON ${oneKey} = best.id`;
  return {
    sql: sql`${lead} SELECT best.id AS id, best.amount AS amount, ${figures}${joined(carried, '')} FROM best JOIN ${many.from} ON ${manyKey} = best.id${further} GROUP BY best.id, best.amount ORDER BY amount DESC NULLS LAST, id`,
    agreement: { rows: 'all', inOrder: [1, 0] },
  };
}

/** Rows of several owners or ids, looked up from a list of values. */
export function valuesJoin(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ owners }) => owners.length > 0, 'a');
  const owner = draw.pick(scope.owners);
  const values = someValues(draw, owner.values, draw.selectivity(1e-5, 0.01), 3, 20);
  const wanted = either(
    sql`(SELECT unnest([${texts(values)}]) AS id) AS wanted`,
    sql`(SELECT arrayJoin([${texts(values)}]) AS id) AS wanted`,
  );
  const figures = aggregates(scope, 1, 3).map(({ name, sql: expression }) => sql`${expression} AS ${name}`);
  return {
    sql: sql`SELECT wanted.id AS id, ${joined(figures, ', ')} FROM ${wanted} JOIN ${scope.from} ON ${scope.column(owner)} = wanted.id GROUP BY wanted.id ORDER BY id`,
    agreement: { rows: 'all', inOrder: [0] },
  };
}
