import { randomUUID } from 'node:crypto';
import { AppError, type ResultColumn, type SqlParameters } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import type { Engine, QueryOptions, QueryResult, SnapshotHold } from './engine.ts';
import { resultOf } from './question.ts';

/** What a query will return at most, over a snapshot that stays readable until the quote expires. */
export interface Quote {
  readonly id: string;
  /** Whose quote it is: for others it does not exist. */
  readonly owner: string;
  readonly platform: string;
  readonly text: string;
  readonly parameters: SqlParameters | undefined;
  readonly limit: number;
  readonly snapshotId: string;
  readonly columns: readonly ResultColumn[];
  /** Number of rows that it returns at most. */
  readonly rowsMax: number;
  /** As {@link QueryFacts.isFree}. */
  readonly isFree: boolean;
  /** The result itself, for an exact quote; null for another one. */
  readonly sealed: SealedResult | null;
  /**
   * Identifies the rows of an exact quote for whoever remembers what was paid: those of the question, where they cannot
   * vary; otherwise those of this quote.
   */
  readonly resultId: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly expiresAt: number;
}

/** A result that was computed for a quote. */
export interface SealedResult {
  readonly rowCount: number;
  /** Whether the limit of the query cut rows off. */
  readonly truncated: boolean;
  /** Reads its first rows. Errors: `result_expired`. */
  read(options: { count: number } & Pick<QueryOptions, 'bytesMax' | 'signal'>): Promise<QueryResult>;
  drop(): void;
}

export interface QuotesOptions {
  /** How long a quote holds, in milliseconds. */
  readonly ms: number;
  /** Quotes of one owner; the oldest is dropped. */
  readonly perOwnerMax: number;
  /** Quotes of all owners. */
  readonly max: number;
  /** Exact quotes of one owner; the oldest is dropped. Default: as `perOwnerMax`. */
  readonly exactPerOwnerMax?: number;
  /** Adds to the ID of a quote what names this process; default: nothing. */
  readonly nameId?: (id: string) => string;
}

/** What is asked: a text with its parameters, over the newest snapshot or a retained one. */
export type QuotedOptions = Required<Pick<QueryOptions, 'platform' | 'limit'>> &
  Pick<QueryOptions, 'snapshotId' | 'tenant' | 'timeoutMs' | 'signal'> & {
    parameters?: SqlParameters;
    /** Makes an exact quote: runs the query, and retains its result with this function. */
    seal?: ((result: QueryResult) => Promise<SealedResult>) | undefined;
  } & Pick<QueryOptions, 'place' | 'bytesMax' | 'quotesValues'>;

/** The quotes of one process. Each holds its snapshot, so that what was quoted can be run. */
export class Quotes implements Disposable {
  readonly #engine: Engine;
  readonly #options: QuotesOptions;
  /** Oldest first. */
  readonly #quotes: LRUCache<string, { quote: Quote; hold: SnapshotHold }>;

  constructor(engine: Engine, options: QuotesOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#quotes = new LRUCache({
      max: options.max,
      ttl: options.ms,
      ttlAutopurge: true,
      dispose: ({ quote, hold }) => {
        hold[Symbol.dispose]();
        quote.sealed?.drop();
      },
    });
  }

  /** Reads and plans a query; runs it only for an exact quote. Errors: those of the query. */
  async make(owner: string, text: string, { seal, ...options }: QuotedOptions): Promise<Quote> {
    const hold = this.#engine.holdSnapshot(options.snapshotId);
    try {
      const { snapshotId } = hold;
      const held = { ...options, account: owner, snapshotId };
      const prepared = await this.#engine.prepare(text, held);
      const { nameId = (id: string) => id } = this.#options;
      const id = nameId(`quote_${randomUUID()}`);
      const sealed = seal && (await this.#seal(text, { ...held, prepared }, seal));
      const { columns } = sealed ?? (await this.#engine.explain(text, { ...held, prepared }));
      const madeAt = Date.now();
      const { platform, limit, parameters } = options;
      const { isFree, question, rowsVary } = prepared;
      const rowsMax = sealed?.result.rowCount ?? prepared.rowsMax;
      const isSteady = question !== null && rowsVary === 'never';
      const resultId = isSteady ? resultOf(question, snapshotId) : id;
      const asked = { owner, platform, text, parameters, limit, snapshotId };
      const times = { madeAt, expiresAt: madeAt + this.#options.ms };
      const known = { columns, rowsMax, isFree, sealed: sealed?.result ?? null, resultId };
      const quote = { id, ...asked, ...known, ...times };
      this.#dropOldest(owner, this.#options.perOwnerMax, () => true);
      if (sealed !== undefined) {
        const { exactPerOwnerMax = this.#options.perOwnerMax } = this.#options;
        this.#dropOldest(owner, exactPerOwnerMax, ({ sealed }) => sealed !== null);
      }
      this.#quotes.set(quote.id, { quote, hold });
      return quote;
    } catch (error) {
      hold[Symbol.dispose]();
      throw error;
    }
  }

  /** Errors: `not_found`, also for quotes of other owners and expired ones. */
  find(id: string, owner: string, platform: string): Quote {
    const found = this.#quotes.get(id)?.quote;
    if (found?.owner === owner && found.platform === platform) return found;
    throw new AppError('not_found', 'Quote not found', {
      param: 'quote_id',
      hint: `A quote holds for ${this.#options.ms / 60_000} minutes; ask for another one`,
    });
  }

  /** Errors: as `find`. */
  drop(id: string, owner: string, platform: string): Quote {
    const quote = this.find(id, owner, platform);
    this.#quotes.delete(id);
    return quote;
  }

  /**
   * Lets go of the snapshots of all quotes, because records were purged: who runs one gets `result_withdrawn`.
   */
  withdraw(): void {
    for (const { hold } of this.#quotes.values()) hold[Symbol.dispose]();
  }

  async #seal(text: string, options: QueryOptions, seal: NonNullable<QuotedOptions['seal']>) {
    await using ran = await this.#engine.query(text, options);
    return { columns: ran.columns, result: await seal(ran) };
  }

  #dropOldest(owner: string, max: number, counts: (quote: Quote) => boolean): void {
    const own = [...this.#quotes.entries()].filter(([, { quote }]) => quote.owner === owner && counts(quote));
    if (own.length < max) return;
    const [oldest] = own.sort(([, one], [, other]) => one.quote.madeAt - other.quote.madeAt);
    if (oldest !== undefined) this.#quotes.delete(oldest[0]);
  }

  [Symbol.dispose](): void {
    this.#quotes.clear();
  }
}
