import { sqlWord } from '@sdq/duckdb/sql';
import type { ChangedRows, LiveSegment } from '@sdq/index';
import type { RouteContext } from '../../candidates/access-path.ts';
import { changedRelation } from '../../candidates/relation/changed-relation.ts';
import { tableOf } from '../../candidates/relation/segment-rows.ts';
import {
  aliasList,
  areLeft,
  changesSince,
  growthColumn,
  placeColumn,
} from '../../candidates/totals/changed-groups.ts';
import { groupList } from '../../candidates/totals/group-lists.ts';

import { aliasOf } from '../../candidates/totals/over-groups.ts';
import { hasExtremes, sameValues } from '../../candidates/totals/signed-rows.ts';
import type { Totals } from '../../candidates/totals/totals-fit.ts';

/** The groups that lead by a measure, and those that changed: of all groups, or of the leading ones alone. */
interface Leaders {
  readonly live: LiveSegment;
  /** Totals whose structure has the leading groups. */
  readonly totals: Totals;
  readonly changed: ChangedRows;
  /** Whether the values of every changed group are known, or only those of groups that led before. */
  readonly areAllKnown: boolean;
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
 *
 * A changed group that did not lead had no more than the least of those that did. Where its value is not known, it has at most that and
 * what changed rows add: only groups above all such bounds are certain to lead.
 */
export function changedLeaders(
  { live, totals, changed, areAllKnown, key, measure }: Leaders,
  measures: readonly string[],
): string {
  const { columns } = totals.grain;
  const word = sqlWord(key);
  const exact = changedRelation(changed);
  const isSame = sameValues([key]);
  const leading = `${tableOf(live, totals.structure)} AS own`;
  const least = `SELECT min(total) FROM (SELECT sum(${measure}) AS total FROM ${leading} WHERE leads_${measure} GROUP BY ${word})`;
  const unknown = `SELECT max(growth) FROM (SELECT sum(${growthColumn}) AS growth FROM ${exact} GROUP BY ${word} HAVING max(${placeColumn}) IS NULL)`;
  const isAbove = (total: string) => `coalesce(sum(${total}) > greatest((${least}), 0) + (${unknown}), true)`;
  const sure = areAllKnown
    ? ''
    : ` SEMI JOIN (SELECT ${word} FROM ${leading} WHERE leads_${measure} GROUP BY ${word} HAVING ${isAbove(measure)}) AS above ON own.${word} IS NOT DISTINCT FROM above.${word}`;
  const andSure = areAllKnown ? '' : ` AND max(${placeColumn}) IS NOT NULL AND ${isAbove(aliasOf(measure))}`;
  const reached = `(SELECT ${word} FROM ${exact} GROUP BY ${word} HAVING sum(${aliasOf(measure)}) >= (${least})${andSure}) AS changed`;
  return `SELECT ${groupList(columns, measures)} FROM ${leading} ANTI JOIN ${exact} AS changed ON ${isSame}${sure} WHERE leads_${measure}
    UNION ALL SELECT ${aliasList(columns, measures)} FROM ${exact} AS own SEMI JOIN ${reached} ON ${isSame} WHERE ${areLeft}`;
}
