import type { Platform } from '@sdq/contract';
import type { KeyKind } from './key-format.ts';
import type { ScramVerifier } from './scram-verifier.ts';

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
  /** Maximum charge in one UTC day, in units; null for no limit. */
  dayLimitUnits: number | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/**
 * The data keys of an account; or its account keys too, which only an operator may see and change; or its read tokens,
 * which are in no other scope.
 */
export type KeyScope = 'data' | 'all' | 'read';

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
  /** The session of a browser that the request belongs to, if any. */
  sessionId?: string;
}

/** What a login by the ID of a key and SCRAM needs. */
export interface KeyLogin {
  /** Null for a key that was made before verifiers were stored: only its text proves it. */
  verifier: ScramVerifier | null;
}

export type Authentication =
  | { ok: true; principal: Principal }
  | { ok: false; reason: 'malformed' | 'unknown' | 'revoked' | 'expired' | 'suspended' | 'closed' };
