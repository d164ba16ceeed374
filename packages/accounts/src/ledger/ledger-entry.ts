import type { Platform } from '@sdq/contract';
import type { StoredAnswer } from '../idempotency/stored-answer.ts';

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
  /** When the caller named the request: no second one of that name runs, and what it answered is kept. */
  idempotency?: { key: string; fingerprint: string } | undefined;
}

export type ReserveResult =
  | { ok: true }
  | {
      ok: false;
      reason: 'insufficient_balance' | 'spend_limit_reached';
      /** Whose limit it is. */
      scope: 'account' | 'key';
      /** Units that could have been reserved. */
      availableUnits: number;
      /** The limit, when it is one. */
      limitUnits: number | null;
    }
  /** Another request has this idempotency key: it runs, or has been answered. */
  | { ok: false; reason: 'named_before' };

/** What became of a request that ran to its end. */
export interface Settlement {
  requestId: string;
  status: number;
  records: number;
  /** At most what was reserved. */
  units: number;
  /** Add-ons delivered, by kind; `{}` for none. */
  addons?: Readonly<Record<string, number>>;
  lineItems: readonly object[];
  snapshotId: string | null;
  durationMs: number;
  /** What to answer when the same idempotency key comes again; without it the charge stands and the body is gone. */
  answer?: StoredAnswer | undefined;
}

/** What became of a request that failed: it costs nothing. */
export interface Failure {
  requestId: string;
  status: number;
  errorCode: string;
  durationMs: number;
}

/** One line of the ledger: a request that has ended. Lines are only ever added. */
export interface UsageRecord {
  requestId: string;
  accountId: string;
  /** When it was charged or ended. */
  createdAt: Date;
  keyId: string;
  keyName: string;
  platform: Platform | null;
  endpoint: string;
  method: string;
  state: 'settled' | 'released';
  status: number;
  errorCode: string | null;
  records: number;
  units: number;
  addons: Readonly<Record<string, number>>;
  lineItems: readonly object[];
  priceVersion: string;
  snapshotId: string | null;
  /** False when the connection was gone before the whole answer had left. */
  delivered: boolean;
  durationMs: number;
}
