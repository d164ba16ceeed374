import { lazily } from '@sdq/contract';
import type { LiveSegment } from '@sdq/index';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import type { Candidate, GroupRows, RouteContext } from '../access-path.ts';
import { nativeCost } from '../cost.ts';
import { rowCost } from '../estimates/cell-cost.ts';
import { bytesOfRows } from '../estimates/structure-size.ts';
import { certainCandidate } from './certain-rows.ts';
import { foundCandidates } from './found-candidates.ts';
import { relationOf } from './relation.ts';
import { columnsOf, hasColumns, tableOf, wantedRows } from './segment-rows.ts';

/**
 * Candidates that read rows clustered in a structure with ordinals: from the structure alone if it has all columns;
 * otherwise the rows are fetched, or read from the native scan by a semi-join. `where` is the exact condition on them
 * there.
 */
export function clusteredRows(
  context: RouteContext,
  {
    structure,
    where,
    rows: { typical, many },
    note,
  }: { readonly structure: string; readonly where: string; readonly rows: GroupRows; readonly note: string },
): Candidate[] {
  const { question, table } = context;
  const needed = storedColumnsNeeded(table, question.columns);
  if (question.columns === 'everything' || !hasColumns(context, structure, needed)) {
    const ordinals = (live: LiveSegment) => `SELECT ordinal FROM ${tableOf(live, structure)} WHERE ${where}`;
    return foundCandidates(context, { ordinals, rows: { typical, many }, cost: 0 }, note);
  }
  const stored = columnsOf(context, structure);
  return [
    certainCandidate({
      via: structure,
      relation: lazily(() => relationOf(context, stored, wantedRows(context, structure, stored, { where }))),
      rows: many,
      bytes: bytesOfRows(context, structure, many, needed.length),
      cost: nativeCost(many, rowCost(context, needed)),
      note,
    }),
  ];
}
