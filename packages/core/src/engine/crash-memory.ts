import { createHash, randomUUID } from 'node:crypto';
import { AppError, type CrashEntry, type CrashLog, crashLimits, type SqlParameters } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import { crashBudgetExceeded, queryCrashedEngine } from '../backend/stream-errors.ts';
import { exactJson } from '../syntax/exact-json.ts';
import { shapeOf } from '../syntax/text-shape.ts';
import { SharedCrashes } from './shared-crashes.ts';

/** What is asked when a process ends: by one account, over one snapshot. */
export interface AskedText {
  /** Null: all queries without one. */
  readonly account?: string | null;
  readonly text: string;
  readonly parameters: SqlParameters | undefined;
  readonly snapshotId: string;
  /** The local tables, if there are any. */
  readonly local?: { readonly content: string } | undefined;
}

export interface CrashMemoryOptions {
  /** Where crashes are found after a restart, and those of other processes; default: memory alone. */
  readonly log?: CrashLog | undefined;
  /** Called when the log fails, once until it works again; default: a warning of the process. */
  readonly onLogFailed?: ((error: unknown) => void) | undefined;
  /** Milliseconds since 1970; for tests of time. */
  readonly now?: () => number;
}

const { rememberedMs, apartAfter, budget } = crashLimits;
const suspectedMs = 600_000;
const digestsMax = 10_000;
const accountsMax = 10_000;

/**
 * Remembers for an hour which queries ended a query process, by account: what one account did is neither held against
 * another nor told to it. It holds digests, not texts, in LRU caches of 10,000 queries, shapes and accounts.
 *
 * - The same text with the same parameters over the same snapshot is refused: running it would end another process.
 * - A text of the same shape runs apart from other accounts; after 3 crashes everything of the account does.
 * - So does, for ten minutes, a text like one whose caller left shortly before its process crashed, and after 3 of those
 *   everything of the account. They are only suspected: nothing is refused, and other processes are not told.
 * - After 20 crashes the queries of the account are refused. Queries without an account are not: the program that
 *   embeds the engine asks them, and the processes are its own.
 */
export class CrashMemory {
  /** When, in milliseconds since 1970. */
  readonly #queries = new LRUCache<string, number>({ max: digestsMax });
  readonly #shapes = new LRUCache<string, number>({ max: digestsMax });
  /** When the last crashes of an account were, oldest first, as many as the budget. The key is a digest. */
  readonly #accounts = new LRUCache<string, readonly number[]>({ max: accountsMax });
  /** Until when queries of a shape, or of an account, run apart because of suspicions; the key is a digest. */
  readonly #suspected = new LRUCache<string, readonly number[]>({ max: digestsMax });
  /** Ids of entries that were counted. */
  readonly #counted = new LRUCache<string, true>({ max: digestsMax });
  /** Errors that were noted: equal queries may share one, and a query may report its own more than once. */
  readonly #noted = new WeakSet<Error>();
  readonly #now: () => number;
  readonly #shared: SharedCrashes | undefined;

