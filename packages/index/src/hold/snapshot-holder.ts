import { AppError } from '@sdq/contract';
import { makeManifest } from '../manifest/manifest.ts';
import { manifestFiles } from '../manifest/manifest-files.ts';
import { checkOnce } from '../publish/checked.ts';
import { withdrawnSnapshots } from '../publish/purge-snapshots.ts';
import {
  currentSnapshotId,
  missingIndex,
  openSnapshot,
  readSnapshot,
  Snapshot,
} from '../snapshot/snapshot.ts';
import type { AbsentFiles } from './absent-files.ts';
import { pinSnapshot } from './pin.ts';

interface Held {
  readonly snapshot: Snapshot;
  readonly pin: AsyncDisposable;
  /** The state of its files when they were checked, by hash: so that the next snapshot is taken up by one look at each. */
  readonly states: ReadonlyMap<string, string>;
  users: number;
}

/** What is done with a snapshot before queries read it. */
export type Prepare = (next: Snapshot) => Promise<void>;

/**
 * The snapshot that new queries read, and older ones while a query still reads them. A newly published snapshot is
 * opened only if all its files are present and intact.
 */
export class SnapshotHolder implements AsyncDisposable {
  readonly #root: string;
  readonly #absent: AbsentFiles | undefined;
  #current: Held;
  /** Snapshots in use, by id. */
  readonly #used = new Map<string, Held>();
  #refreshing: Promise<void> | undefined;
  /** Snapshots whose rows were purged. */
  #withdrawn: ReadonlySet<string> = new Set();
  #isClosed = false;

  private constructor(root: string, current: Held, absent: AbsentFiles | undefined) {
    this.#root = root;
    this.#absent = absent;
    this.#current = current;
  }

  /**
   * An index that may be missing cannot be read until a snapshot is published. Files that are absent may be missing too.
   * Errors: `index_missing`, `index_corrupt`.
   */
  static async open(
    root: string,
    { mayBeMissing = false, absent }: { mayBeMissing?: boolean; absent?: AbsentFiles | undefined } = {},
  ): Promise<SnapshotHolder> {
    const isMissing = mayBeMissing && (await currentSnapshotId(root)) === null;
    const first = isMissing ? nothing(root) : await hold(await openSnapshot(root), absent);
    return new SnapshotHolder(root, first, absent);
  }

  get snapshot(): Snapshot {
    return this.#current.snapshot;
  }

  /**
   * A snapshot for one query: the current one, or by its id one that is in use. Call `release` once when the query
   * has ended. Errors: `result_expired` when that snapshot is no longer in use; `result_withdrawn`; `index_missing`.
   */
  acquire(id = this.#current.snapshot.id): { snapshot: Snapshot; release: () => void } {
    if (id === '') throw missingIndex(this.#root);
    if (this.#withdrawn.has(id)) throw withdrawn();
    const held = this.#used.get(id) ?? (id === this.#current.snapshot.id ? this.#current : undefined);
    if (held === undefined) {
      throw new AppError('result_expired', 'The snapshot of this result is no longer available', {
        hint: 'Run the query again',
      });
    }
    this.#used.set(id, held);
    held.users++;
    let isReleased = false;
    return {
      snapshot: held.snapshot,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        if (--held.users > 0) return;
        this.#used.delete(id);
        if (held !== this.#current) void letGo(held);
      },
    };
  }

  /**
   * Opens the published snapshot when it is a new one. It is taken up when `prepare` has settled, which must not reject: until
   * then new queries read the old one. Errors: `index_corrupt`; the old one then stays.
   */
  async refresh(prepare: Prepare = async () => {}): Promise<void> {
    if (this.#isClosed) return;
    this.#refreshing ??= this.#look(prepare).finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  async #look(prepare: Prepare): Promise<void> {
    try {
      await this.#takeUp(prepare);
    } finally {
      this.#withdrawn = new Set(await withdrawnSnapshots(this.#root));
    }
  }

  async #takeUp(prepare: Prepare): Promise<void> {
    const id = await currentSnapshotId(this.#root);
    if (id === null || id === this.#current.snapshot.id) return;
    const next = await hold(await readSnapshot(this.#root, id), this.#absent, this.#current);
    await prepare(next.snapshot);
    const previous = this.#current;
    this.#current = next;
    if (previous.users === 0) await letGo(previous);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#refreshing?.catch(() => {});
    await letGo(this.#current);
  }
}

function withdrawn(): AppError {
  return new AppError('result_withdrawn', 'The snapshot of this result was withdrawn: records were purged', {
    hint: 'Run the query again',
  });
}

/** Represents a missing snapshot. */
function nothing(root: string): Held {
  const manifest = { ...makeManifest({ parent: null, tables: {}, sources: [] }), snapshot_id: '' };
  return {
    snapshot: new Snapshot(root, manifest),
    pin: { [Symbol.asyncDispose]: async () => {} },
    states: new Map(),
    users: 0,
  };
}

/** Pins a snapshot and checks its files. Errors: `index_corrupt`; it is not pinned then. */
async function hold(snapshot: Snapshot, absent: AbsentFiles | undefined, before?: Held): Promise<Held> {
  const pin = await pinSnapshot(snapshot.root, snapshot.id);
  try {
    const paths = absent?.paths ?? new Set();
    const files = manifestFiles(snapshot.manifest).filter(({ path }) => !paths.has(path));
    const states = new Map(
      files.flatMap(({ sha256 }) => {
        const state = before?.states.get(sha256);
        return state === undefined ? [] : [[sha256, state]];
      }),
    );
    const [damaged, ...others] = await checkOnce(snapshot.root, files, states);
    if (damaged === undefined) return { snapshot, pin, states, users: 0 };
    const more = others.length === 0 ? '' : ` (and ${others.length} more files)`;
    throw new AppError('index_corrupt', `"${damaged.path}" is damaged: ${damaged.reason}${more}`, {
      hint: `List all damaged files with: sdq index verify --index ${snapshot.root}`,
    });
  } catch (error) {
    await pin[Symbol.asyncDispose]();
    throw error;
  }
}

async function letGo(held: Held): Promise<void> {
  await held.pin[Symbol.asyncDispose]();
}
