import { sqlName, sqlWord } from '@sdq/duckdb/sql';
import { singlesOf } from './group-lists.ts';
import { aliasOf, isExtreme, isLeast, sureOf } from './over-groups.ts';
import type { Totals } from './totals-fit.ts';

/** Whether rows of `own` and of `changed` have the same values of these columns, NULLs included. */
export function sameValues(columns: readonly string[]): string {
  return columns
    .map((name) => `own.${sqlWord(name)} IS NOT DISTINCT FROM changed.${sqlWord(name)}`)
    .join(' AND ');
}

/** The beginning of a SELECT of groups that {@link summed} takes. */
export function ownGroups(totals: Totals, measures: readonly string[]): string {
  const kept = withCounts(totals, measures).map((name) =>
    isExtreme(totals, name) ? `${sqlName(name)}, NULL AS ${sqlName(`${name}_gone`)}` : sqlName(name),
  );
  return `SELECT ${[...totals.grain.columns.map(sqlWord), ...kept].join(', ')}`;
}

/** Rows as groups of one that are added or subtracted, for {@link summed}. */
export function signedRows(
  totals: Totals,
  measures: readonly string[],
  ofRow: readonly string[],
  from: string,
  sign: '+' | '-',
): string {
  const singles = singlesOf(totals);
  const list = withCounts(totals, measures).map((name) => {
    const single = singles.get(name);
    const word = sqlName(name);
    if (!isExtreme(totals, name)) return sign === '-' ? `-(${single}) AS ${word}` : `${single} AS ${word}`;
    const gone = sqlName(`${name}_gone`);
    return sign === '-' ? `NULL AS ${word}, ${single} AS ${gone}` : `${single} AS ${word}, NULL AS ${gone}`;
  });
  return `SELECT ${[...ofRow, ...list].join(', ')} FROM ${from}`;
}

/** Groups that are added and subtracted, as one SELECT of those that have rows left. */
export function summed(totals: Totals, measures: readonly string[], parts: readonly string[]): string {
  const grain = totals.grain.columns.map(sqlWord);
  const list = measures.map((name) => `${combined(totals, name)} AS ${aliasOf(name)}`);
  const grouped = grain.length === 0 ? '' : ` GROUP BY ${grain.join(', ')}`;
  const all = parts.join(' UNION ALL BY NAME ');
  return `SELECT ${[...grain, ...list].join(', ') || '1 AS nothing'} FROM (${all})${grouped} HAVING sum(rows) > 0`;
}

/** Whether a least or greatest value is asked for, and so may have been that of a masked row. */
export function hasExtremes(totals: Totals, measures: readonly string[]): boolean {
  return measures.some((name) => isExtreme(totals, name));
}

/** With the number of rows, and of the values of each sum. */
function withCounts(totals: Totals, measures: readonly string[]): string[] {
  const own = measures.map((name) => sureOf(name) ?? name);
  const counts = own.flatMap((name) => countOf(totals, name) ?? []);
  return [...new Set(['rows', ...counts, ...own])];
}

/** The total that counts the values of a sum. */
function countOf(totals: Totals, name: string): string | undefined {
  const [, column] = /^(.*)_(sum|length)$/.exec(name) ?? [];
  return column !== undefined && singlesOf(totals).has(`${column}_rows`) ? `${column}_rows` : undefined;
}

/** A total of several groups, of which some are subtracted, as SQL. */
export function combined(totals: Totals, name: string): string {
  const extreme = sureOf(name) ?? name;
  const word = sqlName(extreme);
  if (isExtreme(totals, extreme)) {
    const [kind, sign] = isLeast(extreme) ? ['min', '<'] : ['max', '>'];
    const value = `${kind}(${word})`;
    const gone = `${kind}(${sqlName(`${extreme}_gone`)})`;
    const isSure = `coalesce(${value} ${sign} ${gone}, ${gone} IS NULL)`;
    return `CASE WHEN ${extreme === name ? isSure : `NOT ${isSure}`} THEN ${value} END`;
  }
  const count = countOf(totals, name);
  return count === undefined
    ? `sum(${word})::BIGINT`
    : `CASE WHEN sum(${sqlName(count)}) > 0 THEN sum(${word}) END`;
}
