import { sqlWord } from '@sdq/duckdb/sql';
import type { ChangedRows, LiveSegment } from '@sdq/index';
import type { RouteContext } from '../../candidates/access-path.ts';
import { changedRelation } from '../../candidates/relation/changed-relation.ts';
import { tableOf } from '../../candidates/relation/segment-rows.ts';
import { scanOf } from '../../candidates/structure.ts';
import { type Changes, heldResult } from '../../candidates/totals/changed-groups.ts';
import { aliasOf } from '../../candidates/totals/over-groups.ts';
import { distinctTotal } from '../../candidates/totals/totals-fit.ts';

/**
 * By how much the number of distinct values of a column has changed since a structure was built that has them all: of the
 * values of changed rows, those that have rows now, less those that had some. One row, `change`.
 */
export function changedDistinct(
  { table }: Pick<RouteContext, 'table'>,
  live: LiveSegment,
  { replaced, added, rows }: Changes,
  { column, structure }: { readonly column: string; readonly structure: string },
): ChangedRows {
  const word = sqlWord(column);
  const before = structure === scanOf(table).structure ? '1' : 'own.rows';
  const signed = [
    ...replaced([column]).map((from) => `SELECT ${word} AS value, -1 AS rows FROM ${from}`),
    ...added.map((from) => `SELECT ${word} AS value, 1 AS rows FROM ${from}`),
  ];
  const sql = `WITH changed AS MATERIALIZED (SELECT value, sum(rows) AS more FROM (${signed.join(' UNION ALL ')})
      WHERE value IS NOT NULL GROUP BY value),
    had AS (SELECT own.${word} AS value, sum(${before}) AS rows FROM ${tableOf(live, structure)} AS own
      SEMI JOIN changed ON own.${word} = changed.value GROUP BY own.${word})
    SELECT (count(*) FILTER (coalesce(rows, 0) + more > 0) - count(*) FILTER (rows > 0))::BIGINT AS change
    FROM changed LEFT JOIN had USING (value)`;
  return heldResult('distinct', sql, rows);
}

/** A row of totals with nothing but numbers of distinct values, as they are now. */
export function distinctNow(
  live: LiveSegment,
  structure: string,
  changed: ReadonlyMap<string, ChangedRows>,
): string {
  const list = [...changed].map(([column, held], at) => {
    const total = distinctTotal(column);
    return { item: `own.${sqlWord(total)} + change${at}.change AS ${aliasOf(total)}`, held, at };
  });
  const from = list.map(({ held, at }) => `${changedRelation(held)} AS change${at}`);
  return `SELECT ${list.map(({ item }) => item).join(', ')} FROM ${[`${tableOf(live, structure)} AS own`, ...from].join(', ')}`;
}
