import { layout } from '../files/layout.ts';
import { isLayered, type TableState, tableStates } from '../files/living-rows.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { rowsMasked } from '../manifest/masks.ts';

/** The share of a table's rows that delta files and masks may hold: from there on, new months cost less than finding each row. */
export const changedShareMax = 0.1;

/** Rows of base files from which on months are rewritten after an add is visible: that takes seconds. */
const rowsFoldedLaterMin = 100_000;

/** The rows of delta files, masked rows and `further` ones, as a share of the rows of base files; infinite where there are none. */
export function changedShare(state: TableState, further = 0): number {
  const base = rowsOf(state, false);
  const changed = rowsOf(state, true) + rowsMasked(state.masks) + further;
  return base === 0 ? Number.POSITIVE_INFINITY : changed / base;
}

/** Whether the months of a table are rewritten after what was added is visible. */
export function isFoldedLater(state: TableState): boolean {
  return isLayered(state) && rowsOf(state, false) >= rowsFoldedLaterMin;
}

/**
 * Ids of the tables whose months an add left to be rewritten, because more than this share of their rows had changed with it. Rows
 * that it replaced count once, as those that it wrote.
 */
export function leftToFold(before: Manifest | undefined, after: Manifest, deltaShareMax: number): string[] {
  const earlier = tableStates(before);
  return [...tableStates(after)]
    .filter(([id, state]) => {
      const old = earlier.get(id) ?? noFiles;
      const added = Math.max(0, rowsOf(state, true) - rowsOf(old, true));
      return isFoldedLater(state) && changedShare(old, added) > deltaShareMax;
    })
    .map(([id]) => id);
}

/** Ids of the large tables of which delta files and masks have more than this share of the rows. */
export function tooManyChanges(manifest: Manifest, shareMax: number): string[] {
  return [...tableStates(manifest)]
    .filter(([, state]) => isFoldedLater(state) && changedShare(state) > shareMax)
    .map(([id]) => id);
}

const noFiles: TableState = { files: [], masks: [] };

/** Rows of the delta files, or of the base files. */
function rowsOf({ files }: TableState, isDelta: boolean): number {
  return files.reduce((sum, file) => sum + (layout.isDelta(file) === isDelta ? file.rows : 0), 0);
}
