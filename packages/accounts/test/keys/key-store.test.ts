import { describe, expect, test } from 'vitest';
import { openAccounts } from '../../src/index.ts';
import { makeKey } from '../../src/keys/key-format.ts';
import { activeKeysMax } from '../../src/keys/key-store.ts';
import { temporaryDirectory } from '../fixture.ts';

async function open(now?: () => number) {
  const directory = await temporaryDirectory();
  const accounts = await openAccounts({ directory: directory.path, ...(now && { now }) });
  const { account } = await accounts.createAccount({ name: 'Ilse Brandt', email: 'ilse@example.org' });
  return {
    accounts,
    accountId: account.accountId,
    async [Symbol.asyncDispose]() {
      await accounts.close();
      await directory[Symbol.asyncDispose]();
    },
  };
}

describe('data keys', () => {
  test('a new key has all platforms unless told, and authenticates as its account', async () => {
    await using store = await open();
    const { record, key } = await store.accounts.createKey(store.accountId, { name: 'laptop' });
    expect(record).toMatchObject({
      kind: 'live',
      name: 'laptop',
      status: 'active',
      permissions: ['shortvideo', 'network', 'photo', 'micro'],
      lastUsedAt: null,
    });
    expect(key.startsWith(record.prefix)).toBe(true);
    expect(await store.accounts.authenticate(key)).toEqual({
      ok: true,
      principal: {
        accountId: store.accountId,
        keyId: record.keyId,
        kind: 'live',
        permissions: record.permissions,
      },
    });
  });

  test('revoked keys stay listed and are refused from the next request on; twice is once', async () => {
    let now = Date.UTC(2026, 0, 1);
    await using store = await open(() => now++);
    const { record, key } = await store.accounts.createKey(store.accountId, {
      name: 'old',
      permissions: ['photo'],
    });
    const { record: other } = await store.accounts.createKey(store.accountId, { name: 'new' });
    const revoked = await store.accounts.revokeKey(store.accountId, record.keyId);
    expect(revoked).toMatchObject({ status: 'revoked', permissions: ['photo'] });
    expect(await store.accounts.authenticate(key)).toEqual({ ok: false, reason: 'revoked' });
    expect(await store.accounts.revokeKey(store.accountId, record.keyId)).toEqual(revoked);
    expect((await store.accounts.listKeys(store.accountId)).map((k) => [k.keyId, k.status])).toEqual([
      [other.keyId, 'active'],
      [record.keyId, 'revoked'],
    ]);
  });

  test('another account’s key, the account key and an unknown one are alike unknown', async () => {
    await using store = await open();
    const { account: stranger } = await store.accounts.createAccount({ name: 'S', email: 's@example.org' });
    const { record, key } = await store.accounts.createKey(store.accountId, { name: 'mine' });
    expect(await store.accounts.revokeKey(stranger.accountId, record.keyId)).toBeUndefined();
    expect(await store.accounts.revokeKey(store.accountId, 'key_none')).toBeUndefined();
    expect((await store.accounts.authenticate(key)).ok).toBe(true);
    expect(await store.accounts.listKeys(stranger.accountId)).toEqual([]);
  });

  test('a key ends at its expiry', async () => {
    let now = Date.UTC(2026, 0, 1);
    await using store = await open(() => now);
    const expiresAt = new Date(now + 1_000);
    const { key } = await store.accounts.createKey(store.accountId, { name: 'short', expiresAt });
    now += 999;
    expect((await store.accounts.authenticate(key)).ok).toBe(true);
    now += 1;
    expect(await store.accounts.authenticate(key)).toEqual({ ok: false, reason: 'expired' });
  });

  test('a wrong checksum is told without the database, a right one of no key by it', async () => {
    await using store = await open();
    expect(await store.accounts.authenticate(makeKey('live'))).toEqual({ ok: false, reason: 'unknown' });
    await store.accounts.close();
    expect(await store.accounts.authenticate('sdq_live_0')).toEqual({ ok: false, reason: 'malformed' });
    expect(await store.accounts.authenticate(`${makeKey('live').slice(0, -1)}_`)).toEqual({
      ok: false,
      reason: 'malformed',
    });
    await expect(store.accounts.authenticate(makeKey('live'))).rejects.toThrow();
  });

  test('an account has a limited number of active keys', async () => {
    await using store = await open();
    const make = () => store.accounts.createKey(store.accountId, { name: 'k' });
    const { record } = await make();
    for (let i = 2; i < activeKeysMax; i++) await make();
    await expect(make()).rejects.toMatchObject({ code: 'key_limit_reached' });
    await store.accounts.revokeKey(store.accountId, record.keyId);
    await make();
  });
});
