import type { ColumnFacts } from '../facts/data-facts.ts';
import { day, instant } from '../sql/literals.ts';
import { either, type Sql, sql } from '../sql/sql.ts';
import type { Scope } from './scope.ts';
import { truncated } from './times.ts';
import { dayText, instantText, quantileAt } from './values.ts';

/** A condition on a time that about a share of the rows meets, however people write it. */
export function timeCondition(scope: Scope, column: ColumnFacts, share: number): Sql {
  const { draw } = scope;
  const name = scope.column(column);
  const since = quantileAt(column, 1 - share);
  const from = draw.unit() * (1 - share);
  const [begin, end] = [quantileAt(column, from), quantileAt(column, from + share)];
  const somewhere = dayText(quantileAt(column, draw.unit()));
  const exact = share < 1e-3 ? instantText : dayText;
  const month = `${somewhere.slice(0, 7)}-01`;
  return draw.pick<() => Sql>([
    () => sql`${name} >= ${instant(instantText(since))}`,
    () => sql`${name} >= '${dayText(since)}'`,
    () => sql`${name} >= ${day(dayText(since))}`,
    () => sql`${name} < ${instant(instantText(quantileAt(column, share)))}`,
    () => sql`${name} >= '${exact(begin)}' AND ${name} < '${exact(end)}'`,
    () => sql`${name} BETWEEN ${instant(exactText(begin))} AND ${instant(exactText(end))}`,
    () => sql`${name} BETWEEN '${exact(begin)}' AND '${exact(end)}'`,
    () =>
      sql`${name} > ${instant(instantText(quantileAt(column, 1)))} - INTERVAL ${draw.pick([1, 7, 30, 90, 365])} DAY`,
    () => sql`${either(sql`year(${name})`, sql`toYear(${name})`)} = ${somewhere.slice(0, 4)}`,
    () =>
      sql`${either(sql`extract(year FROM ${name})`, sql`toYear(${name})`)} = ${somewhere.slice(0, 4)} AND ${either(sql`extract(month FROM ${name})`, sql`toMonth(${name})`)} = ${Number(somewhere.slice(5, 7))}`,
    () => sql`${either(sql`${name}::DATE`, sql`toDate32(${name})`)} = ${day(somewhere)}`,
    () => sql`${truncated('month', name)} = ${day(month)}`,
    () =>
      sql`${either(sql`hour(${name})`, sql`toHour(${name})`)} BETWEEN ${draw.whole(0, 12)} AND ${draw.whole(13, 23)}`,
    () => sql`${either(sql`dayofweek(${name})`, sql`toDayOfWeek(${name}) % 7`)} IN (0, 6)`,
    () =>
      sql`${either(sql`strftime(${name}, '%Y-%m')`, sql`formatDateTime(${name}, '%Y-%m')`)} = '${somewhere.slice(0, 7)}'`,
    () =>
      sql`${either(sql`month(${name})`, sql`toMonth(${name})`)} IN (${draw.some([1, 3, 6, 7, 11, 12], 1, 3).join(', ')})`,
  ])();
}

function exactText(seconds: number): string {
  return instantText(seconds);
}
