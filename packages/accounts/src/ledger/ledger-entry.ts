import type { Platform } from '@sdq/contract';
import type { StoredResponse } from '../idempotency/stored-response.ts';

/** A request that is about to run, and its maximum cost. */
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
  /** Rows of a result that are paid once; `units` is their full price. */
  once?: OnceReserved | undefined;
  /** For a request with an idempotency key: no second request with the key runs, and the response is retained. */
  idempotency?: { key: string; fingerprint: string } | undefined;
}

export type ReserveResult =
  | { ok: true }
  | {
      ok: false;
      reason: 'insufficient_balance' | 'spend_limit_reached' | 'day_limit_reached';
      /** The owner of the limit. */
      scope: 'account' | 'key';
      /** Units that can be reserved. */
      availableUnits: number;
      /** The spend limit in units, if it is the reason. */
      limitUnits: number | null;
    }
  /** Another request with this idempotency key is running or was answered. */
  | { ok: false; reason: 'idempotency_key_used' };

/**
 * Rows of a result, of which an account pays each once in 24 hours: a repeated request costs nothing, one with a higher
 * limit costs what it adds.
 */
interface OnceReserved {
  /** Identifies the result, the same for equal questions over the same snapshot. */
  result: string;
  /** The position of the first row, from 0. */
  first: number;
  /** Rows at most. */
  records: number;
  /** The price of a row. */
  unitsEach: number;
}

/** The delivered rows of a result that are paid once. */
interface OnceDelivered extends Pick<OnceReserved, 'result' | 'first'> {
  /** The charge for some of the delivered rows; called in the transaction, so it must be fast. */
  chargeFor(unpaid: number, repeatOf: string | null): Pick<Settlement, 'units' | 'lineItems' | 'answer'>;
}

/** What a request was charged. */
export interface Charge {
  units: number;
  lineItems: readonly object[];
  /** The newest request that paid before for some of the same rows; null for none. */
  repeatOf: string | null;
}

/** The outcome of a request that delivered something. */
export interface Settlement {
  requestId: string;
  status: number;
  /** The error that broke the delivery off after the charged rows; undefined for none. */
  errorCode?: string | undefined;
  records: number;
  /** At most the reserved units; with `once`, the price of all delivered rows. */
  units: number;
  /** Rows that are paid once: only those are charged that were not paid before. */
  once?: OnceDelivered | undefined;
  /** Add-ons delivered, by kind; `{}` for none. */
  addons?: Readonly<Record<string, number>>;
  lineItems: readonly object[];
  snapshotId: string | null;
  durationMs: number;
  /** False when the delivery broke off after the charged records; default: true. */
  isDelivered?: boolean | undefined;
  /** The response to retain for the idempotency key; without it only the charge is recorded. */
  answer?: StoredResponse | undefined;
}

/** The outcome of a failed request, which is free of charge. */
export interface Failure {
  requestId: string;
  status: number;
  errorCode: string;
  durationMs: number;
}

/** A ledger entry: a request that has ended. The ledger is append-only. */
export interface UsageRecord {
  requestId: string;
  accountId: string;
  /** When the request was charged or ended. */
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
  /** False when the connection closed before the complete response was sent. */
  delivered: boolean;
  durationMs: number;
  /** The request that paid before for some of the same rows, so that they cost nothing; null for none. */
  repeatOf: string | null;
}
