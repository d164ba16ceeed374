import type { CatalogTable } from '@sdq/catalog';
import { type MergeReply, mergeFiles } from './merge-files.ts';
import { lineOf, type Observation, removedRecord } from './observation.ts';
import { Spool, type SpoolFigures, type SpoolOptions } from './spool.ts';

export interface WriteThroughOptions extends SpoolOptions {
  /** Directory of the index that receives the observations. */
  index: string;
  /** Tables besides the built-in ones, as in the engine; default: none. */
  tables?: readonly CatalogTable[];
  /** Milliseconds between merges; default 15 minutes. With 0, only explicit merges run. */
  everyMs?: number;
  /** Whether the index has a record; removals of others are ignored. Default: always true. */
  isKnown?: (table: string, key: string) => Promise<boolean>;
  /** Receives errors of failed merges and quarantined files. */
  onError?: (error: Error) => void;
}

export interface WriteThroughFigures extends SpoolFigures {
  merges: number;
  mergesFailed: number;
  /** Number of merged observations. */
  merged: number;
  /** Number of refused observations. */
  refused: number;
  /** The last successful merge. */
  mergeMs: number;
}

const everyDefaultMs = 15 * 60_000;
/** Maximum share of time for merging: after a long merge the next one is delayed. */
const mergeShareMax = 0.1;
const filesAtOnceMax = 16;
/** Maximum number of concurrent lookups of removals. */
const checksAtOnceMax = 64;

/**
 * Write-through of upstream data to the index: observations are spooled and merged periodically; SQL sees them in the
 * snapshot that each merge publishes. Only observations beyond the size of the spool are lost.
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

  /** Accepts observations without waiting for the disk. */
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

  /** Resolves when all accepted observations are durable. */
  async sync(): Promise<void> {
    await this.#spool.sync();
  }

  /** Merges the spool; returns the published snapshot, or undefined when the spool was empty or the merge failed. */
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
      // another process is writing to the index; the next merge retries
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
