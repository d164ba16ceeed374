import type { Platform } from '@sdq/contract';
import type { KeyKind } from './keys/key-format.ts';

export interface AccountSettings {
  emailNotifications: boolean;
  usageAlerts: boolean;
  /** US dollars of a period's cost; null for none. */
  alertThreshold: number | null;
}

export interface Account {
  accountId: string;
  name: string;
  email: string;
  settings: AccountSettings;
  plan: string;
  /** Units of $0.0001 left after everything that was charged. */
  balanceUnits: number;
  /** Units held for requests under way. */
  reservedUnits: number;
  spendLimitUnits: number | null;
  createdAt: Date;
}

/** What may be shown of a key at any time. */
export interface KeyRecord {
  keyId: string;
  kind: KeyKind;
  name: string;
  prefix: string;
  maskedKey: string;
  permissions: Platform[];
  status: 'active' | 'revoked' | 'expired';
  spendLimitUnits: number | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Who a request is from. */
export interface Principal {
  accountId: string;
  keyId: string;
  kind: KeyKind;
  permissions: readonly Platform[];
}

export type Authentication =
  | { ok: true; principal: Principal }
  | { ok: false; reason: 'malformed' | 'unknown' | 'revoked' | 'expired' };

/** A request that is about to run, and the most it can cost. */
export interface Reservation {
  requestId: string;
  accountId: string;
  keyId: string;
  platform: Platform | null;
  /** As in the price table, for example `shortvideo/sql`. */
  endpoint: string;
  method: string;
  units: number;
  priceVersion: string;
}

/** What became of a request that ran to its end. */
export interface Settlement {
  requestId: string;
  status: number;
  records: number;
  /** At most what was reserved. */
  units: number;
  lineItems: readonly object[];
  snapshotId: string | null;
  durationMs: number;
}

/** What became of a request that failed: it costs nothing. */
export interface Failure {
  requestId: string;
  status: number;
  errorCode: string;
  durationMs: number;
}

export interface UsageRecord {
  requestId: string;
  createdAt: Date;
  keyId: string;
  platform: Platform | null;
  endpoint: string;
  method: string;
  state: 'reserved' | 'settled' | 'released';
  status: number | null;
  errorCode: string | null;
  records: number;
  units: number;
  lineItems: readonly object[];
  priceVersion: string;
  snapshotId: string | null;
  delivered: boolean;
  durationMs: number | null;
}

/** The sums over an account's settled requests. */
export interface UsageTotals {
  requests: number;
  records: number;
  units: number;
}

/**
 * Accounts, their keys and the ledger. One interface for every database below it.
 *
 * The rule of the ledger: `reserve` before any work, then exactly one of `settle`, before the answer's first byte
 * (of a stream: before its last), and `release`. Each is one transaction and durable when its promise resolves.
 * A database that is full, locked or failing rejects with `service_unavailable`.
 */
export interface Accounts extends AsyncDisposable {
  /** A new account and the key that manages it; the key is not kept and cannot be had again. */
  createAccount(account: {
    name: string;
    email: string;
    /** Starting balance in units of $0.0001; default $5.0000. */
    balanceUnits?: number;
  }): Promise<{ account: Account; accountKey: string }>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /** Oldest first; `limit` default 1,000. */
  listAccounts(options?: { limit?: number }): Promise<Account[]>;

  /** A new data key; like the account's it is shown this once. Errors: `key_limit_reached`. */
  createKey(
    accountId: string,
    key: { name: string; permissions?: readonly Platform[]; expiresAt?: Date | null },
  ): Promise<{ record: KeyRecord; key: string }>;
  /** Data keys, newest first, revoked ones included. */
  listKeys(accountId: string): Promise<KeyRecord[]>;
  /** Holds from the next `authenticate` on. Undefined when the account has no such key; twice is once. */
  revokeKey(accountId: string, keyId: string): Promise<KeyRecord | undefined>;
  /** A text with a wrong checksum is told apart without touching the database. */
  authenticate(key: string): Promise<Authentication>;

  /** Holds the worst case back from the balance, or says that it does not cover it. */
  reserve(reservation: Reservation): Promise<{ ok: true } | { ok: false; availableUnits: number }>;
  settle(settlement: Settlement): Promise<void>;
  release(failure: Failure): Promise<void>;
  /** Notes that the connection was gone before a settled answer had left whole. */
  markUndelivered(requestId: string): Promise<void>;
  /** Releases what processes that no longer live had reserved; the service does so when it starts. */
  releaseAbandoned(): Promise<number>;

  /** Newest first. */
  listUsage(accountId: string, options?: { limit?: number }): Promise<UsageRecord[]>;
  usageTotals(accountId: string): Promise<UsageTotals>;

  close(): Promise<void>;
}
