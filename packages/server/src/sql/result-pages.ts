import { createHash } from 'node:crypto';
import { AppError } from '@sdq/contract';
import type { Engine, QueryResult, SnapshotHold } from '@sdq/core';
import { Cursors, type SigningSecrets } from '@sdq/platforms';
import { LRUCache } from 'lru-cache';
import { endedWithItsHolder, holderOf, type Instance } from '../siblings/instance.ts';
import type { RetainedResult, RetainedResults } from './retained-results.ts';
import type { RetentionLimits } from './retention-limits.ts';
import { digestBytes, digestRow, linesOf } from './row-lines.ts';

/** The request that a cursor is bound to. */
export type PageScope = Parameters<Cursors['write']>[1];

/** A position in a result. */
export interface PagePlace {
  readonly id: string;
  readonly offset: number;
}

/** The position of a cursor. */
export interface FoundPlace extends PagePlace {
  readonly snapshotId: string;
}

/** A page to send. */
export interface Page {
  readonly result: QueryResult;
  /** Rows of the paginated result. */
  readonly rowsTotal: number;
  /** Whether the result has further rows beyond the last page. */
  readonly isCut: boolean;
}

/** A first page, with the digests of its rows, which depend on the shape. */
export interface FirstPage {
  readonly snapshotId: string;
  readonly shape: 'objects' | 'arrays';
  readonly digests: Buffer;
}

interface Paged extends Omit<FirstPage, 'snapshotId'> {
  readonly hold: SnapshotHold;
  timer: NodeJS.Timeout | undefined;
  rest: Promise<Rest> | undefined;
}

/** A spooled result, and which of its rows the first page had. */
interface Rest {
  readonly retained: RetainedResult;
  readonly base: number;
  readonly without: readonly number[];
  readonly rowsTotal: number;
}

/**
 * Pagination of results. The first page is a query with its own limit, so that it is fast; only digests of its rows are
 * retained, and its snapshot is held. For the second page the query runs again on that snapshot, and its result is
 * spooled for all further pages, without the rows of the first page: usually they are its first rows, but when the
 * query does not define an order, they can be anywhere. So all pages together are exactly the result.
 */
export class ResultPages implements Disposable {
  readonly #engine: Engine;
  readonly #results: RetainedResults;
  readonly #limits: RetentionLimits;
  /** Siblings read the cursors too, to see who has the result. */
  readonly #cursors: Cursors;
  readonly #instance: Instance;
  readonly #paged: LRUCache<string, Paged>;

