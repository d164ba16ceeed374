import type { Platform } from '@sdq/contract';

/** The sums over requests that have ended. */
export interface UsageTotals {
  requests: number;
  failed: number;
  records: number;
  units: number;
}

/** An account's current period. */
export interface UsageSummary extends UsageTotals {
  periodStart: Date;
  /** Exclusive. */
  periodEnd: Date;
  asOf: Date;
  /** Whence `costUnits` is: the provider's meter, when it could be asked, else the ledger. */
  costSource: 'billing_provider' | 'ledger';
  costUnits: number;
  /** Charged by the ledger, not yet counted by the provider; 0 when the ledger is the source. */
  pendingUnits: number;
  keys: { total: number; active: number; revoked: number };
  byPlatform: Readonly<Record<Platform, UsageTotals>>;
}

/** One UTC day. */
export interface UsageDay extends UsageTotals {
  /** `2026-11-21`. */
  day: string;
}

/** Which lines of the ledger to list: `[start, end)`, newest first. */
export interface UsageWindow {
  start?: Date;
  end?: Date;
  keyId?: string;
  /** Default 100. */
  limit?: number;
  /** Lists what comes after this line. */
  after?: { createdAt: Date; requestId: string } | undefined;
}

/** `[first, last]`, UTC days as `2026-11-21`; of one key, when it is named. */
export interface DayRange {
  first: string;
  last: string;
  keyId?: string | undefined;
}
