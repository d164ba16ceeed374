import {
  type AskedColumns,
  type Constants,
  type OrdinalsOf,
  type RouteContext,
  type Source,
  wholeSource,
} from '../access-path.ts';
import { cost } from '../cost.ts';
import { rowCost } from '../estimates/cell-cost.ts';
import { scanOf } from '../structure.ts';
import { rowsScanned } from './certain-rows.ts';
import { isFetchedFromBase } from './fetched-files.ts';
import { hasColumns } from './segment-rows.ts';

/**
 * Rows that are found by ordinals in a structure that has no other columns, as a source in the native scan, where each row that is
 * fetched is dear; none where the scan lacks a column too.
 */
export function foundInScan(
  context: RouteContext,
  { stored }: Pick<AskedColumns, 'stored'>,
  {
    ordinals,
    rows,
    constants,
  }: { readonly ordinals: OrdinalsOf; readonly rows: number; readonly constants: Constants },
): Source[] {
  const { structure } = scanOf(context.table);
  // From row files, all rows that are found are fetched in less time.
  if (!isFetchedFromBase(context)) return [];
  if (!hasColumns(context, structure, stored, constants)) return [];
  const read = stored.filter((name) => !(name in constants));
  const scanned = rowsScanned(context, rows) * rowCost(context, read);
  return [
    {
      ...wholeSource,
      structure,
      where: (live) => `rowid IN (${ordinals(live)})`,
      ordinal: 'rowid',
      constants,
      cost: 2 * cost.start + context.rows * cost.probedRow + scanned,
    },
  ];
}
