import { AppError, type Platform } from '@sdq/contract';
import type { Transaction } from 'kysely';
import { insertFigures } from '../account-store.ts';
import { orderedId } from '../store/ordered-id.ts';
import type { ApiKeyRow, BalanceRow, StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { KeyRecord, KeyScope, MadeKey, NewDataKey } from './key.ts';
import { digestOf } from './key-digest.ts';
import { type KeyKind, last4Of, makeKey, maskKey, prefixOf } from './key-format.ts';
import type { PepperRing } from './pepper-ring.ts';
import { makeScramVerifier } from './scram-verifier.ts';

/** Maximum number of active keys per account. */
export const activeKeysMax = 100;

export interface NewKey extends NewDataKey {
  kind: KeyKind;
  permissions: readonly Platform[];
  /** Maximum charge in one UTC day, in units; default: no limit. */
  dayLimitUnits?: number | null;
}

/** The kinds of keys that a scope has. */
const kindsIn: Readonly<Record<KeyScope, readonly KeyKind[]>> = {
  data: ['live', 'test'],
  all: ['live', 'test', 'acct'],
  read: ['read'],
};

/** Creates a key and stores its digest. Errors: `key_limit_reached`. */
export async function insertKey(
  store: Store,
  transaction: Transaction<StoreSchema>,
  peppers: PepperRing,
  accountId: string,
  { kind, name, permissions, expiresAt = null, spendLimitUnits = null, dayLimitUnits = null }: NewKey,
  now: number,
): Promise<MadeKey> {
  const key = makeKey(kind);
  // before the locks: it takes milliseconds
  const verifier = kindsIn.data.includes(kind) ? await makeScramVerifier(key) : null;
  const pepper = await peppers.writing(store, transaction);
  await lockKeys(store, transaction, accountId);
  const isLimited = kindsIn.all.includes(kind);
  if (isLimited && (await countActiveKeys(transaction, accountId, now)) >= activeKeysMax) {
    throw new AppError('key_limit_reached', `An account can have at most ${activeKeysMax} active keys`, {
      hint: 'Revoke a key that is no longer used',
      meta: { limit: activeKeysMax },
    });
  }
  const row: ApiKeyRow = {
    key_id: orderedId('key', now),
    account_id: accountId,
    kind,
    name,
    digest: digestOf(pepper.key, key),
    pepper: pepper.id,
    prefix: prefixOf(key),
    last4: last4Of(key),
    permissions: JSON.stringify(permissions),
    spend_limit_units: spendLimitUnits,
    day_limit_units: dayLimitUnits,
    created_at: now,
    expires_at: expiresAt?.getTime() ?? null,
    revoked_at: null,
    scram_verifier: verifier,
  };
  await transaction.insertInto('api_keys').values(row).execute();
  await insertFigures(transaction, row.key_id);
  return { record: toKeyRecord({ ...row, last_used_at: null }, now), key };
}

/** Serialises the creation of keys of an account, so that their number cannot exceed the limit. */
async function lockKeys(
  { lock }: Store,
  transaction: Transaction<StoreSchema>,
  accountId: string,
): Promise<void> {
  const query = transaction.selectFrom('accounts').select('account_id').where('account_id', '=', accountId);
  await lock(query).execute();
}

async function countActiveKeys(
  transaction: Transaction<StoreSchema>,
  accountId: string,
  now: number,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('kind', 'in', kindsIn.all)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Newest first. */
export async function listKeys(
  { db }: Pick<Store, 'db'>,
  { accountId, scope }: KeyOwner,
  now: number,
): Promise<KeyRecord[]> {
  const rows = await keysOf(db, { accountId, scope })
    .orderBy('created_at', 'desc')
    .orderBy('key_id', 'desc')
    .execute();
  return rows.map((row) => toKeyRecord(row, now));
}

/** Whose keys a call may see and change: the data keys of an account, or also its account keys. */
export interface KeyOwner {
  accountId: string;
  scope: KeyScope;
}

async function findKey(
  { db }: Pick<Store, 'db'>,
  owner: KeyOwner,
  keyId: string,
  now: number,
): Promise<KeyRecord | undefined> {
  const row = await keysOf(db, owner).where('key_id', '=', keyId).executeTakeFirst();
  return row === undefined ? undefined : toKeyRecord(row, now);
}

/** Revokes a key of this account; an already revoked key is unchanged. */
export async function revokeKey(
  transaction: Transaction<StoreSchema>,
  owner: KeyOwner,
  keyId: string,
  now: number,
): Promise<{ record: KeyRecord | undefined; isChanged: boolean }> {
  const known = await findKey({ db: transaction }, owner, keyId, now);
  if (known === undefined || known.status === 'revoked') return { record: known, isChanged: false };
  await transaction
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .execute();
  return { record: await findKey({ db: transaction }, owner, keyId, now), isChanged: true };
}

/**
 * Replaces a key with a new one of the same name, permissions, expiry and spend limit. The previous key expires at the
 * given time, or at its own expiry if that is earlier. Undefined when the account has no such active key.
 */
export async function rotateKey(
  store: Store,
  transaction: Transaction<StoreSchema>,
  peppers: PepperRing,
  { accountId, scope, keyId, previousExpiresAt }: KeyOwner & { keyId: string; previousExpiresAt: number },
  now: number,
): Promise<MadeKey | undefined> {
  await peppers.writing(store, transaction); // locks in the order of insertKey
  await lockKeys(store, transaction, accountId);
  const former = await findKey({ db: transaction }, { accountId, scope }, keyId, now);
  if (former === undefined || former.status !== 'active') return undefined;
  const { kind, name, permissions, expiresAt, spendLimitUnits } = former;
  const endsAt = Math.min(previousExpiresAt, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  await transaction
    .updateTable('api_keys')
    .set(endsAt <= now ? { revoked_at: now } : { expires_at: endsAt })
    .where('key_id', '=', keyId)
    .execute();
  const replacement = { kind, name, permissions, expiresAt, spendLimitUnits };
  return await insertKey(store, transaction, peppers, accountId, replacement, now);
}

/** Counts the data keys of an account. */
export async function countKeys(
  store: Store,
  accountId: string,
  now: number,
): Promise<{ total: number; active: number; revoked: number }> {
  const keys = await listKeys(store, { accountId, scope: 'data' }, now);
  const count = (status: KeyRecord['status']) => keys.filter((key) => key.status === status).length;
  return { total: keys.length, active: count('active'), revoked: count('revoked') };
}

function keysOf(db: Store['db'], { accountId, scope }: KeyOwner) {
  return db
    .selectFrom('api_keys')
    .innerJoin('balances', 'balances.owner_id', 'api_keys.key_id')
    .selectAll('api_keys')
    .select('last_used_at')
    .where('account_id', '=', accountId)
    .where('kind', 'in', kindsIn[scope]);
}

function toKeyRecord(row: ApiKeyRow & Pick<BalanceRow, 'last_used_at'>, now: number): KeyRecord {
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  return {
    keyId: row.key_id,
    kind: row.kind as KeyKind,
    name: row.name,
    prefix: row.prefix,
    maskedKey: maskKey(row.prefix, row.last4),
    permissions: JSON.parse(row.permissions) as Platform[],
    status: row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    spendLimitUnits: row.spend_limit_units,
    dayLimitUnits: row.day_limit_units,
    createdAt: new Date(row.created_at),
    lastUsedAt: toDate(row.last_used_at),
    expiresAt: toDate(row.expires_at),
    revokedAt: toDate(row.revoked_at),
  };
}

function toDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
