import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@sdq/contract';
import { currentSnapshotId } from '@sdq/index';
import { staleMsMax } from '../limits.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { LaterFiles } from './later-files.ts';
import { laterFilesOf, type Mirrored, type MirrorProgress, mirrorSnapshot } from './mirror-snapshot.ts';

export interface MirrorWatchOptions {
  readonly store: ObjectStore;
  readonly root: string;
  /** Milliseconds between two looks at the pointer of the store. */
  readonly everyMs: number;
  /** Bytes of one snapshot that the mirror takes at most. */
  readonly bytesMax?: number | undefined;
  /** Answers before all is here: base files come while they are asked for, and after. */
  readonly isLazy?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: MirrorProgress) => void) | undefined;
  readonly onUpdate?: ((updated: Extract<Mirrored, { state: 'updated' }>) => void) | undefined;
  /** A look that failed; the mirror goes on with what it has. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

export interface MirrorFigures {
  readonly address: string;
  readonly snapshotId: string | null;
  /** Seconds for which the store has had a snapshot that is not here; 0 when it is. */
  readonly lagSeconds: number;
  /** Bytes of that snapshot that are still to be fetched. */
  readonly bytesBehind: number;
  /** Bytes of the snapshot that is here that are still to be fetched: queries that read them wait. */
  readonly bytesLater: number;
  /** Seconds since the store answered the last time. */
  readonly checkedSecondsAgo: number;
  /** Message of the last failure, if it was not followed by a success. */
  readonly failure: string | null;
}

/** A directory that follows the snapshots of a store. */
export class Mirror implements AsyncDisposable {
  readonly #options: MirrorWatchOptions;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  readonly #later: LaterFiles | undefined;
  #running: Promise<void> = Promise.resolve();
  #filling: Promise<void> | undefined;
  #snapshotId: string | null = null;
  #behindSince: number | undefined;
  #bytesBehind = 0;
  #checkedAt = performance.now();
  #staleSince: number | undefined;
  #failure: string | null = null;

  private constructor(options: MirrorWatchOptions) {
    this.#options = options;
    const { signal } = options;
    this.#signal =
      signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    if (options.isLazy === true) this.#later = new LaterFiles(options.store, options.root, this.#signal);
  }

  /**
   * Brings the current snapshot, then follows the store until it is disposed of. A store that does not answer is no
   * failure where the directory has a snapshot. Errors: those of `mirrorSnapshot`; `index_missing` if the store has none.
   */
  static async start(options: MirrorWatchOptions): Promise<Mirror> {
    const mirror = new Mirror(options);
    mirror.#snapshotId = await currentSnapshotId(options.root);
    mirror.#later?.expect(await laterFilesOf(options.root));
    try {
      await mirror.#look();
    } catch (error) {
      if (mirror.#snapshotId === null || !(error instanceof AppError && error.retryable)) throw error;
      mirror.#failed(error);
    }
    if (mirror.#snapshotId === null) {
      throw new AppError('index_missing', `There is no snapshot in "${options.store.address}"`, {
        hint: `Publish one: sdq index publish --to ${options.store.address}`,
      });
    }
    mirror.#fill();
    mirror.#running = mirror.#follow();
    return mirror;
  }

  /** The files that come later; undefined for a mirror that is whole. */
  get later(): LaterFiles | undefined {
    return this.#later;
  }

  get figures(): MirrorFigures {
    const seconds = (since: number | undefined) =>
      since === undefined ? 0 : Math.max(0, (performance.now() - since) / 1_000);
    return {
      address: this.#options.store.address,
      snapshotId: this.#snapshotId,
      lagSeconds: seconds(this.#behindSince),
      bytesBehind: this.#bytesBehind,
      bytesLater: this.#later?.bytes ?? 0,
      checkedSecondsAgo: seconds(this.#checkedAt),
      failure: this.#failure,
    };
  }

  /** Resolves when the mirror has stopped. */
  get stopped(): Promise<void> {
    return this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error('The mirror is closed'));
    await this.#running;
    await this.#filling;
  }

  /** Goes on with the files that come later, unless it is at it. */
  #fill(): void {
    if (this.#later === undefined || this.#later.paths.size === 0) return;
    this.#filling ??= this.#later
      .fill()
      .catch((error: unknown) => {
        if (!this.#signal.aborted) this.#failed(error);
      })
      .finally(() => {
        this.#filling = undefined;
      });
  }

  async #follow(): Promise<void> {
    while (!this.#signal.aborted) {
      await pause(this.#options.everyMs, undefined, { signal: this.#signal }).catch(() => {});
      if (this.#signal.aborted) return;
      await this.#look().catch((error: unknown) => {
        if (!this.#signal.aborted) this.#failed(error);
      });
      this.#fill();
    }
  }

  async #look(): Promise<void> {
    const { store, root, bytesMax, onProgress, onUpdate } = this.#options;
    const goesBack = this.#staleSince !== undefined && performance.now() - this.#staleSince > staleMsMax;
    const mirrored = await mirrorSnapshot({
      store,
      root,
      bytesMax,
      goesBack,
      later: this.#later,
      signal: this.#signal,
      onProgress: (progress) => {
        this.#behindSince ??= performance.now();
        this.#bytesBehind = progress.bytes - progress.bytesDone;
        onProgress?.(progress);
      },
    });
    this.#checkedAt = performance.now();
    this.#failure = null;
    this.#staleSince = mirrored.state === 'stale' ? (this.#staleSince ?? performance.now()) : undefined;
    if (mirrored.state === 'stale' || mirrored.state === 'empty') return;
    this.#snapshotId = mirrored.snapshotId;
    this.#behindSince = undefined;
    this.#bytesBehind = 0;
    if (mirrored.state === 'updated') onUpdate?.(mirrored);
  }

  #failed(error: unknown): void {
    this.#failure = (error as Error).message;
    this.#options.onFailure?.(error);
  }
}
