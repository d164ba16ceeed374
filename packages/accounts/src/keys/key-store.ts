import { AppError, type Platform, platforms } from '@sdq/contract';
import type { Kysely } from 'kysely';
import { ulid } from 'ulid';
import type { Authentication, KeyRecord } from '../accounts.ts';
import type { ApiKeyRow, StoreSchema } from '../store/schema.ts';
import { digestOf, sameDigest } from './key-digest.ts';
import { type KeyKind, last4Of, makeKey, maskKey, prefixOf, readKey } from './key-format.ts';

/** Keys of one account that can be used at the same time. */
export const activeKeysMax = 100;

export interface NewKey {
  kind: KeyKind;
  name: string;
  permissions?: readonly Platform[];
  expiresAt?: Date | null;
}

/** Makes a key and stores its digest. Errors: `key_limit_reached`. */
export async function insertKey(
  db: Kysely<StoreSchema>,
  pepper: Buffer,
  accountId: string,
  { kind, name, permissions = platforms, expiresAt = null }: NewKey,
  now: number,
): Promise<{ record: KeyRecord; key: string }> {
  if ((await countActiveKeys(db, accountId)) >= activeKeysMax) {
    throw new AppError('key_limit_reached', `An account has at most ${activeKeysMax} active keys`, {
      hint: 'revoke one that is no longer used',
      meta: { limit: activeKeysMax },
    });
  }
  const key = makeKey(kind);
  const row: ApiKeyRow = {
    key_id: `key_${ulid(now)}`,
    account_id: accountId,
    kind,
    name,
    digest: digestOf(pepper, key),
    prefix: prefixOf(key),
    last4: last4Of(key),
    permissions: JSON.stringify(platforms.filter((platform) => permissions.includes(platform))),
    spend_limit_units: null,
    created_at: now,
    last_used_at: null,
    expires_at: expiresAt?.getTime() ?? null,
    revoked_at: null,
  };
  await db.insertInto('api_keys').values(row).execute();
  return { record: toRecord(row, now), key };
}

async function countActiveKeys(db: Kysely<StoreSchema>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Data keys, newest first. */
export async function listKeys(
  db: Kysely<StoreSchema>,
  accountId: string,
  now: number,
): Promise<KeyRecord[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'acct')
    .orderBy('created_at', 'desc')
    .orderBy('key_id', 'desc')
    .execute();
  return rows.map((row) => toRecord(row, now));
}

/** Revokes a data key of this account; one that was revoked stays as it was. */
export async function revokeKey(
  db: Kysely<StoreSchema>,
  accountId: string,
  keyId: string,
  now: number,
): Promise<KeyRecord | undefined> {
  const own = { key_id: keyId, account_id: accountId };
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where((eb) => eb.and(own))
    .where('kind', '!=', 'acct')
    .where('revoked_at', 'is', null)
    .execute();
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where((eb) => eb.and(own))
    .where('kind', '!=', 'acct')
    .executeTakeFirst();
  return row === undefined ? undefined : toRecord(row, now);
}

/** Recognises a key; it is looked up by digest, so the time tells nothing about stored keys. */
export async function authenticate(
  db: Kysely<StoreSchema>,
  pepper: Buffer,
  key: string,
  now: number,
): Promise<Authentication> {
  if (readKey(key) === undefined) return { ok: false, reason: 'malformed' };
  const digest = digestOf(pepper, key);
  const row = await db.selectFrom('api_keys').selectAll().where('digest', '=', digest).executeTakeFirst();
  if (row === undefined || !sameDigest(row.digest, digest)) return { ok: false, reason: 'unknown' };
  const { status, permissions } = toRecord(row, now);
  if (status !== 'active') return { ok: false, reason: status };
  return {
    ok: true,
    principal: { accountId: row.account_id, keyId: row.key_id, kind: row.kind as KeyKind, permissions },
  };
}

function toRecord(row: ApiKeyRow, now: number): KeyRecord {
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
    createdAt: new Date(row.created_at),
    lastUsedAt: toDate(row.last_used_at),
    expiresAt: toDate(row.expires_at),
    revokedAt: toDate(row.revoked_at),
  };
}

function toDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
