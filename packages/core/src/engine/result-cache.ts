import { createHash } from 'node:crypto';
import type { ResultColumn, ResultFormat } from '@sdq/contract';
import type { EncodedQuery, Plan, ReadOptions, ResultSummary } from '../stages.ts';
import { tokenize } from '../syntax/tokens.ts';

export interface ResultCacheOptions {
  /** Bytes held in all; 0 holds nothing. */
  readonly bytesMax: number;
  /** A result above this is not kept. */
  readonly entryBytesMax: number;
  /** Milliseconds that a query waits for the same query of somebody else, before it runs itself. */
  readonly waitMs: number;
}

export const resultCacheDefaults: ResultCacheOptions = {
  bytesMax: 64 * 2 ** 20,
  entryBytesMax: 2 ** 20,
  waitMs: 1_000,
};

interface Entry {
  readonly columns: readonly ResultColumn[];
  readonly results: Map<string, { readonly bytes: Uint8Array; readonly summary: ResultSummary }>;
  bytes: number;
}

/** What a query costs besides its bytes: columns, key, maps. */
const entryOverheadBytes = 1_024;

/**
 * Small results by what was asked of which snapshot, so that a question asked again costs no query. Queries that give
 * something else each time (`random()`, `now()`, samples) are left out. Of several equal queries at once, one runs
 * and the others wait for it, for a while. The results longest unused go first.
 */
export class ResultCache {
  readonly #options: ResultCacheOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Promise<void>>();
  #bytes = 0;

