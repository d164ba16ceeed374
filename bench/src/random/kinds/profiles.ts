import type { ColumnFacts } from '../facts/data-facts.ts';
import { quantile } from '../grammar/aggregates.ts';
import { groups } from '../grammar/answers.ts';
import { perhapsWhere } from '../grammar/conditions.ts';
import { smallKeys } from '../grammar/group-keys.ts';
import { drawScope, type Scope } from '../grammar/scope.ts';
import type { Context, Draft } from '../question.ts';
import { either, joined, type Sql, sql } from '../sql/sql.ts';

/** The usual figures of a column, as tools that describe a table ask for them. */
function figuresOf(scope: Scope, column: ColumnFacts): Sql[] {
  const name = scope.column(column);
  const as = (figure: string, value: Sql) => sql`${value} AS ${`${column.name}_${figure}`}`;
  const always = [as('known', sql`count(${name})`)];
  const length = either(sql`length(${name})`, sql`lengthUTF8(${name})`);
  switch (column.kind) {
    case 'number':
      return [
        ...always,
        as('distinct', sql`count(DISTINCT ${name})`),
        as('least', sql`min(${name})`),
        as('most', sql`max(${name})`),
        as('mean', sql`avg(${name})`),
        as('sum', sql`sum(${name})`),
      ];
    case 'time':
      return [...always, as('least', sql`min(${name})`), as('most', sql`max(${name})`)];
    case 'flag':
      return [...always, as('true', sql`count(*) FILTER (WHERE ${name})`)];
    case 'list':
      return [
        ...always,
        as('empty', sql`count(*) FILTER (WHERE ${either(sql`len(${name})`, sql`length(${name})`)} = 0)`),
      ];
    case 'text':
      return [
        ...always,
        ...(column.isLong ? [] : [as('distinct', sql`count(DISTINCT ${name})`)]),
        as('nulls', sql`count(*) FILTER (WHERE ${name} IS NULL)`),
        as('empty', sql`count(*) FILTER (WHERE ${name} = '')`),
        ...(column.isLong
          ? [as('mean_length', sql`avg(${length})`), as('longest', sql`max(${length})`)]
          : [as('least', sql`min(${name})`), as('most', sql`max(${name})`)]),
      ];
    default:
      return always;
  }
}

function profile(scope: Scope, columns: readonly ColumnFacts[], most: number): Draft {
  const { draw } = scope;
  const figures = columns.flatMap((column) => draw.some(figuresOf(scope, column), 1, most));
  return {
    sql: sql`SELECT count(*) AS n, ${joined(figures, ', ')} FROM ${scope.from}${perhapsWhere(scope, 0.2, 0.5)}`,
    agreement: { rows: 'all' },
  };
}

/** Counts, distinct values, bounds and means of many numbers, times and flags. */
export function numberProfile(context: Context): Draft {
  const scope = drawScope(context, ({ numbers }) => numbers.length > 1);
  const { draw } = context;
  return profile(scope, draw.some([...scope.numbers, ...scope.times, ...scope.flags], 2, 8), 5);
}

/** Unknown and empty values, lengths and distinct values of texts and lists. */
export function textProfile(context: Context): Draft {
  const { draw } = context;
  const textsOf = (scope: Scope) =>
    scope.where(({ kind, isKey }) => (kind === 'text' && !isKey) || kind === 'list');
  const scope = drawScope(context, (each) => textsOf(each).length > 1);
  return profile(scope, draw.some(textsOf(scope), 2, 5), 4);
}

/** Medians and other quantiles, of everything or by group. */
export function quantiles(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ numbers }) => numbers.length > 0);
  const columns = draw.some(scope.numbers, 1, 2);
  const list = columns.flatMap((column) =>
    draw
      .some([0.5, 0.25, 0.75, 0.9, 0.95, 0.99], 1, 3)
      .map((share) => quantile(column, scope.column(column), share)),
  );
  return groups(draw, {
    keys: draw.chance(0.3) ? [] : smallKeys(scope, 1, 1, 200),
    list,
    source: sql`${scope.from}${perhapsWhere(scope, 0.3, 0.5)}`,
  });
}

/** Correlations, deviations and regressions of numbers. */
export function correlations(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ numbers }) => numbers.length > 1);
  const [a, b] = draw.some(scope.numbers, 2, 2);
  if (a === undefined || b === undefined) return draw.pick([]);
  const [x, y] = [scope.column(a), scope.column(b)];
  const [logX, logY] = [x, y].map((each) => sql`ln(greatest(${each}, 0) + 1)`);
  const noRegression = { cannot: 'it has no aggregate for this part of a regression' };
  const list = draw.some(
    [
      { name: 'correlation', sql: either(sql`corr(${x}, ${y})`, sql`corrStable(${x}, ${y})`) },
      {
        name: 'correlation_of_logs',
        sql: either(sql`corr(${logX ?? x}, ${logY ?? y})`, sql`corrStable(${logX ?? x}, ${logY ?? y})`),
      },
      { name: 'deviation', sql: either(sql`stddev_samp(${x})`, sql`stddevSampStable(${x})`) },
      { name: 'deviation_of_all', sql: either(sql`stddev_pop(${y})`, sql`stddevPopStable(${y})`) },
      { name: 'slope', sql: either(sql`regr_slope(${y}, ${x})`, noRegression) },
      { name: 'mean_of_logs', sql: sql`avg(${logX ?? x})` },
    ],
    1,
    3,
  );
  return groups(draw, {
    keys: draw.chance(0.5) ? [] : smallKeys(scope, 1, 1, 200),
    list,
    source: sql`${scope.from}${perhapsWhere(scope, 0.3, 0.5)}`,
  });
}
