import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import { Kysely } from 'kysely';
import { findAccount, insertAccount, listAccounts } from './account-store.ts';
import type { Accounts } from './accounts.ts';
import { authenticate, insertKey, listKeys, revokeKey } from './keys/key-store.ts';
import { openPepper } from './keys/pepper.ts';
import { markUndelivered, release, releaseAbandoned, reserve, settle } from './ledger/ledger.ts';
import { listUsage, usageTotals } from './ledger/usage.ts';
import { migrate } from './store/migrate.ts';
import { NodeSqliteDialect } from './store/node-sqlite-dialect.ts';
import type { StoreSchema } from './store/schema.ts';

export interface AccountsOptions {
  /** Where `accounts.db` and `pepper` lie; made when absent. Both are the owner's only. */
  directory: string;
  /** Milliseconds since 1970; for tests of expiry. */
  now?: () => number;
}

const usageRowsDefault = 100;
const accountsDefault = 1_000;

/**
 * Opens the accounts kept in a directory, and makes them on first use. Several processes may have the same
 * directory open; one process opens it once, since SQLite's waits hold the whole thread. Errors: `file_malformed`
 * (the pepper or the database), `service_unavailable` (the database).
 */
export async function openAccounts({ directory, now = Date.now }: AccountsOptions): Promise<Accounts> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pepper = await openPepper(join(directory, 'pepper'));
  const path = join(directory, 'accounts.db');
  const db = new Kysely<StoreSchema>({ dialect: new NodeSqliteDialect(path) });
  try {
    await migrate(db as Kysely<unknown>);
    await chmod(path, 0o600);
  } catch (error) {
    await db.destroy();
    throw isDamage(error) ? damaged(path, error) : error;
  }
  const close = () => db.destroy();
  return {
    createAccount: (account) =>
      db.transaction().execute(async (transaction) => {
        const made = await insertAccount(transaction, account, now());
        const accountKey = { kind: 'acct', name: 'account key' } as const;
        const { key } = await insertKey(transaction, pepper, made.accountId, accountKey, now());
        return { account: made, accountKey: key };
      }),
    findAccount: (accountId) => findAccount(db, accountId),
    listAccounts: ({ limit = accountsDefault } = {}) => listAccounts(db, limit),

    createKey: (accountId, key) =>
      db
        .transaction()
        .execute((transaction) => insertKey(transaction, pepper, accountId, { kind: 'live', ...key }, now())),
    listKeys: (accountId) => listKeys(db, accountId, now()),
    revokeKey: (accountId, keyId) => revokeKey(db, accountId, keyId, now()),
    authenticate: (key) => authenticate(db, pepper, key, now()),

    reserve: (reservation) => reserve(db, reservation, now()),
    settle: (settlement) => settle(db, settlement, now()),
    release: (failure) => release(db, failure, now()),
    markUndelivered: (requestId) => markUndelivered(db, requestId),
    releaseAbandoned: () => releaseAbandoned(db, now()),

    listUsage: (accountId, { limit = usageRowsDefault } = {}) => listUsage(db, accountId, limit),
    usageTotals: (accountId) => usageTotals(db, accountId),

    close,
    [Symbol.asyncDispose]: close,
  };
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes: readonly unknown[] = [11, 26];

function isDamage(error: unknown): boolean {
  return damageCodes.includes((error as { errcode?: unknown } | null)?.errcode);
}

function damaged(path: string, cause: unknown): AppError {
  return new AppError('file_malformed', `${path} is no database of accounts, or a damaged one`, {
    cause,
    hint: 'restore it from a copy',
  });
}
