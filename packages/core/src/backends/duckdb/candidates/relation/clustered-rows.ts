import { lazily } from '@sdq/contract';
import type { LiveSegment } from '@sdq/index';
import { storedColumnsNeeded } from '../../../../shape/columns-used.ts';
import type { Candidate, Constants, GroupRows, RouteContext } from '../access-path.ts';
import { nativeCost } from '../cost.ts';
import { rowCost } from '../estimates/cell-cost.ts';
import { bytesOfRows } from '../estimates/structure-size.ts';
import { scanOf } from '../structure.ts';
import { certainCandidate } from './certain-rows.ts';
import { foundCandidates } from './found-candidates.ts';
import { relationOf } from './relation.ts';
import { columnsOf, hasColumns, tableOf, wantedRows } from './segment-rows.ts';

/** Rows that are clustered in a structure with ordinals. */
interface Clustered {
  readonly structure: string;
  /** The exact condition on them there. */
  readonly where: string;
  /** Values that all of them have, as SQL by column, for a native scan without these columns. */
  readonly constants?: Constants;
  readonly rows: GroupRows;
  readonly note: string;
}

/**
 * Candidates that read clustered rows: from the structure alone if it has all columns; otherwise the rows are fetched, or
 * read from the native scan by a semi-join.
 */
export function clusteredRows(
  context: RouteContext,
  { structure, where, constants, rows: { typical, many }, note }: Clustered,
): Candidate[] {
  const { question, table } = context;
  const needed = storedColumnsNeeded(table, question.columns);
  if (question.columns === 'everything' || !hasColumns(context, structure, needed)) {
    const ordinals = (live: LiveSegment) => `SELECT ordinal FROM ${tableOf(live, structure)} WHERE ${where}`;
    const isInScan = hasColumns(context, scanOf(table).structure, needed);
    const found = { ordinals, rows: { typical, many }, cost: 0, ...(!isInScan && { constants }) };
    return foundCandidates(context, found, note);
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
