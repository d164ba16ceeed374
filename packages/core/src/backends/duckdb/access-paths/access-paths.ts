import { type CatalogTable, type PathInstance, pathsOf } from '@sdq/catalog';
import type { Profile } from '@sdq/index';
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
 * read those before it. In the compact profile, it may also read those of the full one: see {@link auxiliaryStructures}.
 */
export function structuresOf(
  table: CatalogTable,
  rows = Number.POSITIVE_INFINITY,
  profile: Profile = 'full',
): readonly Structure[] {
  const instances = pathsOf(table).filter(({ rowsMin = 0 }) => rows >= rowsMin);
  if (profile === 'full') return instances.map((instance) => whole(table, instance));
  const made = instances.flatMap((instance) => {
    const { compact = whole } = pathOf(instance);
    return compact(table, instance) ?? [];
  });
  // Others are made from the structure of the full profile with the same name: it is hidden once this one is built.
  const isRead = ({ name }: Structure) => made.some(({ reads }) => reads.includes(name));
  const hides = (each: Structure) =>
    isRead(each) &&
    instances.some((instance) => instance.structure === each.name && whole(table, instance).sql !== each.sql);
  return [...made.filter((each) => !hides(each)), ...made.filter(hides)];
}

/**
 * The structures of the full profile that a segment of these structures is made from, but does not contain: they are built beside
 * it and deleted with the build. `reads` names those that key files are made from. In the order they are built.
 */
export function auxiliaryStructures(
  table: CatalogTable,
  structures: readonly Structure[],
  reads: readonly string[] = [],
): readonly Structure[] {
  const needed = new Set([...structures.flatMap((each) => each.reads), ...reads]);
  const all = pathsOf(table).map((instance) => whole(table, instance));
  for (const { name, reads } of all.toReversed())
    if (needed.has(name)) for (const read of reads) needed.add(read);
  const isPart = ({ name, sql }: Structure) =>
    structures.some((structure) => structure.name === name && structure.sql === sql);
  return all.filter((structure) => needed.has(structure.name) && !isPart(structure));
}

function whole(table: CatalogTable, instance: PathInstance): Structure {
  const { structure } = pathOf(instance);
  if (structure === undefined) throw new Error(`There is no access path "${instance.path}" with a structure`);
  return structure(table, instance);
}

function pathOf({ path }: PathInstance): AccessPath {
  const found = accessPaths.find(({ name }) => name === path);
  if (found === undefined) throw new Error(`There is no access path "${path}"`);
  return found;
}
