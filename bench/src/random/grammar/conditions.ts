import { NothingToDraw } from '../draw/draw.ts';
import type { ColumnFacts } from '../facts/data-facts.ts';
import { listOf, text, texts } from '../sql/literals.ts';
import { either, joined, type Sql, sql } from '../sql/sql.ts';
import type { Scope } from './scope.ts';
import { timeCondition } from './time-conditions.ts';
import { plain, quantileAt, someValues, valueNear } from './values.ts';

/** A condition on one column that about a share of the rows meets. */
export function conditionOn(scope: Scope, column: ColumnFacts, share: number): Sql {
  const name = scope.column(column);
  const { draw } = scope;
  if (column.nullShare > 0 && draw.chance(0.06))
    return draw.pick([sql`${name} IS NULL`, sql`${name} IS NOT NULL`]);
  if (column.kind === 'number') return numberCondition(scope, column, share);
  if (column.kind === 'time') return timeCondition(scope, column, share);
  if (column.kind === 'flag') return flagCondition(scope, name);
  if (column.kind === 'list') return listCondition(scope, column, share);
  if (column.kind === 'text') {
    if (column.isLong) return lengthCondition(scope, column);
    return column.values.length === 0 ? sql`${name} IS NOT NULL` : wordCondition(scope, column, share);
  }
  throw new NothingToDraw();
}

function numberCondition(scope: Scope, column: ColumnFacts, share: number): Sql {
  const { draw } = scope;
  const name = scope.column(column);
  const other = draw.maybe(scope.numbers.filter((each) => each !== column));
  const above = plain(draw, quantileAt(column, 1 - share));
  const from = draw.unit() * (1 - share);
  const forms: (() => Sql)[] = [
    () => sql`${name} >= ${above}`,
    () => sql`${name} >= ${above}`,
    () => sql`${name} > ${above}`,
    () => sql`${name} < ${quantileAt(column, share)}`,
    () => sql`${name} BETWEEN ${quantileAt(column, from)} AND ${quantileAt(column, from + share)}`,
    () =>
      sql`${name} BETWEEN ${plain(draw, quantileAt(column, from))} AND ${quantileAt(column, from + share)}`,
    () => sql`${name} = ${quantileAt(column, draw.unit())}`,
    () =>
      sql`${name} IN (${Array.from({ length: draw.whole(2, 6) }, () => quantileAt(column, draw.unit())).join(', ')})`,
    () => sql`${name} = 0`,
    () => sql`coalesce(${name}, 0) >= ${above}`,
    () => sql`${name} % ${draw.pick([10, 100, 7])} = 0`,
  ];
  if (other !== undefined)
    forms.push(
      () => sql`${name} > ${scope.column(other)}`,
      () => sql`${name} >= ${draw.pick([2, 5, 10])} * ${scope.column(other)}`,
      () => sql`${name} / nullif(${scope.column(other)}, 0) > ${draw.pick([0.01, 0.1, 0.5, 2])}`,
      () => sql`${name} + ${scope.column(other)} > ${above}`,
    );
  return draw.pick(forms)();
}

function flagCondition({ draw }: Scope, name: Sql): Sql {
  return draw.pick([
    sql`${name}`,
    sql`NOT ${name}`,
    sql`${name} = true`,
    either(sql`${name} IS TRUE`, sql`coalesce(${name}, false)`),
    either(sql`${name} IS NOT TRUE`, sql`NOT coalesce(${name}, false)`),
    sql`coalesce(${name}, false)`,
  ]);
}

/** Short texts: names, ids, categories. */
function wordCondition(scope: Scope, column: ColumnFacts, share: number): Sql {
  const { draw } = scope;
  const name = scope.column(column);
  const one = valueNear(draw, column.values, share).value;
  const beginning = one.slice(0, draw.whole(1, Math.max(1, Math.min(4, one.length - 1))));
  const many = () => someValues(draw, column.values, share, 2, column.distinct > 500 ? 30 : 5);
  const usual = [
    () => sql`${name} = ${text(one)}`,
    () => sql`${name} = ${text(one)}`,
    () => sql`${name} IN (${texts(many())})`,
    () => sql`${name} IN (${texts(many())})`,
  ];
  if (column.isId) return draw.pick([...usual, () => sql`${name} <> ${text(one)}`])();
  const forms = [
    ...usual,
    ...usual,
    () => sql`${name} NOT IN (${texts(many())})`,
    () => sql`${name} <> ${text(one)}`,
    () =>
      either(sql`${name} IS DISTINCT FROM ${text(one)}`, sql`(${name} <> ${text(one)} OR ${name} IS NULL)`),
    () => sql`${name} LIKE ${text(`${escaped(beginning)}%`)}`,
    () => sql`${name} LIKE ${text(`%${escaped(one.slice(-3))}`)}`,
    () => sql`${name} ILIKE ${text(`%${escaped(one.slice(1, 4))}%`)}`,
    () => either(sql`starts_with(${name}, ${text(beginning)})`, sql`startsWith(${name}, ${text(beginning)})`),
    () =>
      either(
        sql`lower(${name}) = ${text(one.toLowerCase())}`,
        sql`lowerUTF8(${name}) = ${text(one.toLowerCase())}`,
      ),
    () =>
      either(
        sql`length(${name}) > ${column.lengths[1] ?? 5}`,
        sql`lengthUTF8(${name}) > ${column.lengths[1] ?? 5}`,
      ),
    () =>
      either(
        sql`regexp_matches(${name}, ${text(`^${quoted(beginning)}[a-z0-9]+`)})`,
        sql`match(${name}, ${text(`^${quoted(beginning)}[a-z0-9]+`)})`,
      ),
    () => sql`${name} >= ${text(one)} AND ${name} < ${text(`${one}~`)}`,
    () => sql`coalesce(${name}, '') = ${text(one)}`,
  ];
  return draw.pick(forms)();
}

