import type { Platform } from '@sdq/contract';

/** Totals over ended requests. */
export interface UsageTotals {
  requests: number;
  failed: number;
  records: number;
  units: number;
}

/** Totals of the current period of an account. */
export interface UsageSummary extends UsageTotals {
  periodStart: Date;
  /** Exclusive. */
  periodEnd: Date;
  asOf: Date;
  /** The source of `costUnits`: the meter of the billing provider if available, else the ledger. */
  costSource: 'billing_provider' | 'ledger';
  costUnits: number;
  /** Units charged in the ledger but not yet counted by the provider; 0 when the ledger is the source. */
  pendingUnits: number;
  keys: { total: number; active: number; revoked: number };
  byPlatform: Readonly<Record<Platform, UsageTotals>>;
}

/** Totals of one UTC day. */
export interface UsageDay extends UsageTotals {
  /** `2026-11-21`. */
  day: string;
}

/** The ledger entries to list: `[start, end)`, newest first. */
export interface UsageWindow {
  start?: Date;
  end?: Date;
  keyId?: string;
  platform?: Platform | undefined;
  /** As in the price table. */
  endpoint?: string | undefined;
  state?: 'settled' | 'released' | undefined;
  errorCode?: string | undefined;
  /** Requests that cost at least this many units. */
  unitsMin?: number | undefined;
  /** Default 100. */
  limit?: number;
  /** Lists the entries after this one. */
  after?: { createdAt: Date; requestId: string } | undefined;
}

/** `[first, last]`, UTC days as `2026-11-21`; of one key, if given. */
export interface DayRange {
  first: string;
  last: string;
  keyId?: string | undefined;
}
