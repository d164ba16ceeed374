import { type Catalog, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { layout } from '../files/layout.ts';
import { type TableState, tableStates } from '../files/living-rows.ts';
import { pinSnapshot } from '../hold/pin.ts';
import { noteFolding } from '../layers/folding-files.ts';
import type { SegmentEntry } from '../manifest/manifest.ts';
import { publish } from '../publish/publish.ts';
import { takeMaintenanceLock, takeWriteLock } from '../publish/write-lock.ts';
import { livingSegments } from '../snapshot/living-segments.ts';
import { nextSnapshot } from '../snapshot/next-snapshot.ts';
import { openSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { checkSizes } from '../verify.ts';
import { rebaseFolded } from './rebase-folded.ts';

export interface MaintenanceOptions {
  readonly index: string;
  readonly catalog: Catalog;
  /** Ids of the tables of a snapshot whose delta files are to be folded. */
  readonly folds: (before: Snapshot) => readonly string[];
  /** Whether nothing is added meanwhile: the write lock is held to the end; default false. */
  readonly isExclusive?: boolean | undefined;
  readonly memoryBytesMax: number;
  /** How long to wait for the locks at the beginning, in milliseconds; default 0. */
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Work on the published snapshot of an index that takes long: the maintenance lock is held to the end, the write lock only at the
 * beginning and while something is published, so that records are added meanwhile. What is published is rebased on the snapshot
 * that is current then. Errors: `index_missing`, `index_locked`.
 */
export async function beginMaintenance(options: MaintenanceOptions): Promise<Maintenance> {
  const { index, waitMs, signal, isExclusive, folds } = options;
  const held = [await takeMaintenanceLock(index, { waitMs, signal })];
  try {
    const lock = await takeWriteLock(index, { waitMs, signal });
    try {
      const before = await openSnapshot(index);
      const deltas = folds(before).flatMap(
        (id) => before.manifest.tables[id]?.files.filter(layout.isDelta) ?? [],
      );
      await noteFolding(
        index,
        deltas.map(({ path }) => path),
      );
      held.push(await pinSnapshot(index, before.id));
      if (isExclusive === true) held.push(lock);
      return new Maintenance(before, options, held);
    } finally {
      if (!held.includes(lock)) await lock[Symbol.asyncDispose]();
    }
  } catch (error) {
    await disposeAll(held);
    throw error;
  }
}

export class Maintenance implements AsyncDisposable {
  /** The snapshot to work on; its files stay. */
  readonly before: Snapshot;
  /** Ids of tables that others rewrote meanwhile, so that the work on them was lost. */
  readonly lost = new Set<string>();
  readonly #options: MaintenanceOptions;
  readonly #held: readonly AsyncDisposable[];
  /** Whether the folded tables were published. */
  #isFolded = false;

  constructor(before: Snapshot, options: MaintenanceOptions, held: readonly AsyncDisposable[]) {
    this.before = before;
    this.#options = options;
    this.#held = held;
  }

  /**
   * Publishes `folded`, which is the snapshot of the beginning or what follows from it, with new segments of some tables, by id; other
   * tables retain theirs. Can be called again with the same one. Returns the id of the new snapshot.
   */
  async publish(
    folded: Snapshot,
    built: ReadonlyMap<string, readonly SegmentEntry[]> = new Map(),
  ): Promise<string> {
    const { index, catalog, signal, isExclusive } = this.#options;
    await using _lock =
      isExclusive === true
        ? undefined
        : await takeWriteLock(index, { waitMs: Number.POSITIVE_INFINITY, signal });
    const current = await openSnapshot(index);
    const states = await this.#rebased(folded, current);
    const next = nextSnapshot(current, states, segmentsOf(catalog, states, { built, current }));
    if (current.id !== this.before.id) await checkPresent(next);
    await publish(index, next.manifest, { isMaintaining: true });
    this.#isFolded ||= folded !== this.before;
    return next.id;
  }

  /** The tables of the current snapshot, with the folded ones unless they are in it. */
  async #rebased(folded: Snapshot, current: Snapshot): Promise<ReadonlyMap<string, TableState>> {
    if (current.id === this.before.id) return tableStates(folded.manifest);
    if (folded === this.before || this.#isFolded) return tableStates(current.manifest);
    const { states, lost } = await rebaseFolded({ before: this.before, folded, current }, this.#options);
    for (const id of lost) this.lost.add(id);
    return states;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await noteFolding(this.#options.index, []);
    await disposeAll(this.#held);
  }
}

/** A version that knows no maintenance lock deletes what no snapshot names. Errors: `index_locked`. */
async function checkPresent(snapshot: Snapshot): Promise<void> {
  const [missing] = await checkSizes(snapshot);
  if (missing === undefined) return;
  throw new AppError(
    'index_locked',
    `Another process, probably of an earlier version, deleted a file that was being written: ${missing.reason}`,
    { hint: 'End processes of earlier versions that write to the index, and try again' },
  );
}

async function disposeAll(held: readonly AsyncDisposable[]): Promise<void> {
  for (const each of held.toReversed()) await each[Symbol.asyncDispose]();
}

/** The new segments of tables that still have the files under them, and the current ones of other tables, in the catalogue's order. */
function segmentsOf(
  catalog: Catalog,
  states: ReadonlyMap<string, TableState>,
  { built, current }: { built: ReadonlyMap<string, readonly SegmentEntry[]>; current: Snapshot },
): SegmentEntry[] {
  const unknown = (current.manifest.segments ?? []).filter(({ table }) => catalog.byId(table) === undefined);
  const known = catalog.tables.flatMap((table) => {
    const id = tableId(table);
    const own = built.get(id);
    const isLiving =
      own !== undefined && livingSegments(own, { [id]: states.get(id)?.files ?? [] }).length === own.length;
    return isLiving ? own : current.segments(table);
  });
  return [...unknown, ...known];
}
