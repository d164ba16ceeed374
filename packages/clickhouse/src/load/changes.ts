import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';
import { type FileEntry, layout, type MaskEntry, type TableState } from '@sdq/index';
import { patchShareMax } from '../limits.ts';
import type { TableRecord } from '../snapshots/record.ts';

/** How the rows of a table in one snapshot become those of the next one. */
export type Change =
  | { readonly kind: 'unchanged' }
  /** All rows are written. */
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'patch';
      /** Months that are written anew; null is the only part of a table that is not split by months. */
      readonly months: readonly (string | null)[];
      /** Delta files whose rows are added, those of other months than these. */
      readonly added: readonly FileEntry[];
      /** Files that are gone, and were deltas: their rows are deleted by key. */
      readonly gone: readonly string[];
      /** Masks that hide rows which were there before. */
      readonly masks: readonly MaskEntry[];
      /** Masks of before, where rows that they hid must be told from those that were there. */
      readonly masksBefore: readonly string[];
    };

/**
 * Compares what was loaded with what the index has now. Files of before that are needed and no longer there make it a
 * load of the whole table.
 */
export async function changeOf(
  root: string,
  table: CatalogTable,
  { files, masks }: TableState,
  before: TableRecord | undefined,
): Promise<Change> {
  if (before === undefined) return { kind: 'whole' };
  const paths = new Set(files.map(({ path }) => path));
  const loaded = new Set(before.loaded);
  const newFiles = files.filter(({ path }) => !loaded.has(path));
  const goneFiles = before.loaded.filter((path) => !paths.has(path));
  const newMasks = masks.filter(({ path }) => !before.masks.includes(path));
  const goneMasks = before.masks.filter((path) => !masks.some((mask) => mask.path === path));
  if (newFiles.length + goneFiles.length + newMasks.length + goneMasks.length === 0)
    return { kind: 'unchanged' };
  const monthOf = (path: string) =>
    table.partitionBy === undefined ? null : (layout.monthOf({ path }) ?? null);
  const isBase = (path: string) => !layout.isDelta({ path });
  const months = new Set(
    [...newFiles.map(({ path }) => path), ...goneFiles].filter(isBase).map((path) => monthOf(path)),
  );
  const gone = goneFiles.filter((path) => !isBase(path));
  const added = newFiles.filter((file) => layout.isDelta(file));
  const readsMasks = gone.length > 0 || (newMasks.length > 0 && goneMasks.length > 0);
  const needed = [...gone, ...(readsMasks ? before.masks : [])];
  if (!(await areThere(root, needed))) return { kind: 'whole' };
  const written = files
    .filter((file) => added.includes(file) || (isBase(file.path) && months.has(monthOf(file.path))))
    .reduce((sum, { rows }) => sum + rows, 0);
  const isUnsplit = table.partitionBy === undefined && months.size > 0;
  if (isUnsplit || written > before.rows * patchShareMax + 10_000) {
    // whole months are still cheaper than the whole table where nothing has to be deleted
    if (isUnsplit || newMasks.length > 0 || gone.length > 0 || added.length > 0) return { kind: 'whole' };
  }
  return {
    kind: 'patch',
    months: [...months],
    added,
    gone,
    masks: newMasks,
    masksBefore: readsMasks ? before.masks : [],
  };
}

async function areThere(root: string, paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    paths.map((path) =>
      access(join(root, path)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return !found.includes(false);
}
