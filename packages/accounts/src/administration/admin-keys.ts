import { AppError } from '@sdq/contract';
import type { AuditLog } from '../audit/audit-log.ts';
import { digestOf } from '../keys/key-digest.ts';
import { last4Of, makeKey, maskKey, prefixOf, readKey } from '../keys/key-format.ts';
import type { PepperRing } from '../keys/pepper-ring.ts';
import { findByKey } from '../keys/stored-digest.ts';
import { orderedId } from '../store/ordered-id.ts';
import type { AdminKeyRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** An admin key without its secret. It belongs to the operator, not to an account. */
export interface AdminKey {
  keyId: string;
  name: string;
  maskedKey: string;
  status: 'active' | 'revoked' | 'expired';
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

export type AdminAuthentication =
  | { ok: true; keyId: string }
  | { ok: false; reason: 'malformed' | 'unknown' | 'revoked' | 'expired' };

/** Maximum number of active admin keys. */
const activeMax = 20;

/** The state of the calls. */
interface Means {
  store: Store;
  peppers: PepperRing;
  audit: AuditLog;
  now: () => number;
}

/** Creates an admin key; its text is returned only here. Errors: `key_limit_reached`. */
export async function createAdminKey(
  { store, peppers, audit, now }: Means,
  { name, expiresAt = null }: { name: string; expiresAt?: Date | null | undefined },
): Promise<{ record: AdminKey; key: string }> {
  const key = makeKey('admin');
  const row: Omit<AdminKeyRow, 'digest' | 'pepper'> = {
    key_id: orderedId('key', now()),
    name,
    prefix: prefixOf(key),
    last4: last4Of(key),
    created_at: now(),
    expires_at: expiresAt?.getTime() ?? null,
    revoked_at: null,
  };
  await store.transaction(async (transaction) => {
    const pepper = await peppers.writing(store, transaction);
    const known = await transaction.selectFrom('admin_keys').selectAll().execute();
    if (known.filter((each) => toAdminKey(each, now()).status === 'active').length >= activeMax) {
      throw new AppError('key_limit_reached', `There can be at most ${activeMax} active admin keys`, {
        hint: 'Revoke a key that is no longer used: sdq admin-key list',
      });
    }
    await transaction
      .insertInto('admin_keys')
      .values({ ...row, digest: digestOf(pepper.key, key), pepper: pepper.id })
      .execute();
    const details = { name, expires_at: expiresAt?.toISOString() ?? null };
    await audit.add(transaction, { action: 'admin_key.create', subject: row.key_id, details });
  });
  return { record: toAdminKey(row, now()), key };
}

/** Newest first, including revoked ones. */
export async function listAdminKeys({ store, now }: Means): Promise<AdminKey[]> {
  const rows = await store.db.selectFrom('admin_keys').selectAll().orderBy('key_id', 'desc').execute();
  return rows.map((row) => toAdminKey(row, now()));
}

/** Takes effect from the next request on, and is idempotent. Undefined when there is no such key. */
export async function revokeAdminKey(
  { store, audit, now }: Means,
  keyId: string,
): Promise<AdminKey | undefined> {
  return await store.transaction(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('admin_keys')
      .set({ revoked_at: now() })
      .where('key_id', '=', keyId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await audit.add(transaction, { action: 'admin_key.revoke', subject: keyId, details: {} });
    }
    const row = await transaction
      .selectFrom('admin_keys')
      .selectAll()
      .where('key_id', '=', keyId)
      .executeTakeFirst();
    return row === undefined ? undefined : toAdminKey(row, now());
  });
}

/** Looks the key up each time: operators are few, and a revocation takes effect at once. */
export async function authenticateAdmin(
  { store, peppers, now }: Means,
  key: string,
): Promise<AdminAuthentication> {
  if (readKey(key)?.kind !== 'admin') return { ok: false, reason: 'malformed' };
  const row = await findByKey(store, peppers, 'admin_keys', key, (digests) =>
    store.db.selectFrom('admin_keys').selectAll().where('digest', 'in', digests).executeTakeFirst(),
  );
  if (row === undefined) return { ok: false, reason: 'unknown' };
  const { status, keyId } = toAdminKey(row, now());
  return status === 'active' ? { ok: true, keyId } : { ok: false, reason: status };
}

function toAdminKey(row: Omit<AdminKeyRow, 'digest' | 'pepper'>, now: number): AdminKey {
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  return {
    keyId: row.key_id,
    name: row.name,
    maskedKey: maskKey(row.prefix, row.last4),
    status: row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    createdAt: new Date(row.created_at),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
  };
}
