import type { CrashLog } from '@sdq/contract';
import type { Account, AccountChanges } from './account.ts';
import type { NewAccount } from './account-store.ts';
import type { Administration } from './administration/administration.ts';
import type { Notification } from './alerts/notification.ts';
import type { MadeWebhook, Webhook } from './alerts/webhook.ts';
import type { IdempotentRequest } from './idempotency/find-idempotent-request.ts';
import type { IdempotentCall } from './idempotency/idempotency-keys.ts';
import type { Authentication, KeyLogin, KeyRecord, KeyScope, MadeKey, NewDataKey } from './keys/key.ts';
import type {
  Charge,
  Failure,
  Reservation,
  ReserveResult,
  Settlement,
  UsageRecord,
} from './ledger/ledger-entry.ts';
import type { DayRange, UsageDay, UsageSummary, UsageTotals, UsageWindow } from './ledger/usage-figures.ts';
import type { LedgerReport } from './ledger/verify-ledger.ts';
import type { RateResult } from './rates/rate-result.ts';
import type { SavedCalls } from './saved-calls.ts';
import type { ScheduleCalls } from './schedule-calls.ts';
import type { FoundSession, OpenedSession, SignIn } from './sessions/session.ts';
import type { SiblingRegistry } from './siblings/sibling-registry.ts';

/**
 * Accounts, their keys and the ledger, independent of the database.
 *
 * The ledger protocol: `reserve` before any work, then exactly one of `settle` and `release`. `settle` comes before the
 * first byte of a response (of a stream: before its last byte). A charge is durable when `settle` resolves; the other
 * operations survive a process crash, and a machine crash loses them only together with their request.
 * When the disk is full, calls reject with `disk_full`; when the database is locked or failing, with `service_unavailable`.
 */
export interface Accounts extends Administration, SavedCalls, ScheduleCalls, AsyncDisposable {
  /** Creates an account and its account API key; the key is not stored and is returned only here. */
  createAccount(account: NewAccount): Promise<{ account: Account; accountKey: string }>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /** Oldest first; `limit` default 1,000. */
  listAccounts(options?: { limit?: number }): Promise<Account[]>;
  /** Undefined when the account does not exist. */
  updateAccount(accountId: string, changes: AccountChanges): Promise<Account | undefined>;
  /** Adds a credit, or corrects the balance with a negative amount; undefined when the account does not exist. */
  addCredit(accountId: string, credit: { units: number; reason: string }): Promise<Account | undefined>;

  /**
   * Creates a data API key, which is returned only here. When the idempotency key of `call` is in use, nothing is
   * created and the result is undefined: see `findIdempotentRequest`. Errors: `key_limit_reached`.
   */
  createKey(accountId: string, key: NewDataKey): Promise<MadeKey>;
  createKey(
    accountId: string,
    key: NewDataKey,
    call: IdempotentCall<MadeKey> | undefined,
  ): Promise<MadeKey | undefined>;
  /** Creates another account API key, which is returned only here. Errors: `key_limit_reached`. */
  createAccountKey(accountId: string, key: Pick<NewDataKey, 'name' | 'expiresAt'>): Promise<MadeKey>;
  /** API keys, newest first, including revoked ones; `scope` default `data`. */
  listKeys(accountId: string, options?: { scope?: KeyScope }): Promise<KeyRecord[]>;
  /**
   * Takes effect from the next `authenticate` on, and is idempotent. Undefined when the account has no such key.
   * `scope` default `data`.
   */
  revokeKey(accountId: string, keyId: string, options?: { scope?: KeyScope }): Promise<KeyRecord | undefined>;
  /**
   * Replaces an active key, which expires after the overlap (0: immediately). Undefined when the account has no such
   * active key, or the idempotency key of `call` is in use. `scope` default `data`. Errors: `key_limit_reached`.
   */
  rotateKey(
    accountId: string,
    keyId: string,
    options: { overlapMs: number; scope?: KeyScope; call?: IdempotentCall<MadeKey> | undefined },
  ): Promise<MadeKey | undefined>;
  /** Text with a wrong checksum is rejected without a database lookup. */
  authenticate(key: string): Promise<Authentication>;
  /** The state of a key whose owner has proved to have it, by its ID. As `authenticate`, cached for less than a second. */
  authenticateKey(keyId: string): Promise<Authentication>;
  /** What a login by SCRAM needs; undefined for a key that does not exist. */
  findLogin(keyId: string): Promise<KeyLogin | undefined>;

