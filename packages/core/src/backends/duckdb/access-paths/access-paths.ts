import { type CatalogTable, pathsOf } from '@sdq/catalog';
import type { AccessPath } from '../candidates/access-path.ts';
import type { Structure } from '../candidates/structure.ts';
import { derivedRows } from './derived-rows/derived-rows.ts';
import { filteredFirst } from './filtered-first/filtered-first.ts';
import { groupTotals } from './group-totals/group-totals.ts';
import { indexMerge } from './index-merge/index-merge.ts';
import { keyRows } from './key-rows/key-rows.ts';
import { nativeScan } from './native-scan/native-scan.ts';
import { orderedFirst } from './ordered-first/ordered-first.ts';
import { ownerRows } from './owner-rows/owner-rows.ts';
import { sample } from './sample/sample.ts';
import { tableTotals } from './table-totals/table-totals.ts';
import { tagRows } from './tag-rows/tag-rows.ts';
import { textRows } from './text-rows/text-rows.ts';
import { timeRows } from './time-rows/time-rows.ts';
import { timeTotals } from './time-totals/time-totals.ts';
import { topGroups } from './top-groups/top-groups.ts';
import { topRows } from './top-rows/top-rows.ts';

/** The access paths besides the base files. The cost model decides which one is taken. */
export const accessPaths: readonly AccessPath[] = [
  keyRows,
  tagRows,
  ownerRows,
  timeRows,
  textRows,
  indexMerge,
  orderedFirst,
  filteredFirst,
  sample,
  topRows,
  tableTotals,
  timeTotals,
  groupTotals,
  topGroups,
  nativeScan,
  derivedRows,
];

/**
 * Every structure over a table with this number of rows (default: any number), in the order they are built: each may
 * read those before it.
 */
export function structuresOf(table: CatalogTable, rows = Number.POSITIVE_INFINITY): readonly Structure[] {
  return pathsOf(table)
    .filter(({ rowsMin = 0 }) => rows >= rowsMin)
    .map((instance) => {
      const { structure } = accessPaths.find(({ name }) => name === instance.path) ?? {};
      if (structure === undefined)
        throw new Error(`There is no access path "${instance.path}" with a structure`);
      return structure(table, instance);
    });
}
