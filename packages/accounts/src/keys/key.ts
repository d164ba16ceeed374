import type { Platform } from '@sdq/contract';
import type { KeyKind } from './key-format.ts';

/** An API key without its secret. */
export interface KeyRecord {
  keyId: string;
  kind: KeyKind;
  name: string;
  prefix: string;
  maskedKey: string;
  permissions: Platform[];
  status: 'active' | 'revoked' | 'expired';
  /** Maximum charge in one period, in units; null for no limit. */
  spendLimitUnits: number | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** The properties of a new data key. */
export interface NewDataKey {
  name: string;
  /** Default: all platforms. */
  permissions?: readonly Platform[] | undefined;
  expiresAt?: Date | null | undefined;
  spendLimitUnits?: number | null | undefined;
}

/** A new key; its text is not stored and is returned only here. */
export interface MadeKey {
  record: KeyRecord;
  key: string;
}

/** The authenticated caller of a request. */
export interface Principal {
  accountId: string;
  keyId: string;
  kind: KeyKind;
  permissions: readonly Platform[];
}

export type Authentication =
  | { ok: true; principal: Principal }
  | { ok: false; reason: 'malformed' | 'unknown' | 'revoked' | 'expired' };
