import type { ColumnFacts } from '../facts/data-facts.ts';
import { text } from '../sql/literals.ts';
import { either, type Sql, sql } from '../sql/sql.ts';
import type { Scope } from './scope.ts';
import { timeKey } from './times.ts';
import { quantileAt } from './values.ts';

/** What rows are grouped by, its name in the answer, and about how many groups it makes. */
export interface GroupKey {
  readonly name: string;
  readonly sql: Sql;
  readonly groups: number;
}

export function columnKey(scope: Scope, column: ColumnFacts): GroupKey {
  // Under an alias, the name alone may be that of a column of another table too.
  const name = scope.alias === '' ? column.name : `${scope.alias}_${column.name}`;
  return { name, sql: scope.column(column), groups: column.distinct + 1 };
}

function expressionKey(name: string, expression: Sql, groups: number): GroupKey {
  return { name, sql: expression, groups };
}

/** The seconds from the first to the last time of a column. */
export function spanOf(column: ColumnFacts): number {
  return Math.max(1, quantileAt(column, 1) - quantileAt(column, 0));
}

export function timeGroup(scope: Scope, mostGroups = 2_000): GroupKey {
  const time = scope.time();
  const { name, sql: expression, values } = timeKey(scope.draw, scope.column(time), spanOf(time), mostGroups);
  return expressionKey(`${name}_of_${time.name}`, expression, values);
}

/** Buckets of a number: of equal width, by powers of ten, or named bands. */
export function numberGroup(scope: Scope): GroupKey {
  const { draw } = scope;
  const number = draw.pick(scope.numbers);
  const name = scope.column(number);
  const width = Math.max(1, Number((quantileAt(number, 0.9) / draw.pick([5, 10, 20])).toPrecision(1)));
  const most = quantileAt(number, 1) / width;
  const [low, middle, high] = [0.3, 0.6, 0.9].map((share) => quantileAt(number, share));
  const log = either(sql`floor(log10(greatest(${name}, 1)))`, sql`floor(log10(greatest(${name}, 1)))`);
  return draw.pick([
    ...(most < 50_000
      ? [
          expressionKey('bucket', sql`floor(${name} / ${width}) * ${width}`, most),
          expressionKey('bucket', either(sql`${name} // ${width}`, sql`intDiv(${name}, ${width})`), most),
        ]
      : []),
    expressionKey('magnitude', log, 12),
    expressionKey(
      'band',
      sql`CASE WHEN ${name} IS NULL THEN 'unknown' WHEN ${name} < ${low ?? 0} THEN 'low' WHEN ${name} < ${middle ?? 0} THEN 'middle' WHEN ${name} < ${high ?? 0} THEN 'high' ELSE 'top' END`,
      5,
    ),
    expressionKey('bucket', sql`least(floor(${name} / ${width}), 20)`, 22),
  ]);
}

/** Parts and forms of a short text. */
export function wordGroup(scope: Scope): GroupKey {
  const { draw } = scope;
  const column = draw.pick(scope.words);
  const name = scope.column(column);
  const separator = text(draw.pick(['.', '_', ' ', '-']));
  return draw.pick([
    expressionKey(
      'initial',
      either(sql`lower(substr(${name}, 1, 1))`, sql`lowerUTF8(substringUTF8(${name}, 1, 1))`),
      60,
    ),
    expressionKey(
      'initials',
      either(sql`upper(left(${name}, 2))`, sql`upperUTF8(leftUTF8(${name}, 2))`),
      2_000,
    ),
    expressionKey('length', either(sql`length(${name})`, sql`lengthUTF8(${name})`), 60),
    expressionKey(
      'mask',
      either(
        sql`CASE WHEN length(${name}) > 4 THEN left(${name}, 1) || '***' || right(${name}, 1) ELSE '***' END`,
        sql`CASE WHEN lengthUTF8(${name}) > 4 THEN leftUTF8(${name}, 1) || '***' || rightUTF8(${name}, 1) ELSE '***' END`,
      ),
      3_000,
    ),
    expressionKey(
      'first_part',
      either(
        sql`length(split_part(${name}, ${separator}, 1))`,
        sql`if(isNull(${name}), NULL, lengthUTF8(splitByString(${separator}, assumeNotNull(${name}))[1]))`,
      ),
      60,
    ),
    expressionKey('known', sql`coalesce(nullif(${name}, ''), 'unknown')`, column.distinct + 1),
    expressionKey(
      'has_digit',
      either(sql`regexp_matches(${name}, '[0-9]')`, sql`CAST(match(${name}, '[0-9]') AS Nullable(Bool))`),
      3,
    ),
  ]);
}

/** Lengths of lists and long texts. */
export function lengthGroup(scope: Scope): GroupKey {
  const { draw } = scope;
  const column = draw.pick([...scope.lists, ...scope.texts]);
  const name = scope.column(column);
  if (column.kind === 'list')
    return expressionKey(`length_of_${column.name}`, either(sql`len(${name})`, sql`length(${name})`), 50);
  const length = either(sql`length(${name})`, sql`lengthUTF8(${name})`);
  return draw.pick([
    expressionKey(
      `length_of_${column.name}`,
      either(sql`${length} // 10 * 10`, sql`intDiv(${length}, 10) * 10`),
      50,
    ),
    expressionKey(
      `kind_of_${column.name}`,
      sql`CASE WHEN ${name} = '' THEN 'empty' WHEN ${length} < 50 THEN 'short' ELSE 'long' END`,
      3,
    ),
  ]);
}

/** Any key of few groups. */
export function smallKey(scope: Scope, mostGroups = 3_000): GroupKey {
  const { draw } = scope;
  const forms: (() => GroupKey)[] = [];
  const plainColumns = [...scope.categories, ...scope.flags];
  if (plainColumns.length > 0) {
    const column = () => columnKey(scope, draw.pick(plainColumns));
    forms.push(column, column, column);
  }
  if (scope.times.length > 0)
    forms.push(
      () => timeGroup(scope, mostGroups),
      () => timeGroup(scope, mostGroups),
    );
  if (scope.numbers.length > 0) forms.push(() => numberGroup(scope));
  if (scope.words.length > 0) forms.push(() => wordGroup(scope));
  if (scope.lists.length + scope.texts.length > 0) forms.push(() => lengthGroup(scope));
  for (let tries = 0; tries < 20; tries++) {
    const key = draw.pick(forms)();
    if (key.groups <= mostGroups) return key;
  }
  return draw.pick([]);
}

/** Several keys with different names, which make few groups together. */
export function smallKeys(scope: Scope, min: number, max: number, mostGroups = 20_000): GroupKey[] {
  const found = new Map<string, GroupKey>();
  const wanted = scope.draw.whole(min, max);
  let groups = 1;
  for (let tries = 0; found.size < wanted && tries < 20; tries++) {
    const key = smallKey(scope, mostGroups / groups);
    if (found.has(key.name)) continue;
    found.set(key.name, key);
    groups *= key.groups;
    if (groups * 3 > mostGroups) break;
  }
  return [...found.values()];
}

export function keyList(keys: readonly GroupKey[]): Sql[] {
  return keys.map(({ name, sql: expression }) => sql`${expression} AS ${name}`);
}
