import { aggregates, countAll, distinctCount } from '../grammar/aggregates.ts';
import { groups } from '../grammar/answers.ts';
import { perhapsWhere } from '../grammar/conditions.ts';
import { type GroupKey, smallKeys, spanOf } from '../grammar/group-keys.ts';
import { drawScope, type Scope } from '../grammar/scope.ts';
import {
  bucketed,
  difference,
  formatted,
  local,
  part,
  type TimeExpression,
  truncated,
  truncation,
} from '../grammar/times.ts';
import { instantText, quantileAt } from '../grammar/values.ts';
import type { Context, Draft } from '../question.ts';
import { instant } from '../sql/literals.ts';
import { sql } from '../sql/sql.ts';

const hasTime = ({ times }: Scope) => times.length > 0;

function asKey({ name, sql: expression, values }: TimeExpression): GroupKey {
  return { name: `${name}_of_row`, sql: expression, groups: values };
}

function series(context: Context, scope: Scope, keys: readonly GroupKey[]): Draft {
  const { draw } = context;
  const unique = keys.filter(({ name }, at) => keys.findIndex((key) => key.name === name) === at);
  const source = sql`${scope.from}${perhapsWhere(scope, 0.25, 0.5)}`;
  return groups(draw, { keys: unique, list: aggregates(scope, 1, 4), source }, 0.1);
}

/** Counts and sums by day, week, month and so on. */
export function trend(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, hasTime);
  const time = scope.time();
  const key = asKey(truncation(draw, scope.column(time), spanOf(time)));
  const more = draw.chance(0.4) ? smallKeys(scope, 1, 1, 50) : [];
  return series(context, scope, [key, ...more]);
}

/** Groups by the hour of the day, the day of the week and so on. */
export function timeParts(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, hasTime);
  const name = scope.column(scope.time());
  const parts = [part(draw, name), ...(draw.chance(0.5) ? [part(draw, name)] : [])];
  return series(context, scope, parts.map(asKey));
}

/** Groups by formatted times, buckets of time, ages, and times of other places. */
export function timeFormats(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, hasTime);
  const time = scope.time();
  const [name, span] = [scope.column(time), spanOf(time)];
  const end = instant(instantText(quantileAt(time, 1)));
  const forms: (() => TimeExpression)[] = [
    () => formatted(draw, name, span),
    () => formatted(draw, name, span),
    () => formatted(draw, name, span),
    () => bucketed(draw, name, span),
    () => bucketed(draw, name, span),
    () => difference(draw, name, end),
    () => difference(draw, name, end),
    () => local(draw, name),
  ];
  return series(context, scope, [asKey(draw.pick(forms)())]);
}

/** Owners by the month of their first row, and what became of them. */
export function cohorts(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ times, owners }) => times.length > 0 && owners.length > 0);
  const [time, owner] = [scope.column(scope.time()), scope.column(draw.pick(scope.owners))];
  const unit = draw.pick(['month', 'quarter', 'year', 'week']);
  const firsts = sql`SELECT ${owner} AS member, min(${time}) AS first_time, max(${time}) AS last_time, count(*) AS n FROM ${scope.from} WHERE ${owner} IS NOT NULL GROUP BY member`;
  const age = difference(draw, 'first_time', 'last_time').sql;
  const query = sql`WITH firsts AS (${firsts}) SELECT ${truncated(unit, 'first_time')} AS cohort, count(*) AS members, sum(n) AS all_rows, avg(${age}) AS mean_age FROM firsts GROUP BY cohort ORDER BY cohort`;
  return { sql: query, agreement: { rows: 'all', inOrder: [0] } };
}

/** Distinct owners by unit of time. */
export function activeOwners(context: Context): Draft {
  const { draw } = context;
  const scope = drawScope(context, ({ times, owners }) => times.length > 0 && owners.length > 0);
  const time = scope.time();
  const key = asKey(truncation(draw, scope.column(time), spanOf(time), 2_000));
  const owner = draw.pick(scope.owners);
  const source = sql`${scope.from}${perhapsWhere(scope, 0.25, 0.5)}`;
  return groups(
    draw,
    { keys: [key], list: [distinctCount(owner, scope.column(owner)), countAll], source },
    0.1,
  );
}