  constructor(
    engine: Engine,
    results: RetainedResults,
    limits: RetentionLimits,
    { secret, instance }: { secret: Buffer | SigningSecrets; instance: Instance },
  ) {
    this.#engine = engine;
    this.#cursors = new Cursors(secret);
    this.#instance = instance;
    this.#results = results;
    this.#limits = limits;
    const { pagedMax, pagedDigestBytesMax } = limits;
    this.#paged = new LRUCache({
      max: pagedMax,
      maxSize: pagedDigestBytesMax,
      sizeCalculation: ({ digests }) => Math.min(Math.max(1, digests.length), pagedDigestBytesMax),
      dispose: letGo,
    });
  }

  /** Registers a first page, and returns the cursor of the second page. */
  begin(scope: PageScope, { snapshotId, shape, digests }: FirstPage): string {
    const id = createHash('sha256')
      .update(JSON.stringify([scope, snapshotId]))
      .update(digests)
      .digest('base64url');
    if (!this.#paged.has(id)) {
      const hold = this.#engine.holdSnapshot(snapshotId);
      this.#paged.set(id, { hold, shape, digests, timer: undefined, rest: undefined });
    }
    this.#touch(id);
    return this.cursor({ id, offset: digests.length / digestBytes }, scope);
  }

  cursor({ id, offset }: PagePlace, scope: PageScope): string {
    const source = this.#instance.nameId(id);
    return this.#cursors.write({ source, place: undefined, skip: offset }, scope);
  }

  /**
   * The position of a cursor. Errors: `invalid_cursor`, also when the result has expired; `result_expired` when an instance had
   * it that has ended.
   */
  find(cursor: string, scope: PageScope): FoundPlace {
    const { source, skip: offset } = this.#cursors.read(cursor, scope);
    if (holderOf(source) !== this.#instance.name) throw endedWithItsHolder();
    const id = source.slice(0, -this.#instance.nameId('').length);
    if (!this.#paged.has(id)) throw gone();
    this.#touch(id);
    return { id, offset, snapshotId: this.#get(id).hold.snapshotId };
  }

  /** The number of rows before the position of a cursor of a statement. Errors: `invalid_cursor`. */
  offset(cursor: string, scope: PageScope): number {
    return this.#cursors.read(cursor, scope).skip;
  }

  /** Lets go of the snapshots of all results, because records were purged: who asks for a page gets `result_withdrawn`. */
  withdraw(): void {
    for (const { hold } of this.#paged.values()) hold[Symbol.dispose]();
  }

  /** Opens a page. `run` runs the query with the given limits; calls do not overlap. */
  async open(
    { id, offset }: PagePlace,
    count: number,
    run: (bounds: { snapshotId: string; limit: number; bytesMax: number }) => Promise<QueryResult>,
    { accountId, ...limits }: { accountId: string; bytesMax: number; signal: AbortSignal },
  ): Promise<Page> {
    const paged = this.#get(id);
    const rest = await this.#rest(paged, accountId, run, limits.signal);
    const first = rest.base + offset - paged.digests.length / digestBytes;
    try {
      const result = await rest.retained.read({ first, count, without: rest.without }, limits);
      return { result, rowsTotal: rest.rowsTotal, isCut: rest.retained.summary.truncated };
    } catch (error) {
      if (error instanceof AppError && error.code === 'result_expired') {
        this.#paged.delete(id);
        throw gone();
      }
      throw error;
    }
  }

  /** One caller runs the query and others wait for it; when that caller disconnects, the next one runs it. */
  async #rest(
    paged: Paged,
    accountId: string,
    run: (bounds: { snapshotId: string; limit: number; bytesMax: number }) => Promise<QueryResult>,
    signal: AbortSignal,
  ): Promise<Rest> {
    for (;;) {
      const isOwn = paged.rest === undefined;
      paged.rest ??= this.#runWhole(paged, accountId, run);
      try {
        return await paged.rest;
      } catch (error) {
        if (isOwn) paged.rest = undefined;
        const isOthers = !isOwn && error instanceof AppError && error.code === 'query_cancelled';
        if (!isOthers || signal.aborted) throw error;
      }
    }
  }

  async #runWhole(
    { hold, shape, digests }: Paged,
    accountId: string,
    run: (bounds: { snapshotId: string; limit: number; bytesMax: number }) => Promise<QueryResult>,
  ): Promise<Rest> {
    const { pagedRowsMax, resultBytesMax } = this.#limits;
    const bounds = { snapshotId: hold.snapshotId, limit: pagedRowsMax, bytesMax: resultBytesMax };
    await using whole = await run(bounds);
    const retained = await this.#results.keep(whole, { accountId, isCutAtBytes: true });
    const { rowCount } = retained.summary;
    const delivered = digests.length / digestBytes;
    if (await beginsWith(retained, shape, digests)) {
      return { retained, base: delivered, without: [], rowsTotal: rowCount };
    }
    const without = await findRows(retained, shape, digests);
    return { retained, base: 0, without, rowsTotal: delivered + rowCount - without.length };
  }

  #get(id: string): Paged {
    const paged = this.#paged.get(id);
    if (paged === undefined) throw gone();
    return paged;
  }

  #touch(id: string): void {
    const paged = this.#get(id);
    clearTimeout(paged.timer);
    paged.timer = setTimeout(() => this.#paged.delete(id), this.#limits.pagesMs).unref();
  }

  [Symbol.dispose](): void {
    this.#paged.clear();
  }
}

function letGo({ timer, hold, rest }: Paged): void {
  clearTimeout(timer);
  hold[Symbol.dispose]();
  void rest?.then(({ retained }) => retained.drop()).catch(() => {});
}

async function beginsWith(
  retained: RetainedResult,
  shape: FirstPage['shape'],
  digests: Buffer,
): Promise<boolean> {
  const count = digests.length / digestBytes;
  const parts: Uint8Array[] = [];
  const result = await retained.read({ first: 0, count, without: [] });
  for await (const part of result.bytes('ndjson', { shape })) parts.push(part);
  let at = 0;
  for (const line of linesOf(parts)) {
    if (!digestRow(line).equals(digests.subarray(at, at + digestBytes))) return false;
    at += digestBytes;
  }
  return at === digests.length;
}

/** The row numbers that have these digests, each digest used once. */
async function findRows(
  retained: RetainedResult,
  shape: FirstPage['shape'],
  digests: Buffer,
): Promise<number[]> {
  const wanted = new Map<string, number>();
  for (let at = 0; at < digests.length; at += digestBytes) {
    const digest = digests.toString('latin1', at, at + digestBytes);
    wanted.set(digest, (wanted.get(digest) ?? 0) + 1);
  }
  const found: number[] = [];
  let row = 0;
  let tail: Uint8Array = new Uint8Array();
  const result = await retained.read({ first: 0, count: retained.summary.rowCount, without: [] });
  for await (const part of result.bytes('ndjson', { shape })) {
    const whole = Buffer.concat([tail, part]);
    tail = whole.subarray(whole.lastIndexOf(10) + 1);
    for (const line of linesOf([whole])) {
      const digest = digestRow(line).toString('latin1');
      const times = wanted.get(digest) ?? 0;
      if (times > 0) {
        wanted.set(digest, times - 1);
        found.push(row);
        if (found.length * digestBytes === digests.length) return found;
      }
      row++;
    }
  }
  return found;
}

function gone(): AppError {
  return new AppError('invalid_cursor', 'The result of this cursor has expired', {
    param: 'cursor',
    hint: 'Start again without a cursor',
  });
}
