import type { ColumnFacts } from '../facts/data-facts.ts';
import { aggregates } from '../grammar/aggregates.ts';
import { groups, limitOf, rankedRows } from '../grammar/answers.ts';
import { conditionTree, escaped, quoted } from '../grammar/conditions.ts';
import { smallKeys } from '../grammar/group-keys.ts';
import { drawScope, type Scope } from '../grammar/scope.ts';
import { valueNear } from '../grammar/values.ts';
import type { Context, Draft } from '../question.ts';
import { text } from '../sql/literals.ts';
import { either, type Sql, sql } from '../sql/sql.ts';

const hasText = ({ texts }: Scope) => texts.length > 0;

function wordIn(scope: Scope, column: ColumnFacts, share: number): string {
  return escaped(valueNear(scope.draw, column.words, share).value);
}

/** A whole word or a part of one, anywhere in a text. */
function wordCondition(scope: Scope, column: ColumnFacts, share: number): Sql {
  const { draw } = scope;
  const name = scope.column(column);
  const word = wordIn(scope, column, share);
  const [small, partial] = [word.toLowerCase(), word.slice(0, Math.max(3, word.length - draw.whole(0, 3)))];
  const lower = either(sql`lower(${name})`, sql`lowerUTF8(${name})`);
  return draw.pick([
    sql`${name} ILIKE ${text(`%${word}%`)}`,
    sql`${name} ILIKE ${text(`%${small}%`)}`,
    sql`${name} ILIKE ${text(`%${partial}%`)}`,
    sql`${name} LIKE ${text(`%${word}%`)}`,
    sql`${lower} LIKE ${text(`%${small}%`)}`,
    either(
      sql`contains(lower(${name}), ${text(small)})`,
      sql`position(lowerUTF8(${name}), ${text(small)}) > 0`,
    ),
    either(sql`contains(${name}, ${text(word)})`, sql`position(${name}, ${text(word)}) > 0`),
    either(sql`strpos(${name}, ${text(word)}) > 0`, sql`position(${name}, ${text(word)}) > 0`),
  ]);
}

/** Beginnings, ends, regular expressions, several words in order, forms of words. */
function patternCondition(scope: Scope, column: ColumnFacts, share: number): Sql {
  const { draw } = scope;
  const name = scope.column(column);
  const [a, b] = [wordIn(scope, column, share), wordIn(scope, column, Math.sqrt(share))];
  const regular = (pattern: string) =>
    either(sql`regexp_matches(${name}, ${text(pattern)})`, sql`match(${name}, ${text(pattern)})`);
  return draw.pick([
    sql`${name} LIKE ${text(`${a}%`)}`,
    sql`${name} ILIKE ${text(`${a}%`)}`,
    sql`${name} LIKE ${text(`%${a}`)}`,
    sql`${name} LIKE ${text(`%${a}%${b}%`)}`,
    sql`${name} ILIKE ${text(`%${a}%${b}%`)}`,
    sql`${name} LIKE ${text(`%${a.slice(0, 1)}_${a.slice(2)}%`)}`,
    either(sql`starts_with(${name}, ${text(a)})`, sql`startsWith(${name}, ${text(a)})`),
    regular(`(?i)\\b${quoted(a)}\\b`),
    regular(`\\b${quoted(a)}\\b`),
    regular(`(?i)(${quoted(a)}|${quoted(b)})`),
    regular(`${quoted(a)}.*${quoted(b)}`),
    regular(`#${quoted(a)}`),
    regular('[0-9]{3,}'),
    regular('https?://'),
  ]);
}

function searched(
  context: Context,
  least: number,
  most: number,
  isPattern: boolean,
): { scope: Scope; condition: Sql } {
  const { draw } = context;
  const scope = drawScope(context, hasText);
  const column = draw.pick(scope.texts);
  const share = draw.selectivity(least, most);
  const write = isPattern ? patternCondition : wordCondition;
  const condition = write(scope, column, share);
  return { scope, condition };
}

/** Rows whose text has a word. */
export function textRows(context: Context): Draft {
  const { draw } = context;
  const { scope, condition } = searched(context, 1e-6, 0.1, false);
  const orders = [...scope.numbers, ...scope.times];
  const order = orders.length === 0 ? scope.table.key[0] : draw.pick(orders).name;
  return rankedRows(scope, order ?? '', sql` WHERE ${condition}`, limitOf(draw, 100));
}

/** Counts and sums of rows whose text has a word. */
export function textTotals(context: Context): Draft {
  const { draw } = context;
  const { scope, condition } = searched(context, 1e-6, 0.3, false);
  const more = draw.chance(0.3) ? sql` AND (${conditionTree(scope, 0.3, 2)})` : sql``;
  return groups(draw, {
    keys: [],
    list: aggregates(scope, 1, 3),
    source: sql`${scope.from} WHERE ${condition}${more}`,
  });
}

/** Counts of rows whose text has a form: a beginning, an end, a regular expression. */
export function textPatterns(context: Context): Draft {
  const { draw } = context;
  const { scope, condition } = searched(context, 1e-5, 0.3, true);
  if (draw.chance(0.4)) {
    const orders = [...scope.numbers, ...scope.times];
    const order = orders.length === 0 ? scope.table.key[0] : draw.pick(orders).name;
    return rankedRows(scope, order ?? '', sql` WHERE ${condition}`, limitOf(draw, 100));
  }
  return groups(draw, {
    keys: [],
    list: aggregates(scope, 1, 2),
    source: sql`${scope.from} WHERE ${condition}`,
  });
}

/** Words among other conditions: by OR, by NOT, several of them. */
export function textMixed(context: Context): Draft {
  const { draw } = context;
  const { scope, condition } = searched(context, 1e-5, 0.1, draw.chance(0.2));
  const column = draw.pick(scope.texts);
  const another = wordCondition(scope, column, draw.selectivity(1e-4, 0.1));
  const other = conditionTree(scope, draw.selectivity(1e-4, 0.1), 2);
  const where = draw.pick([
    sql`(${condition}) OR (${other})`,
    sql`(${condition}) OR (${another})`,
    sql`(${condition}) AND NOT (${another})`,
    sql`((${condition}) OR (${another})) AND (${other})`,
    sql`(${condition}) AND (${other})`,
  ]);
  return groups(draw, {
    keys: draw.chance(0.6) ? [] : smallKeys(scope, 1, 1, 500),
    list: aggregates(scope, 1, 2),
    source: sql`${scope.from} WHERE ${where}`,
  });
}

/** Groups of all rows whose text has one of several frequent words, and shares of them. */
export function textByGroup(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, (each) => hasText(each) && each.categories.length + each.times.length > 0);
  const column = draw.pick(scope.texts);
  const list = [0, 1].slice(0, draw.whole(1, 2)).map((at) => {
    const condition = (draw.chance(0.7) ? wordCondition : patternCondition)(
      scope,
      column,
      draw.selectivity(1e-3, 0.5),
    );
    return { name: `with_word_${at + 1}`, sql: sql`count(*) FILTER (WHERE ${condition})` };
  });
  return groups(draw, {
    keys: smallKeys(scope, 1, 1, 500),
    list: [...aggregates(scope, 1, 2), ...list],
    source: scope.from,
  });
}
