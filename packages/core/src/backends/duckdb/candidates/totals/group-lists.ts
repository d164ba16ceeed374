import { sqlWord } from '@sdq/duckdb/sql';
import { aliasOf, sureOf } from './over-groups.ts';
import { distinctTotal, type Totals } from './totals-fit.ts';

/** The columns of totals under the names that edits use. */
export function groupList(grain: readonly string[], measures: readonly string[]): string {
  return listOf([...grain.map(sqlWord), ...measures.map(ownTotal)]);
}

/** A group without masked rows is sure of its extremes. */
function ownTotal(total: string): string {
  return `${sureOf(total) === undefined ? total : 'NULL'} AS ${aliasOf(total)}`;
}

/** A row as a group of one; its grain as SQL. */
export function singleList(totals: Totals, grain: readonly string[], measures: readonly string[]): string {
  const all = singlesOf(totals);
  return listOf([...grain, ...measures.map((total) => `${all.get(total) ?? 'NULL'} AS ${aliasOf(total)}`)]);
}

/** Each total of a row as a group of one, as SQL. */
export function singlesOf({
  measures: summed,
  times,
  figures = [],
  distinct = [],
}: Totals): ReadonlyMap<string, string> {
  const all = new Map<string, string>([['rows', '1::BIGINT']]);
  for (const name of [...summed, ...times]) {
    const column = sqlWord(name);
    all.set(`${name}_rows`, `(${column} IS NOT NULL)::BIGINT`);
    if (!times.includes(name)) all.set(`${name}_sum`, `${column}::HUGEINT`);
    all.set(`${name}_min`, column);
    all.set(`${name}_max`, column);
  }
  for (const { name, single } of figures) all.set(name, single);
  // How many values a row adds depends on the others.
  for (const column of distinct) all.set(distinctTotal(column), 'NULL::BIGINT');
  return all;
}

function listOf(columns: readonly string[]): string {
  return columns.length === 0 ? '1 AS nothing' : columns.join(', ');
}
