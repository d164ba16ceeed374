import type { ResultColumn, ResultFormat } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import { type PartSource, type PartsWatcher, ResultParts } from '../backend/result-parts.ts';
import type { BytesOptions, ResultStream, ResultSummary, SpoolOptions } from '../backend/result-stream.ts';

export interface ResultCacheOptions {
  /** Maximum size in bytes; 0 turns the cache off. */
  readonly bytesMax: number;
  /** A larger result is not cached. */
  readonly entryBytesMax: number;
  /** Milliseconds that a query waits for an equal running query before it runs itself. */
  readonly waitMs: number;
}

export const resultCacheDefaults: ResultCacheOptions = {
  bytesMax: 64 * 2 ** 20,
  entryBytesMax: 2 ** 20,
  waitMs: 1_000,
};

interface Kept {
  readonly bytes: Uint8Array;
  readonly summary: ResultSummary;
}

interface Entry {
  readonly columns: readonly ResultColumn[];
  /** By format. */
  readonly results: ReadonlyMap<string, Kept>;
}

/** A result, and whether it was cached, at least in one format. */
export interface LookedUp {
  readonly cache: 'hit' | 'miss';
  readonly stream: ResultStream;
}

/** Size of an entry besides its bytes: columns, key, maps. */
const entryOverheadBytes = 1_024;

/**
 * An LRU cache of small results, by query and snapshot, so that an equal query need not run again. Queries whose
 * result may differ each time (`random()`, `now()`, samples) are not cached. Of several equal concurrent queries, one
 * runs and the others wait for it, for a limited time.
 */
