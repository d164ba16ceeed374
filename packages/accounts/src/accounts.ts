import type { Account, AccountChanges } from './account.ts';
import type { NewAccount } from './account-store.ts';
import type { Notification } from './alerts/notification.ts';
import type { MadeWebhook, Webhook } from './alerts/webhook.ts';
import type { NamedRequest } from './idempotency/idempotency.ts';
import type { NamedCall } from './idempotency/names.ts';
import type { Authentication, KeyRecord, MadeKey, NewDataKey } from './keys/key.ts';
import type { Failure, Reservation, ReserveResult, Settlement, UsageRecord } from './ledger/ledger-entry.ts';
import type { DayRange, UsageDay, UsageSummary, UsageTotals, UsageWindow } from './ledger/usage-figures.ts';
import type { BooksReport } from './ledger/verify-books.ts';
import type { RateResult } from './rates/rate-result.ts';

/**
 * Accounts, their keys and the ledger. One interface for every database below it.
 *
 * The rule of the ledger: `reserve` before any work, then exactly one of `settle`, before the answer's first byte
 * (of a stream: before its last), and `release`. A charge is on disk when `settle` resolves; the others survive the
 * end of the process, and are lost with the machine at most together with the request they belong to.
 * A database that is full, locked or failing rejects with `service_unavailable`.
 */
export interface Accounts extends AsyncDisposable {
  /** A new account and the key that manages it; the key is not kept and cannot be had again. */
  createAccount(account: NewAccount): Promise<{ account: Account; accountKey: string }>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /** Oldest first; `limit` default 1,000. */
  listAccounts(options?: { limit?: number }): Promise<Account[]>;
  /** Undefined when there is no such account. */
  updateAccount(accountId: string, changes: AccountChanges): Promise<Account | undefined>;
  /** Adds to the balance, or with a negative amount corrects it; undefined when there is no such account. */
  addCredit(accountId: string, credit: { units: number; reason: string }): Promise<Account | undefined>;

  /**
   * A new data key; like the account's it is shown this once. With a name that is taken nothing is made and
   * undefined comes back: see `findNamed`. Errors: `key_limit_reached`.
   */
  createKey(accountId: string, key: NewDataKey): Promise<MadeKey>;
  createKey(
    accountId: string,
    key: NewDataKey,
    call: NamedCall<MadeKey> | undefined,
  ): Promise<MadeKey | undefined>;
  /** Data keys, newest first, revoked ones included. */
  listKeys(accountId: string): Promise<KeyRecord[]>;
  /** Holds from the next `authenticate` on. Undefined when the account has no such key; twice is once. */
  revokeKey(accountId: string, keyId: string): Promise<KeyRecord | undefined>;
  /**
   * A new key in the place of an active one, which ends after the overlap, at once for 0. Undefined when the account
   * has no such active key, or the call's name is taken. Errors: `key_limit_reached`.
   */
  rotateKey(
    accountId: string,
    keyId: string,
    options: { overlapMs: number; call?: NamedCall<MadeKey> | undefined },
  ): Promise<MadeKey | undefined>;
  /** A text with a wrong checksum is told apart without touching the database. */
  authenticate(key: string): Promise<Authentication>;

  /** Holds the worst case back, or says what stands against it. Errors: `revoked_api_key`. */
  reserve(reservation: Reservation): Promise<ReserveResult>;
  settle(settlement: Settlement): Promise<void>;
  /** When the database cannot be written to, it rejects, and is tried again until it can. */
  release(failure: Failure): Promise<void>;
  /** Notes that the connection was gone before a settled answer had left whole. */
  markUndelivered(requestId: string): Promise<void>;
  /** Releases what processes that no longer live had reserved. */
  releaseAbandoned(): Promise<number>;
  /** What a key has asked under this name within the last 24 hours. */
  findNamed(keyId: string, idempotencyKey: string): Promise<NamedRequest | undefined>;

  /** Lines of the ledger, newest first. */
  listUsage(accountId: string, window?: UsageWindow): Promise<UsageRecord[]>;
  /** One line; undefined when it is not of this account. */
  findUsage(accountId: string, requestId: string): Promise<UsageRecord | undefined>;
  /** The sums by UTC day, oldest first; days without requests are left out. */
  usageByDay(accountId: string, days: DayRange): Promise<UsageDay[]>;
  /** The current period of an account, or of one of its keys. It never fails because of the billing provider. */
  usageSummary(accountId: string, keyId?: string): Promise<UsageSummary>;
  /** The sums over everything there ever was. */
  usageTotals(accountId: string): Promise<UsageTotals>;

  /** Counts every sum there is again. On SQLite nothing else of this process is done meanwhile. */
  verifyBooks(): Promise<BooksReport>;

  /** Newest first; `limit` default 100. */
  listNotifications(accountId: string, options?: { limit?: number }): Promise<Notification[]>;
  /**
   * The secret that signs what is sent is shown this once. With a name that is taken nothing is made and undefined
   * comes back. Errors: `webhook_limit_reached`.
   */
  createWebhook(accountId: string, url: string): Promise<MadeWebhook>;
  createWebhook(
    accountId: string,
    url: string,
    call: NamedCall<MadeWebhook> | undefined,
  ): Promise<MadeWebhook | undefined>;
  listWebhooks(accountId: string): Promise<Webhook[]>;
  /** False when the account has no such webhook. */
  deleteWebhook(accountId: string, webhookId: string): Promise<boolean>;

  /**
   * Takes from a rate limit: `cost` of `limit` per window. Processes that share a database share the limit; each
   * leases a part of it, so that most calls touch no database.
   */
  takeRate(bucket: string, rate: { limit: number; windowMs: number; cost?: number }): Promise<RateResult>;

  /** Does in the background what has to be done: deliveries, the provider's meter, abandoned reservations. */
  startBackgroundWork(): void;
  /** Does all of it that is due now, once, and waits for it. */
  doBackgroundWork(): Promise<void>;
  close(): Promise<void>;
}
