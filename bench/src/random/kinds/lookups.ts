import { aggregates } from '../grammar/aggregates.ts';
import { groups, keyTerms, limitOf, listing, ranked, rankedRows } from '../grammar/answers.ts';
import { conditionTree } from '../grammar/conditions.ts';
import { smallKeys } from '../grammar/group-keys.ts';
import { drawScope, type Scope } from '../grammar/scope.ts';
import { instantText, quantileAt, someValues, valueNear } from '../grammar/values.ts';
import type { Context, Draft } from '../question.ts';
import { instant, text, texts } from '../sql/literals.ts';
import { either, type Sql, sql } from '../sql/sql.ts';

const hasKey = (scope: Scope) => scope.keyColumn !== undefined && scope.keyColumn.values.length > 0;

/** One row by its key. */
export function pointRow(context: Context): Draft {
  const scope = drawScope(context, hasKey);
  const key = context.draw.pick(scope.keyColumn === undefined ? [] : [scope.keyColumn]);
  const { list } = listing(scope, [], 0.6);
  const value = text(context.draw.pick(key.values).value);
  return {
    sql: sql`SELECT ${list} FROM ${scope.from} WHERE ${scope.column(key)} = ${value}`,
    agreement: { rows: 'all' },
  };
}

/** Several rows by their keys. */
export function keyList(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, hasKey);
  const key = draw.pick(scope.keyColumn === undefined ? [] : [scope.keyColumn]);
  const values = draw.some(
    key.values.map(({ value }) => value),
    2,
    draw.pick([5, 20, 50]),
  );
  const rows = listing(scope, [], 0.4);
  const query = sql`SELECT ${rows.list} FROM ${scope.from} WHERE ${scope.column(key)} IN (${texts(values)})`;
  if (draw.chance(0.5)) return { sql: query, agreement: { rows: 'all' } };
  const [lead, ...ties] = keyTerms(scope, rows);
  return lead === undefined
    ? { sql: query, agreement: { rows: 'all' } }
    : ranked(query, { lead, direction: 'ASC', ties });
}

/** A condition on an owner, its name or a parent. */
function ownerCondition(scope: Scope): Sql {
  const { draw } = scope;
  const owner = draw.pick(scope.owners);
  const share = draw.selectivity(1e-6, 0.01);
  const name = scope.column(owner);
  if (draw.chance(0.7)) return sql`${name} = ${text(valueNear(draw, owner.values, share).value)}`;
  return sql`${name} IN (${texts(someValues(draw, owner.values, share, 2, 20))})`;
}

/** The newest or leading rows of an owner. */
export function ownerRows(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(
    context,
    ({ owners, times, numbers }) => owners.length > 0 && times.length + numbers.length > 0,
  );
  const order = draw.pick([...scope.times, ...scope.numbers]).name;
  const more = draw.chance(0.25) ? sql` AND (${conditionTree(scope, 0.3, 2)})` : sql``;
  return rankedRows(scope, order, sql` WHERE ${ownerCondition(scope)}${more}`, limitOf(draw, 100));
}

/** Counts and sums over the rows of an owner. */
export function ownerTotals(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ owners }) => owners.length > 0);
  const keys = draw.chance(0.4) ? [] : smallKeys(scope, 1, 2);
  return groups(draw, {
    keys,
    list: aggregates(scope, 1, 4),
    source: sql`${scope.from} WHERE ${ownerCondition(scope)}`,
  });
}

/** A condition on the elements of a list. */
function elementCondition(scope: Scope): Sql {
  const { draw } = scope;
  const list = draw.pick(scope.lists);
  const name = scope.column(list);
  const share = draw.selectivity(1e-6, 0.1);
  const one = text(valueNear(draw, list.values, share).value);
  const many = sql`[${texts(someValues(draw, list.values, share, 2, 5))}]`;
  const has = either(sql`list_contains(${name}, ${one})`, sql`has(${name}, ${one})`);
  return draw.pick([
    has,
    has,
    either(sql`list_has_any(${name}, ${many})`, sql`hasAny(${name}, ${many})`),
    either(sql`list_has_all(${name}, ${many})`, sql`hasAll(${name}, ${many})`),
  ]);
}

/** The newest or leading rows with a tag. */
export function tagRows(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(
    context,
    ({ lists, times, numbers }) => lists.length > 0 && times.length + numbers.length > 0,
  );
  const order = draw.pick([...scope.times, ...scope.numbers]).name;
  const more = draw.chance(0.4) ? sql` AND (${conditionTree(scope, 0.2, 2)})` : sql``;
  return rankedRows(scope, order, sql` WHERE ${elementCondition(scope)}${more}`, limitOf(draw, 100));
}

/** Counts and sums over the rows with a tag. */
export function tagTotals(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ lists }) => lists.length > 0);
  return groups(draw, {
    keys: draw.chance(0.3) ? [] : smallKeys(scope, 1, 2),
    list: aggregates(scope, 1, 4),
    source: sql`${scope.from} WHERE ${elementCondition(scope)}`,
  });
}

/** All rows of a span of time, for other programs. */
export function spanExport(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ times }) => times.length > 0);
  const time = scope.time();
  const share = Math.min(draw.selectivity(1e-4, 0.2), 200_000 / scope.table.rows);
  const from = draw.unit() * (1 - share);
  const [begin, end] = [quantileAt(time, from), quantileAt(time, from + share)].map((at) =>
    instant(instantText(at)),
  );
  const rows = listing(scope, [time.name], 0.25);
  const name = scope.column(time);
  const more = draw.chance(0.3) ? sql` AND (${conditionTree(scope, 0.3, 1)})` : sql``;
  const query = sql`SELECT ${rows.list} FROM ${scope.from} WHERE ${name} >= ${begin ?? ''} AND ${name} < ${end ?? ''}${more}`;
  if (draw.chance(0.6)) return { sql: query, agreement: { rows: 'all' } };
  return ranked(query, { lead: { sql: name, position: rows.position(time.name) }, direction: 'ASC' });
}