export class ResultCache {
  readonly #options: ResultCacheOptions;
  readonly #entries: LRUCache<string, Entry>;
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: ResultCacheOptions) {
    this.#options = options;
    // for lru-cache 0 means unlimited; `start` does not ask a cache of size 0
    this.#entries = new LRUCache({ maxSize: Math.max(1, options.bytesMax), sizeCalculation: bytesOf });
  }

  /** Current size in bytes. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /**
   * The cached result of the query, or what `begin` returns; `waitedMs` is the time it waited for an equal query, at
   * most `leftMs`. Null keys are never cached.
   */
  async start(
    key: string | null,
    run: (waitedMs: number) => Promise<ResultStream>,
    leftMs = Number.POSITIVE_INFINITY,
  ): Promise<LookedUp> {
    if (key === null || this.#options.bytesMax === 0) return { cache: 'miss', stream: await run(0) };
    const startedAt = performance.now();
    const running = this.#running.get(key);
    if (running !== undefined) {
      await Promise.race([running, wait(Math.min(leftMs, this.#options.waitMs))]);
    }
    const waitedMs = performance.now() - startedAt;
    const begin = () => run(waitedMs);
    const entry = this.#entries.get(key);
    if (entry !== undefined) return { cache: 'hit', stream: new CachedResult(this, key, entry, begin) };
    const { promise, resolve } = Promise.withResolvers<void>();
    const isFirst = !this.#running.has(key);
    if (isFirst) this.#running.set(key, promise);
    const leave = () => {
      if (isFirst && this.#running.get(key) === promise) this.#running.delete(key);
      resolve();
    };
    try {
      return { cache: 'miss', stream: new RecordedResult(this, key, await begin(), leave) };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Bytes of one result that may still be cached. */
  get entryBytesMax(): number {
    return this.#options.entryBytesMax;
  }

  keep(
    key: string,
    columns: readonly ResultColumn[],
    form: string,
    bytes: Uint8Array,
    summary: ResultSummary,
  ): void {
    const results = this.#entries.get(key)?.results ?? new Map<string, Kept>();
    if (results.has(form)) return;
    // a new entry, because the cache measures an entry when it is set
    this.#entries.set(key, { columns, results: new Map(results).set(form, { bytes, summary }) });
  }
}

function bytesOf({ results }: Entry): number {
  let sum = 0;
  for (const { bytes } of results.values()) sum += bytes.byteLength + entryOverheadBytes;
  return sum;
}

/** A cached result, in at least one format; for another format the query is run. */
class CachedResult implements ResultStream {
  readonly columns: readonly ResultColumn[];
  readonly #cache: ResultCache;
  readonly #key: string;
  readonly #entry: Entry;
  readonly #begin: () => Promise<ResultStream>;
  #rowsTaken = 0;
  #summary: ResultSummary | undefined;
  #begun: ResultStream | undefined;
  #isClosed = false;

  constructor(cache: ResultCache, key: string, entry: Entry, begin: () => Promise<ResultStream>) {
    this.columns = entry.columns;
    this.#cache = cache;
    this.#key = key;
    this.#entry = entry;
    this.#begin = begin;
  }

  get rowsTaken(): number {
    return this.#begun?.rowsTaken ?? this.#rowsTaken;
  }

  get summary(): ResultSummary | undefined {
    return this.#begun?.summary ?? this.#summary;
  }

  bytes(format: ResultFormat, options: BytesOptions = {}): ResultParts {
    const kept = this.#entry.results.get(formOf(format, options));
    return new ResultParts(kept === undefined ? this.#run(format, options) : this.#atHand(kept));
  }

  async spool(path: string, options?: SpoolOptions): Promise<ResultSummary> {
    return await (await this.#beginNow()).spool(path, options);
  }

  close(): void {
    this.#isClosed = true;
    this.#begun?.close();
  }

  #atHand({ bytes, summary }: Kept): PartSource {
    let isTaken = false;
    return {
      take: async () => {
        if (!isTaken) {
          isTaken = true;
          this.#rowsTaken = summary.rowCount;
          return new Uint8Array(bytes); // a copy, because the reader may free it
        }
        this.#summary = { ...summary, elapsedMs: 0 };
        return null;
      },
      close: () => this.close(),
    };
  }

  #run(format: ResultFormat, options: BytesOptions): PartSource {
    let parts: ResultParts | undefined;
    return {
      take: async () => {
        parts ??= (await this.#beginNow()).bytes(format, options);
        return (await parts.next()).value ?? null;
      },
      close: () => this.close(),
    };
  }

  async #beginNow(): Promise<ResultStream> {
    this.#begun = new RecordedResult(this.#cache, this.#key, await this.#begin(), () => {});
    if (this.#isClosed) this.#begun.close();
    return this.#begun;
  }
}

/** A running query whose result is cached if it is small. */
class RecordedResult implements ResultStream {
  readonly columns: readonly ResultColumn[];
  readonly #cache: ResultCache;
  readonly #key: string;
  readonly #stream: ResultStream;
  readonly #leave: () => void;

  /** `leave` releases the queries that wait for this one. */
  constructor(cache: ResultCache, key: string, stream: ResultStream, leave: () => void) {
    this.columns = stream.columns;
    this.#cache = cache;
    this.#key = key;
    this.#stream = stream;
    this.#leave = leave;
  }

  get summary(): ResultSummary | undefined {
    return this.#stream.summary;
  }

  get rowsTaken(): number {
    return this.#stream.rowsTaken;
  }

  bytes(format: ResultFormat, options: BytesOptions = {}): ResultParts {
    const parts = this.#stream.bytes(format, options);
    parts.watch(this.#recorder(formOf(format, options)));
    return parts;
  }

  /** A spooled result is not cached. */
  async spool(path: string, options?: SpoolOptions): Promise<ResultSummary> {
    this.#leave();
    return await this.#stream.spool(path, options);
  }

  close(): void {
    this.#leave();
    this.#stream.close();
  }

  #recorder(form: string): PartsWatcher {
    let copies: Uint8Array[] | undefined = [];
    let bytes = 0;
    return {
      onPart: (part) => {
        bytes += part.byteLength;
        if (bytes > this.#cache.entryBytesMax) {
          copies = undefined;
          this.#leave();
        }
        copies?.push(new Uint8Array(part)); // slice of a Buffer is no copy
      },
      onEnd: (end) => {
        const { summary } = this.#stream;
        if (end === 'whole' && copies !== undefined && summary !== undefined)
          this.#cache.keep(this.#key, this.columns, form, Buffer.concat(copies), summary);
        this.#leave();
      },
    };
  }
}

/** Distinguishes the encodings of one result. */
function formOf(format: ResultFormat, { shape = 'objects', csvSafe = false }: BytesOptions): string {
  return `${format} ${shape} ${csvSafe}`;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
