import type { Candidate, Merge, RouteContext } from '../access-path.ts';
import { cost, nativeCost } from '../cost.ts';
import { rowCost } from '../estimates/cell-cost.ts';
import { bytesOfRows, rowsOfStructure } from '../estimates/structure-size.ts';
import { certainCandidate } from '../relation/certain-rows.ts';
import { hasExtremes } from './signed-rows.ts';
import type { Totals, TotalsFit } from './totals-fit.ts';

/** Groups over all rows: they are valid while no row is stale; masked rows are subtracted, uncovered rows are added. */
export const sumOfGroups: Merge = {
  output: 'sum',
  stale: 'refused',
  masked: 'signed rows',
  uncovered: 'groups of one',
};

/** Why totals cannot give the least and greatest values that are asked for, although masked rows were among them. */
export function faultOfExtremes(
  context: RouteContext,
  totals: Totals,
  measures: readonly string[],
): string | undefined {
  if (context.coverage.rowsMasked === 0 || !hasExtremes(totals, measures)) return undefined;
  // Owners and tags have few rows each.
  return totals.grain.time === undefined && totals.grain.columns.length > 0
    ? 'a replaced row may have had the least or greatest value of its group'
    : undefined;
}

/** Where nothing is left to group, groups are preferred to as many rows, for which a hash table has to be made. */
const ungroupedShare = 0.7;

/** What the rows that were added and masked since cost a query that reads so many groups. */
function costOfChanges({ uncovered, coverage: { rowsMasked } }: RouteContext, groups: number): number {
  return (
    uncovered.reduce((sum, file) => sum + file.rows, 0) * cost.groupOfOne +
    (rowsMasked === 0 ? 0 : cost.start + rowsMasked * cost.groupOfOne + groups * cost.probedRow)
  );
}

/** The groups, in place of the rows. */
export function totalsCandidate(
  context: RouteContext,
  totals: Totals,
  {
    measures,
    ...found
  }: Pick<Candidate, 'relation' | 'edits' | 'merge' | 'held'> & Pick<TotalsFit, 'measures'>,
  {
    rows = rowsOfStructure(context, totals.structure),
    furtherNote = '',
    isGrouped = true,
    isHeld = false,
  }: {
    rows?: number;
    furtherNote?: string;
    isGrouped?: boolean;
    /** Whether processes hold all groups as they are now. */
    isHeld?: boolean;
  } = {},
): Candidate {
  const { structure, grain } = totals;
  const { coverage, question, rows: rowsLeft } = context;
  const isNamed = (column: string) => question.columns === 'everything' || question.columns.has(column);
  const columns = grain.columns.filter(isNamed);
  // Groups are sorted by time: those of files that WHERE excludes are skipped.
  const share = grain.time === undefined ? 1 : Math.min(1, rowsLeft / Math.max(1, coverage.statistics.rows));
  const read = Math.ceil(rows * share);
  const { rowsMasked } = coverage;
  const reading = nativeCost(read, rowCost(context, columns) + measures.length * cost.totalsCell);
  const candidate = certainCandidate({
    via: structure,
    ...found,
    rows: read,
    bytes: bytesOfRows(context, structure, read, columns.length + measures.length),
    cost:
      (isGrouped ? reading : cost.start + (reading - cost.start) * ungroupedShare) +
      (isHeld ? 0 : costOfChanges(context, read)),
    note:
      grain.columns.length === 0
        ? 'from totals over all rows'
        : `from ${rows} groups by ${grain.columns.join(', ')}${isGrouped ? '' : ', each of which is a group of the result'}${furtherNote}`,
  });
  // It fails where a masked row may have had a least or greatest value.
  const isGuarded = rowsMasked > 0 && hasExtremes(totals, measures);
  return isGuarded ? { ...candidate, guard: { rowsMin: 1, failsLate: true } } : candidate;
}
