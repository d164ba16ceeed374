import { sqlName, sqlOrder } from '@sdq/duckdb/sql';
import type { OrderedRows, OrderTerm } from '../../../../shape/ordered-rows.ts';
import type { RouteContext } from '../../candidates/access-path.ts';
import { rowsBeside } from '../../candidates/relation/segment-rows.ts';
import { storedList } from '../../candidates/relation/stored-columns.ts';

/**
 * The uncovered rows that rank at least as high by these terms as the last of `count` rows that were found in an inexact
 * source, which may hold further ones: as many rows as are wanted are then the leading ones, whether they were found there
 * or beside it. All uncovered rows where fewer were found.
 */
export function uncoveredAhead(
  context: RouteContext,
  { terms, count }: Pick<OrderedRows, 'terms' | 'count'>,
  names: readonly string[],
): string {
  const lasts = terms.map(({ column }, at) => `${sqlName(column ?? '')} AS _sdq_last${at}`);
  const last = `(SELECT true AS _sdq_found, ${lasts.join(', ')} FROM ${context.rowsPlaceholder} ORDER BY ${sqlOrder(terms)} LIMIT 1 OFFSET ${count - 1})`;
  return `SELECT ${storedList(context, names)} FROM ${rowsBeside(context)} LEFT JOIN ${last} ON true
    WHERE _sdq_found IS NULL OR ${ranksNoLower(terms, 0)}`;
}

/** Whether a row ranks as high as the last one, or higher, by the terms from one on. */
function ranksNoLower(terms: readonly OrderTerm[], at: number): string {
  const term = terms[at];
  if (term === undefined) return 'true';
  const [value, last] = [sqlName(term.column ?? ''), `_sdq_last${at}`];
  const [nullFirst, other] = term.nullsFirst ? [value, last] : [last, value];
  const isHigher = `coalesce(${value} ${term.isFalling ? '>' : '<'} ${last}, ${nullFirst} IS NULL AND ${other} IS NOT NULL)`;
  return `(${isHigher} OR (${value} IS NOT DISTINCT FROM ${last} AND ${ranksNoLower(terms, at + 1)}))`;
}
