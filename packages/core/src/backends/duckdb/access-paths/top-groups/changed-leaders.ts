import { sqlWord } from '@sdq/duckdb/sql';
import type { ChangedRows, LiveSegment } from '@sdq/index';
import type { RouteContext } from '../../candidates/access-path.ts';
import { changedRelation } from '../../candidates/relation/changed-relation.ts';
import { tableOf } from '../../candidates/relation/segment-rows.ts';
import { aliasList, areLeft, changesSince } from '../../candidates/totals/changed-groups.ts';
import { groupList } from '../../candidates/totals/group-lists.ts';

import { aliasOf } from '../../candidates/totals/over-groups.ts';
import { hasExtremes, sameValues } from '../../candidates/totals/signed-rows.ts';
import type { Totals } from '../../candidates/totals/totals-fit.ts';

/** The groups that lead by a measure, and those of all groups that changed. */
interface Leaders {
  readonly live: LiveSegment;
  /** Totals whose structure has the leading groups. */
  readonly totals: Totals;
  readonly changed: ChangedRows;
  readonly key: string;
  readonly measure: string;
}

/** Why the leading groups cannot be told from what has changed; undefined where they can. */
export function faultOfChanges(
  context: RouteContext,
  totals: Totals,
  measures: readonly string[],
): string | undefined {
  if (changesSince(context) === undefined) return 'many rows have been added since it was built';
  return context.coverage.rowsMasked > 0 && hasExtremes(totals, measures)
    ? 'a replaced row may have had the least or greatest value of its group'
    : undefined;
}

/**
 * The leading groups of which no row was added or replaced, and of the others those that now reach the least of the
 * leading groups: what is in neither is below it. One query, to follow an opening bracket.
 */
export function changedLeaders(
  { live, totals, changed, key, measure }: Leaders,
  measures: readonly string[],
): string {
  const { columns } = totals.grain;
  const word = sqlWord(key);
  const exact = changedRelation(changed);
  const isSame = sameValues([key]);
  const leading = `${tableOf(live, totals.structure)} AS own`;
  const least = `SELECT min(total) FROM (SELECT sum(${measure}) AS total FROM ${leading} WHERE leads_${measure} GROUP BY ${word})`;
  const reached = `(SELECT ${word} FROM ${exact} GROUP BY ${word} HAVING sum(${aliasOf(measure)}) >= (${least})) AS changed`;
  return `SELECT ${groupList(columns, measures)} FROM ${leading} ANTI JOIN ${exact} AS changed ON ${isSame} WHERE leads_${measure}
    UNION ALL SELECT ${aliasList(columns, measures)} FROM ${exact} AS own SEMI JOIN ${reached} ON ${isSame} WHERE ${areLeft}`;
}
