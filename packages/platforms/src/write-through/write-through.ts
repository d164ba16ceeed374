import type { CatalogTable } from '@sdq/catalog';
import { type MergeReply, mergeFiles } from './merge-files.ts';
import { lineOf, type Observation, removedRecord } from './observation.ts';
import { Spool, type SpoolFigures, type SpoolOptions } from './spool.ts';

export interface WriteThroughOptions extends SpoolOptions {
  /** Directory of the index that the observations belong into. */
  index: string;
  /** Tables beside the built-in ones, as the engine has them; default none. */
  tables?: readonly CatalogTable[];
  /** Milliseconds between merges; default 15 minutes. 0 merges only when asked to. */
  everyMs?: number;
  /** Whether the index has a record; removals of others are not kept. Default: all are. */
  isKnown?: (table: string, key: string) => Promise<boolean>;
  /** Told of merges that fail and of files that were put aside. */
  onError?: (error: Error) => void;
}

export interface WriteThroughFigures extends SpoolFigures {
  merges: number;
  mergesFailed: number;
  /** Observations that are in the index. */
  merged: number;
  /** Observations that the index refused. */
  refused: number;
  /** The last merge that brought something in. */
  mergeMs: number;
}

const everyDefaultMs = 15 * 60_000;
/** Merging may take so much of the time: after a long merge the next one waits longer. */
const mergeShareMax = 0.1;
const filesAtOnceMax = 16;
/** Removals that are looked up in the index at once. */
const checksAtOnceMax = 64;

/**
 * What drivers fetched, on its way into the index: kept in a spool, merged from time to time, and seen by SQL in the
 * snapshot that each merge publishes. Only what the spool has no room for is lost.
 */
export class WriteThrough implements AsyncDisposable {
  readonly #options: WriteThroughOptions;
  readonly #spool: Spool;
  readonly #closing = new AbortController();
  readonly #counts = { merges: 0, mergesFailed: 0, merged: 0, refused: 0, mergeMs: 0 };
  #checks = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<string | undefined> | undefined;

  private constructor(options: WriteThroughOptions, spool: Spool) {
    this.#options = options;
    this.#spool = spool;
    this.#schedule();
  }

  static async open(options: WriteThroughOptions): Promise<WriteThrough> {
    return new WriteThrough(options, await Spool.open(options));
  }

  get figures(): WriteThroughFigures {
    return { ...this.#spool.figures, ...this.#counts };
  }

  /** Takes observations without waiting for the disk. */
  keep(observations: readonly Observation[]): void {
    const { isKnown } = this.#options;
    const isChecked = (each: Observation) => isKnown !== undefined && removedRecord(each) !== undefined;
    const unchecked = observations.filter((each) => !isChecked(each));
    if (unchecked.length > 0) this.#spool.add(unchecked.map(lineOf));
    for (const each of observations) if (isChecked(each)) void this.#keepRemoval(each);
  }

  async #keepRemoval(removal: Observation): Promise<void> {
    const { table = '', key = '' } = removedRecord(removal) ?? {};
    if (this.#checks >= checksAtOnceMax) return; // who asks for it again finds it gone again
    this.#checks++;
    try {
      if (await this.#options.isKnown?.(table, key)) this.#spool.add([lineOf(removal)]);
    } catch (error) {
      this.#options.onError?.(error as Error);
    } finally {
      this.#checks--;
    }
  }

  /** Resolves when all that was kept is safe from a crash. */
  async sync(): Promise<void> {
    await this.#spool.sync();
  }

  /** Merges what is in the spool; the snapshot it published, undefined when there was nothing or it failed. */
  async flush(): Promise<string | undefined> {
    this.#running ??= this.#flush().finally(() => {
      this.#running = undefined;
    });
    return await this.#running;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing.abort();
    await this.#running;
    await this.#spool.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #flush(): Promise<string | undefined> {
    const startedAt = performance.now();
    let snapshotId: string | undefined;
    try {
      const files = await this.#spool.seal();
      for (let at = 0; at < files.length && !this.#closing.signal.aborted; at += filesAtOnceMax) {
        const some = files.slice(at, at + filesAtOnceMax);
        const reply = await mergeFiles(
          this.#options.index,
          some,
          this.#options.tables ?? [],
          this.#closing.signal,
        );
        if (this.#closing.signal.aborted) break;
        snapshotId = (await this.#settle(reply)) ?? snapshotId;
      }
    } catch (error) {
      this.#fail(error as Error);
    }
    if (snapshotId !== undefined) this.#counts.mergeMs = performance.now() - startedAt;
    return snapshotId;
  }

  async #settle(reply: MergeReply): Promise<string | undefined> {
    if ('failure' in reply) {
      // somebody else writes the index: the next time will do
      if (reply.failure.code !== 'index_locked') this.#fail(new Error(reply.failure.message));
      return undefined;
    }
    this.#counts.merges++;
    for (const { path, accepted, refused, failure } of reply.files) {
      this.#counts.merged += accepted;
      this.#counts.refused += refused;
      if (failure === undefined || failure.code === 'file_missing') await this.#spool.forget(path);
      else {
        await this.#spool.putAside(path);
        this.#fail(new Error(`${path}: ${failure.message}`));
      }
    }
    return reply.snapshotId;
  }

  #fail(error: Error): void {
    this.#counts.mergesFailed++;
    this.#options.onError?.(error);
  }

  #schedule(): void {
    const { everyMs = everyDefaultMs } = this.#options;
    if (everyMs === 0 || this.#closing.signal.aborted) return;
    const waitMs = Math.max(everyMs, this.#counts.mergeMs / mergeShareMax);
    this.#timer = setTimeout(() => {
      void this.flush().finally(() => this.#schedule());
    }, waitMs);
    this.#timer.unref();
  }
}