/** Long texts that are not searched: their length, and whether there is any. */
function lengthCondition(scope: Scope, column: ColumnFacts): Sql {
  const { draw } = scope;
  const name = scope.column(column);
  const length = either(sql`length(${name})`, sql`lengthUTF8(${name})`);
  const [low = 0, middle = 0, high = 0, most = 0] = column.lengths;
  return draw.pick([
    sql`${name} = ''`,
    sql`${name} <> ''`,
    sql`${name} IS NULL`,
    sql`${name} IS NOT NULL AND ${name} <> ''`,
    sql`${length} > ${draw.pick([middle, high, most])}`,
    sql`${length} BETWEEN ${low} AND ${middle}`,
    either(sql`strlen(${name}) > ${high}`, sql`length(${name}) > ${high}`),
  ]);
}

function listCondition(scope: Scope, column: ColumnFacts, share: number): Sql {
  const { draw } = scope;
  const name = scope.column(column);
  const one = text(valueNear(draw, column.values, share).value);
  const many = listOf(someValues(draw, column.values, share, 2, 5));
  const length = either(sql`len(${name})`, sql`length(${name})`);
  const has = either(sql`list_contains(${name}, ${one})`, sql`has(${name}, ${one})`);
  const [, middle = 1, high = 2] = column.lengths;
  return draw.pick([
    has,
    has,
    has,
    either(sql`${one} = ANY(${name})`, sql`has(${name}, ${one})`),
    either(sql`array_contains(${name}, ${one})`, sql`has(${name}, ${one})`),
    either(sql`list_has_any(${name}, ${many})`, sql`hasAny(${name}, ${many})`),
    either(sql`list_has_all(${name}, ${many})`, sql`hasAll(${name}, ${many})`),
    sql`NOT ${has}`,
    sql`${length} >= ${draw.pick([middle, high, high + 1])}`,
    sql`${length} = 0`,
    sql`${length} > 0`,
    either(sql`${name} = []`, sql`empty(${name})`),
    either(sql`${name}[1] = ${one}`, sql`${name}[1] = ${one}`),
  ]);
}

/** A tree of conditions that about a share of the rows meets. */
export function conditionTree(scope: Scope, share: number, leavesMax = 4): Sql {
  const { draw } = scope;
  const leaves = draw.whole(1, leavesMax);
  if (leaves === 1) return conditionOn(scope, draw.pick(conditionColumns(scope)), share);
  return treeOf(scope, share, leaves);
}

function treeOf(scope: Scope, share: number, leaves: number): Sql {
  const { draw } = scope;
  if (leaves <= 1) {
    const leaf = conditionOn(scope, draw.pick(conditionColumns(scope)), share);
    return draw.chance(0.1) ? sql`NOT (${leaf})` : leaf;
  }
  const left = draw.whole(1, leaves - 1);
  if (draw.chance(0.6)) {
    const each = Math.sqrt(share);
    return joined([treeOf(scope, each, left), treeOf(scope, each, leaves - left)].map(bracketed), ' AND ');
  }
  return joined(
    [treeOf(scope, share / 2, left), treeOf(scope, share / 2, leaves - left)].map(bracketed),
    ' OR ',
  );
}

function bracketed(condition: Sql): Sql {
  return sql`(${condition})`;
}

function conditionColumns(scope: Scope) {
  return scope.where(({ kind, values, isLong, words }) => {
    if (kind === 'other') return false;
    return kind !== 'text' || (isLong ? words.length > 0 : values.length > 0);
  });
}

/** WHERE with a condition, or nothing, as often as `chance` says. */
export function perhapsWhere(scope: Scope, chance: number, share?: number): Sql {
  if (!scope.draw.chance(chance)) return sql``;
  return sql` WHERE ${conditionTree(scope, share ?? scope.draw.selectivity(), 3)}`;
}

/** A text as a part of a LIKE pattern that has no wildcards: those of the data are left out. */
export function escaped(value: string): string {
  return value.replace(/[%_\\]/g, '');
}

/** A text as a part of a regular expression. */
export function quoted(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