  constructor(options: ResultCacheOptions) {
    this.#options = options;
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The query's result as it was kept, or as `begin` gives it. Null keys are never kept. */
  async start(key: string | null, begin: () => Promise<EncodedQuery>): Promise<EncodedQuery> {
    if (key === null || this.#options.bytesMax === 0) return await begin();
    const running = this.#running.get(key);
    if (running !== undefined) await Promise.race([running, wait(this.#options.waitMs)]);
    const entry = this.#take(key);
    if (entry !== undefined) return new KeptQuery(this, key, entry, begin);
    const { promise, resolve } = Promise.withResolvers<void>();
    const isFirst = !this.#running.has(key);
    if (isFirst) this.#running.set(key, promise);
    const leave = () => {
      if (isFirst && this.#running.get(key) === promise) this.#running.delete(key);
      resolve();
    };
    try {
      return new WatchedQuery(this, key, await begin(), leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Bytes that may still be kept of one result. */
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
    const entry = this.#take(key) ?? { columns, results: new Map(), bytes: 0 };
    if (entry.results.has(form)) return;
    entry.results.set(form, { bytes, summary });
    const added = bytes.byteLength + entryOverheadBytes;
    entry.bytes += added;
    this.#bytes += added;
    this.#entries.set(key, entry);
    for (const [oldest, { bytes: freed }] of this.#entries) {
      if (this.#bytes <= this.#options.bytesMax) break;
      this.#entries.delete(oldest);
      this.#bytes -= freed;
    }
  }

  /** Marks it as used last. */
  #take(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }
}

/** A result at hand, at least in one format; in another one the query is run for it. */
class KeptQuery implements EncodedQuery {
  readonly columns: readonly ResultColumn[];
  readonly isFromCache = true;
  summary: ResultSummary | undefined;
  rowsTaken = 0;
  readonly #cache: ResultCache;
  readonly #key: string;
  readonly #entry: Entry;
  readonly #begin: () => Promise<EncodedQuery>;
  #begun: EncodedQuery | undefined;
  #isClosed = false;

  constructor(cache: ResultCache, key: string, entry: Entry, begin: () => Promise<EncodedQuery>) {
    this.columns = entry.columns;
    this.#cache = cache;
    this.#key = key;
    this.#entry = entry;
    this.#begin = begin;
  }

  async *read(format: ResultFormat, options: ReadOptions = {}): AsyncIterableIterator<Uint8Array> {
    const kept = options.into === undefined && this.#entry.results.get(formOf(format, options));
    if (kept) {
      yield new Uint8Array(kept.bytes); // a copy: what is handed out is the reader’s, who may free it
      this.rowsTaken = kept.summary.rowCount;
      this.summary = { ...kept.summary, elapsedMs: 0 };
      return;
    }
    const query = new WatchedQuery(this.#cache, this.#key, await this.#begin(), () => {});
    this.#begun = query;
    if (this.#isClosed) return query.close();
    for await (const part of query.read(format, options)) {
      yield part;
      this.rowsTaken = query.rowsTaken;
    }
    this.summary = query.summary;
  }

  close(): void {
    this.#isClosed = true;
    this.#begun?.close();
  }
}

/** A running query whose result is kept when it turns out small. */
class WatchedQuery implements EncodedQuery {
  readonly columns: readonly ResultColumn[];
  readonly #cache: ResultCache;
  readonly #key: string;
  readonly #query: EncodedQuery;
  readonly #leave: () => void;

  constructor(cache: ResultCache, key: string, query: EncodedQuery, leave: () => void) {
    this.columns = query.columns;
    this.#cache = cache;
    this.#key = key;
    this.#query = query;
    this.#leave = leave;
  }

  get summary(): ResultSummary | undefined {
    return this.#query.summary;
  }

  get rowsTaken(): number {
    return this.#query.rowsTaken ?? 0;
  }

  async *read(format: ResultFormat, options: ReadOptions = {}): AsyncIterableIterator<Uint8Array> {
    let parts: Uint8Array[] | undefined = options.into === undefined ? [] : undefined;
    let bytes = 0;
    try {
      for await (const part of this.#query.read(format, options)) {
        bytes += part.byteLength;
        if (bytes > this.#cache.entryBytesMax) {
          parts = undefined;
          this.#leave();
        }
        // A copy: the encoder may use its buffer again, and the reader may free it; slice of a Buffer is none.
        parts?.push(new Uint8Array(part));
        yield part;
      }
      const { summary } = this.#query;
      if (parts !== undefined && summary !== undefined)
        this.#cache.keep(this.#key, this.columns, formOf(format, options), Buffer.concat(parts), summary);
    } finally {
      this.#leave();
    }
  }

  close(): void {
    this.#leave();
    this.#query.close();
  }
}

/** What tells the encodings of one result apart. */
function formOf(format: ResultFormat, { shape = 'objects' }: ReadOptions): string {
  return `${format} ${shape}`;
}

/** Names whose value is another one at another time. */
const unsteady = new Set(
  `random uuid gen_random_uuid uuidv4 uuidv7 setseed nextval now today current_date current_time current_timestamp
   current_localtime current_localtimestamp localtime localtimestamp get_current_time get_current_timestamp
   transaction_timestamp age`.split(/\s+/),
);

/**
 * What makes two queries the same: their trees without places, the numbers as written (a tree loses digits beyond
 * 2^53), parameters, snapshot and bounds. Null for a query that may give something else the next time.
 */
export function cacheKey(
  { statement, snapshotId }: Pick<Plan, 'statement' | 'snapshotId'>,
  bounds: readonly unknown[],
): string | null {
  let isSteady = true;
  const tree = JSON.stringify(statement.ast, (name, value: unknown) => {
    if (name === 'query_location') return undefined;
    if (name === 'sample' && value !== null) isSteady = false;
    if (name === 'function_name' && unsteady.has(String(value).toLowerCase())) isSteady = false;
    if (
      name === 'column_names' &&
      Array.isArray(value) &&
      value.length === 1 &&
      unsteady.has(String(value[0]).toLowerCase())
    )
      isSteady = false;
    return value;
  });
  if (!isSteady) return null;
  const { text, endOffset, parameters } = statement;
  const numbers = tokenize(text.slice(0, endOffset))
    .tokens.filter(({ kind }) => kind === 'number')
    .map(({ start, end }) => text.slice(start, end));
  const values = JSON.stringify([snapshotId, bounds, numbers, parameters], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return createHash('sha256').update(tree).update(values).digest('base64');
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
