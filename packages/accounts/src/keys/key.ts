import type { Platform } from '@sdq/contract';
import type { KeyKind } from './key-format.ts';

/** What may be shown of a key at any time. */
export interface KeyRecord {
  keyId: string;
  kind: KeyKind;
  name: string;
  prefix: string;
  maskedKey: string;
  permissions: Platform[];
  status: 'active' | 'revoked' | 'expired';
  /** The most that may be charged to it in one period; null for no limit. */
  spendLimitUnits: number | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** What a caller says of a new data key. */
export interface NewDataKey {
  name: string;
  /** Default: all platforms. */
  permissions?: readonly Platform[] | undefined;
  expiresAt?: Date | null | undefined;
  spendLimitUnits?: number | null | undefined;
}

/** A key just made; the text of the key is not kept and cannot be had again. */
export interface MadeKey {
  record: KeyRecord;
  key: string;
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
