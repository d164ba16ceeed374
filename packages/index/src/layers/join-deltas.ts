import type { CatalogTable } from '@sdq/catalog';
import { layout } from '../files/layout.ts';
import { isLayered, livingRows, maskRows, type TableState, tableStates } from '../files/living-rows.ts';
import { writeDeltaFile, writeMaskFile } from '../files/write-table-file.ts';
import type { FileEntry, MaskEntry } from '../manifest/manifest.ts';
import { livingMasks, rowsMasked } from '../manifest/masks.ts';
import type { MergeTarget } from '../merge/merge-context.ts';
import { nextSnapshot } from '../snapshot/next-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { foldingFiles } from './folding-files.ts';

/** The greatest number of delta files, and of masks, of a table: a query reads all of them. */
export const deltasMax = 8;

interface JoinTarget extends Omit<MergeTarget, 'catalog'> {
  /** Paths of the delta files that stay as they are. */
  readonly folding: ReadonlySet<string>;
}

/** A file joins newer ones that have at least one row for this many of its own. */
const growthMin = 2;

/** So many files are joined at least: with two, each add would write the rows of the one before it anew. */
const joinedMin = 4;

/**
 * Joins delta files and masks of a snapshot, of each table as {@link joinDeltas} does. Returns the snapshot that has the joined files, which
 * is not published: its parent is the given one, which is returned itself where nothing is joined. Call while holding the write lock.
 */
export async function joinLayers(
  { connection, catalog }: Pick<MergeTarget, 'connection' | 'catalog'>,
  snapshot: Snapshot,
): Promise<Snapshot> {
  const { root, manifest } = snapshot;
  const states = tableStates(manifest);
  const folding = await foldingFiles(root);
  let isJoined = false;
  for (const [id, state] of states) {
    const table = catalog.byId(id);
    if (table === undefined || !isLayered(state)) continue;
    const joined = await joinDeltas({ connection, root, folding }, table, state);
    isJoined ||= joined !== state;
    states.set(id, joined);
  }
  return isJoined ? nextSnapshot(snapshot, states) : snapshot;
}

/**
 * Joins small delta files into one, and small masks: the newest with at least three older ones of like size, so that most adds
 * write their own rows only, a row is written anew about as often as the number of its file's rows can be divided by four, and
 * few files remain. Rows of the delta files that masks hide are left out. Files that are being folded stay as they are.
 */
async function joinDeltas(target: JoinTarget, table: CatalogTable, state: TableState): Promise<TableState> {
  return await joinMasks(target, table, await joinFiles(target, table, state));
}

async function joinFiles(
  { connection, root, folding }: JoinTarget,
  table: CatalogTable,
  state: TableState,
): Promise<TableState> {
  const deltas = state.files.filter((file) => layout.isDelta(file) && !folding.has(file.path));
  const joined = likeSized(deltas, livingIn(state));
  if (joined.length < 2) return state;
  const files = state.files.filter((file) => !joined.includes(file));
  const relation = livingRows(root, table, { files: joined, masks: state.masks }, { older: true });
  const file = await writeDeltaFile(connection, root, table, relation);
  if (file !== null) files.push(file);
  return { files, masks: livingMasks(state.masks, files) };
}

/** The state of a table without delta files whose rows are all masked, except those that are being folded. */
export async function dropEmptyDeltas(root: string, state: TableState): Promise<TableState> {
  const rowsOf = livingIn(state);
  const empty = state.files.filter((file) => layout.isDelta(file) && rowsOf(file) === 0);
  if (empty.length === 0) return state;
  const folding = await foldingFiles(root);
  const files = state.files.filter((file) => !empty.includes(file) || folding.has(file.path));
  return { files, masks: livingMasks(state.masks, files) };
}

/** The number of rows of a file that no mask hides. */
function livingIn({ masks }: TableState): (file: FileEntry) => number {
  const masked = new Map<string, number>();
  for (const { files } of masks)
    for (const [path, rows] of Object.entries(files)) masked.set(path, (masked.get(path) ?? 0) + rows);
  return ({ path, rows }) => rows - (masked.get(path) ?? 0);
}

async function joinMasks(
  { connection, root }: JoinTarget,
  table: CatalogTable,
  state: TableState,
): Promise<TableState> {
  const { files, masks } = state;
  const joined = likeSized(masks, (mask) => rowsMasked([mask]));
  if (joined.length < 2) return state;
  const mask = await writeMaskFile(connection, root, table, maskRows(root, { files, masks: joined }));
  const others = masks.filter((each) => !joined.includes(each));
  return { files, masks: mask === null ? others : [...others, mask] };
}

/**
 * The files to join: the last one, which is the newest, with the smallest of the others as long as those together have
 * at least one row for every {@link growthMin} of the next; none where those are few, more of them where there are too many files.
 */
function likeSized<Each extends FileEntry | MaskEntry>(
  all: readonly Each[],
  rowsOf: (each: Each) => number,
): Each[] {
  const sorted = [...all].sort((a, b) => rowsOf(a) - rowsOf(b) || (a.path < b.path ? -1 : 1));
  const joined: Each[] = [];
  let rows = 0;
  for (const each of sorted) {
    const isAlike = rowsOf(each) <= growthMin * rows;
    const isTooMany = all.length - joined.length >= deltasMax;
    if (joined.length > 0 && !isAlike && !isTooMany) {
      if (joined.length > 1) break;
      joined.length = 0;
      rows = 0;
    }
    joined.push(each);
    rows += rowsOf(each);
  }
  return joined.length >= joinedMin || (joined.length > 1 && all.length > deltasMax) ? joined : [];
}
