import { layout } from '../files/layout.ts';
import { isLayered, type TableState, tableStates } from '../files/living-rows.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { rowsMasked } from '../manifest/masks.ts';

/** Rows of base files from which on months are rewritten after an add is visible: that takes seconds. */
const rowsFoldedLaterMin = 100_000;

/** The rows of delta files, masked rows and `further` ones, as a share of the rows of base files; infinite where there are none. */
export function changedShare(state: TableState, further = 0): number {
  const base = baseRows(state);
  const deltas = state.files.filter((file) => layout.isDelta(file)).reduce((sum, { rows }) => sum + rows, 0);
  const changed = deltas + rowsMasked(state.masks) + further;
  return base === 0 ? Number.POSITIVE_INFINITY : changed / base;
}

/** Whether the months of a table are rewritten after what was added is visible. */
export function isFoldedLater(state: TableState): boolean {
  return isLayered(state) && baseRows(state) >= rowsFoldedLaterMin;
}

/** Ids of the tables whose months an add left to be rewritten, because more than this share of their rows had changed. */
export function leftToFold(manifest: Manifest, deltaShareMax: number): string[] {
  return [...tableStates(manifest)]
    .filter(([, state]) => isFoldedLater(state) && changedShare(state) > deltaShareMax)
    .map(([id]) => id);
}

function baseRows({ files }: TableState): number {
  return files.filter((file) => !layout.isDelta(file)).reduce((sum, { rows }) => sum + rows, 0);
}