  /**
   * Opens the session of a browser, whose secret is returned only here. With an account key or a one-time token it spends
   * through the account's console key, a data key with a limit a month; `spendLimitUnits` changes the limit (null:
   * none; default: unchanged, $10 for a new key). With a data key it spends through that key and sees no account.
   * Errors: `key_limit_reached`.
   */
  openSession(
    signIn: SignIn,
    options?: { spendLimitUnits?: number | null | undefined },
  ): Promise<OpenedSession>;
  findSession(secret: string): Promise<FoundSession>;
  /** Ends a session; returns whether there was one. */
  endSession(secret: string): Promise<boolean>;
  /** A token that signs in to an account once, within an hour; it is returned only here. */
  createSignInToken(accountId: string): Promise<string>;

  /**
   * Reserves the maximum cost of a request, or returns why it cannot. Errors: `revoked_api_key`, `account_suspended`,
   * `account_closed`.
   */
  reserve(reservation: Reservation): Promise<ReserveResult>;
  settle(settlement: Settlement): Promise<Charge>;
  /** How many of these rows of a result the account has not paid for within 24 hours. */
  countUnpaid(accountId: string, rows: { result: string; first: number; records: number }): Promise<number>;
  /** When the database cannot be written to, it rejects, and is retried in the background until it succeeds. */
  release(failure: Failure): Promise<void>;
  /** Records that the connection closed before a settled response was sent completely. */
  markUndelivered(requestId: string): Promise<void>;
  /** Releases the reservations of dead instances; returns their number. */
  releaseAbandoned(): Promise<number>;
  /** The request of an API key with this idempotency key within the last 24 hours. */
  findIdempotentRequest(keyId: string, idempotencyKey: string): Promise<IdempotentRequest | undefined>;

  /** Ledger entries, newest first. */
  listUsage(accountId: string, window?: UsageWindow): Promise<UsageRecord[]>;
  /** One ledger entry; undefined when the account has no such entry. */
  findUsage(accountId: string, requestId: string): Promise<UsageRecord | undefined>;
  /** Totals by UTC day, oldest first; days without requests are omitted. */
  usageByDay(accountId: string, days: DayRange): Promise<UsageDay[]>;
  /** Totals of the current period of an account or one of its keys. Failures of the billing provider are not errors. */
  usageSummary(accountId: string, keyId?: string): Promise<UsageSummary>;
  /** Totals over all time. */
  usageTotals(accountId: string): Promise<UsageTotals>;

  /** Recomputes every stored sum of the ledger. On SQLite it blocks all other calls of this process. */
  verifyLedger(): Promise<LedgerReport>;

  /** Newest first; `limit` default 100. */
  listNotifications(accountId: string, options?: { limit?: number }): Promise<Notification[]>;
  /**
   * Creates a webhook; its signing secret is returned only here. When the idempotency key of `call` is in use, nothing
   * is created and the result is undefined. Errors: `webhook_limit_reached`.
   */
  createWebhook(accountId: string, url: string): Promise<MadeWebhook>;
  createWebhook(
    accountId: string,
    url: string,
    call: IdempotentCall<MadeWebhook> | undefined,
  ): Promise<MadeWebhook | undefined>;
  listWebhooks(accountId: string): Promise<Webhook[]>;
  /** False when the account has no such webhook. */
  deleteWebhook(accountId: string, webhookId: string): Promise<boolean>;

  /**
   * Takes `cost` from a rate limit of `limit` per window. Instances that share a database share the limit; each leases
   * a part of it, so that most calls need no database access.
   */
  takeRate(bucket: string, rate: { limit: number; windowMs: number; cost?: number }): Promise<RateResult>;

  /**
   * Where the engines of services that share the database find each other's crashed queries: the option `crashLog` of an
   * engine. It retains an hour, and of one account the newest 100.
   */
  readonly crashLog: CrashLog;

  /** Where the instances of the service that share the database find each other. */
  readonly siblings: SiblingRegistry;

  /** Starts the background tasks: deliveries, metering for the billing provider, release of abandoned reservations. */
  startBackgroundWork(): void;
  /** Runs every background task once and waits for it. */
  doBackgroundWork(): Promise<void>;
  close(): Promise<void>;
}
