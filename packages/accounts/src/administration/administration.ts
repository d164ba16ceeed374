import { createHmac } from 'node:crypto';
import type { Account, AccountState } from '../account.ts';
import { findAccount } from '../account-store.ts';
import {
  type AuditEntry,
  type AuditLog,
  type AuditWindow,
  type Change,
  listAudit,
} from '../audit/audit-log.ts';
import type { PepperRing } from '../keys/pepper-ring.ts';
import { listPeppers, type PepperUse } from '../peppers/pepper-use.ts';
import { type RetiredPeppers, retirePeppers } from '../peppers/retire-peppers.ts';
import { type PepperRotation, rotatePepper } from '../peppers/rotate-pepper.ts';
import type { Store } from '../store/store.ts';
import { deleteAccount, setAccountState } from './account-state.ts';
import {
  type AdminAuthentication,
  type AdminKey,
  authenticateAdmin,
  createAdminKey,
  listAdminKeys,
  revokeAdminKey,
} from './admin-keys.ts';
import { exportAccount } from './export-account.ts';

/** What only an operator does. */
export interface Administration extends PepperAdministration {
  /**
   * Suspends, resumes or closes an account. Undefined when the account does not exist. Closing is final: it revokes all
   * keys and deletes the webhooks. Errors: `account_state_invalid`.
   */
  setAccountState(
    accountId: string,
    change: { state: AccountState; reason?: string | null | undefined },
  ): Promise<Account | undefined>;
  /** All that is stored about an account as one JSON document, in pieces; nothing when it does not exist. */
  exportAccount(accountId: string): AsyncIterable<string>;
  /** Deletes a closed account with its ledger. Undefined when it does not exist. Errors: `account_state_invalid`. */
  deleteAccount(accountId: string): Promise<{ rows: number } | undefined>;
  /** Creates an admin key, which is returned only here. Errors: `key_limit_reached`. */
  createAdminKey(key: {
    name: string;
    expiresAt?: Date | null | undefined;
  }): Promise<{ record: AdminKey; key: string }>;
  /** Newest first, including revoked ones. */
  listAdminKeys(): Promise<AdminKey[]>;
  /** Takes effect from the next request on, and is idempotent. Undefined when there is no such key. */
  revokeAdminKey(keyId: string): Promise<AdminKey | undefined>;
  authenticateAdmin(key: string): Promise<AdminAuthentication>;
  /** The changes of accounts and keys, newest first. They are retained for two years. */
  listAudit(window?: AuditWindow): Promise<AuditEntry[]>;
  /** Adds a change outside the accounts to the audit log, such as a cancelled query. */
  addToAudit(change: Change): Promise<void>;
}

/** The rotation of the pepper, which API keys are hashed with. */
export interface PepperAdministration {
  /** The accepted peppers, the oldest first. */
  listPeppers(): Promise<PepperUse[]>;
  /** Replaces the pepper while services run; after a crash, a further call goes on. Errors: `usage_error`. */
  rotatePepper(): Promise<PepperRotation>;
  /**
   * Ends the acceptance of former peppers. Errors: `usage_error` when keys still depend on one, unless `isRevoking`,
   * which revokes those keys.
   */
  retirePeppers(options?: { isRevoking?: boolean }): Promise<RetiredPeppers>;
  /** A secret for some purpose from each accepted pepper; first from the one that writes. */
  deriveSecrets(purpose: string): Buffer[];
}

interface Means {
  store: Store;
  peppers: PepperRing;
  audit: AuditLog;
  now: () => number;
  /** Clears the cache of keys. */
  forgetKeys: () => void;
}

export function administrationCalls({ store, peppers, audit, now, forgetKeys }: Means): Administration {
  const means = { store, peppers, audit, now };
  return {
    setAccountState: async (accountId, change) => {
      const isKnown = await setAccountState(means, accountId, change);
      forgetKeys();
      return isKnown ? await findAccount(store, accountId) : undefined;
    },
    exportAccount: (accountId) => exportAccount(store, accountId, now()),
    deleteAccount: async (accountId) => {
      const deleted = await deleteAccount(means, accountId);
      forgetKeys();
      return deleted;
    },
    createAdminKey: (key) => createAdminKey(means, key),
    listAdminKeys: () => listAdminKeys(means),
    revokeAdminKey: (keyId) => revokeAdminKey(means, keyId),
    authenticateAdmin: (key) => authenticateAdmin(means, key),
    listPeppers: () => listPeppers(store, peppers, now()),
    rotatePepper: () => rotatePepper(means),
    retirePeppers: async ({ isRevoking = false } = {}) => {
      const retired = await retirePeppers(means, { isRevoking });
      forgetKeys();
      return retired;
    },
    deriveSecrets: (purpose) =>
      peppers.writingFirst.map(({ text }) => createHmac('sha256', text).update(purpose).digest()),
    listAudit: (window = {}) => listAudit(store, window),
    addToAudit: (change) => store.transaction((transaction) => audit.add(transaction, change)),
  };
}