  constructor({ log, onLogFailed = warn, now = Date.now }: CrashMemoryOptions = {}) {
    this.#now = now;
    this.#shared =
      log &&
      new SharedCrashes(log, { now, onFailed: onLogFailed, onEntries: (entries) => this.#addAll(entries) });
  }

  /**
   * Waits until the crashes of other processes are known, for a limited time. Errors: `query_crashed_engine` for a
   * query that ended a process less than an hour ago, `crash_budget_exceeded` for an account with too many crashes.
   */
  async check(asked: AskedText): Promise<void> {
    await this.#shared?.refresh();
    const times = this.#recentOf(asked);
    // Nearly always: no digest of the text is computed.
    if (times.length === 0) return;
    if (this.#isRecent(this.#queries.get(queryDigest(asked)))) throw queryCrashedEngine();
    const [oldest = 0] = times;
    if (isAccount(asked) && times.length >= budget)
      throw crashBudgetExceeded(oldest + rememberedMs - this.#now());
  }

  /** Whether the query is like one that ended a process, so that it must not run beside those of others. */
  runsApart(asked: AskedText): boolean {
    // Nearly always: no digest is computed.
    if (this.#accounts.size === 0 && this.#suspected.size === 0) return false;
    const crashes = this.#recentOf(asked).length;
    const suspicions = this.#suspicionsOf(accountDigest(asked));
    if (crashes >= apartAfter || suspicions >= apartAfter) return true;
    if (crashes === 0 && suspicions === 0) return false;
    const shape = shapeDigest(asked);
    return this.#isRecent(this.#shapes.get(shape)) || this.#suspicionsOf(shape) > 0;
  }

  /** Remembers a query that may have ended a process, which nobody waited for any more. */
  suspect(asked: AskedText): void {
    const until = this.#now() + suspectedMs;
    for (const key of [accountDigest(asked), shapeDigest(asked)])
      this.#suspected.set(key, [...(this.#suspected.get(key) ?? []), until].slice(-apartAfter));
  }

  #suspicionsOf(key: string): number {
    if (this.#suspected.size === 0) return 0;
    return (this.#suspected.get(key) ?? []).filter((until) => until > this.#now()).length;
  }

  /** Remembers the query if this is the error of one that ended a process. */
  note(asked: AskedText, error: unknown): void {
    if (!(error instanceof AppError) || error.code !== 'query_crashed_engine') return;
    if (this.#noted.has(error)) return;
    this.#noted.add(error);
    const entry = {
      id: randomUUID(),
      account: asked.account ?? null,
      query: queryDigest(asked),
      shape: shapeDigest(asked),
      at: this.#now(),
    };
    this.#addAll([entry]);
    this.#shared?.add(entry);
  }

  /** Waits until all crashes are written to the log, or could not be. */
  async flush(): Promise<void> {
    await this.#shared?.flush();
  }

  #addAll(entries: readonly CrashEntry[]): void {
    for (const entry of entries) {
      if (this.#counted.has(entry.id)) continue;
      this.#counted.set(entry.id, true);
      // The clock of another machine may be ahead.
      const at = Math.min(entry.at, this.#now());
      if (!this.#isRecent(at)) continue;
      keepLater(this.#queries, entry.query, at);
      keepLater(this.#shapes, entry.shape, at);
      const key = accountDigest(entry);
      const times = [...(this.#accounts.get(key) ?? []), at].sort((a, b) => a - b);
      this.#accounts.set(key, times.slice(-budget));
    }
  }

  #recentOf(asked: Pick<AskedText, 'account'>): readonly number[] {
    if (this.#accounts.size === 0) return [];
    return (this.#accounts.get(accountDigest(asked)) ?? []).filter((at) => this.#isRecent(at));
  }

  #isRecent(at: number | undefined): boolean {
    return at !== undefined && at + rememberedMs > this.#now();
  }
}

function warn(error: unknown): void {
  process.emitWarning(`The crash log failed, so other processes are not told of crashes: ${String(error)}`);
}

function keepLater(times: LRUCache<string, number>, digest: string, at: number): void {
  times.set(digest, Math.max(at, times.get(digest) ?? at));
}

function isAccount({ account = null }: Pick<AskedText, 'account'>): boolean {
  return account !== null;
}

function accountDigest({ account = null }: Pick<AskedText, 'account'>): string {
  return digestOf(['account', account]);
}

function queryDigest({ account = null, text, parameters, snapshotId, local }: AskedText): string {
  const tables = local === undefined ? [] : [local.content];
  return digestOf(['query', account, text, parameters ?? null, snapshotId, ...tables]);
}

function shapeDigest({ account = null, text }: AskedText): string {
  return digestOf(['shape', account, shapeOf(text)]);
}

function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(exactJson(parts)).digest('base64');
}
