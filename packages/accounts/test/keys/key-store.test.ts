import { expect, test } from 'vitest';
import { reservation } from '../../../../test/support/customer.ts';
import { makeKey } from '../../src/keys/key-format.ts';
import { activeKeysMax } from '../../src/keys/key-store.ts';
import { onEachDatabase } from '../fixture.ts';

onEachDatabase(({ open }) => {
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
    await using store = await open({ now: () => now++ });
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
      [store.keyId, 'active'],
    ]);
    const reserve = {
      ...reservation,
      accountId: store.accountId,
      keyId: record.keyId,
      requestId: 'r',
      units: 1,
    };
    await expect(store.accounts.reserve(reserve)).rejects.toMatchObject({ code: 'revoked_api_key' });
  });

  test('keys made within one millisecond are listed in the order of creation, newest first', async () => {
    let now = Date.UTC(2026, 0, 1);
    await using store = await open({ now: () => now });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) await store.accounts.createKey(store.accountId, { name });
    // a clock that was set back
    now -= 60_000;
    await store.accounts.createKey(store.accountId, { name: 'earlier' });
    const listed = (await store.accounts.listKeys(store.accountId)).map(({ name }) => name);
    expect(listed.filter((name) => names.includes(name))).toEqual([...names].reverse());
    expect(listed.at(-1)).toBe('earlier');
  });

  test('another account’s key, the account key and an unknown one are alike unknown', async () => {
    await using store = await open();
    const { account: otherAccount } = await store.accounts.createAccount({
      name: 'S',
      email: 's@example.org',
    });
    const { record, key } = await store.accounts.createKey(store.accountId, { name: 'mine' });
    expect(await store.accounts.revokeKey(otherAccount.accountId, record.keyId)).toBeUndefined();
    expect(await store.accounts.revokeKey(store.accountId, 'key_none')).toBeUndefined();
    expect((await store.accounts.authenticate(key)).ok).toBe(true);
    expect(await store.accounts.listKeys(otherAccount.accountId)).toEqual([]);
  });

  test('a key ends at its expiry', async () => {
    let now = Date.UTC(2026, 0, 1);
    await using store = await open({ now: () => now });
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
    for (let i = 3; i < activeKeysMax; i++) await make();
    await expect(make()).rejects.toMatchObject({ code: 'key_limit_reached' });
    await store.accounts.revokeKey(store.accountId, record.keyId);
    await make();
  });

  test('keys that are made at the same time do not pass the limit together', async () => {
    await using store = await open();
    const made = await Promise.allSettled(
      Array.from({ length: activeKeysMax + 5 }, () =>
        store.accounts.createKey(store.accountId, { name: 'k' }),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(activeKeysMax - 2);
  });

  test('a rotated key lives on for the overlap; what stands in for it is like it', async () => {
    let now = Date.UTC(2026, 0, 1);
    await using store = await open({ now: () => now });
    const { record, key } = await store.accounts.createKey(store.accountId, {
      name: 'job',
      permissions: ['micro'],
      spendLimitUnits: 50,
      expiresAt: new Date(now + 100_000),
    });
    const made = await store.accounts.rotateKey(store.accountId, record.keyId, { overlapMs: 1_000 });
    expect(made?.record).toMatchObject({
      name: 'job',
      permissions: ['micro'],
      spendLimitUnits: 50,
      expiresAt: record.expiresAt,
      status: 'active',
    });
    expect(made?.key).not.toBe(key);
    expect((await store.accounts.authenticate(key)).ok).toBe(true);
    now += 1_000;
    expect(await store.accounts.authenticate(key)).toEqual({ ok: false, reason: 'expired' });
    expect((await store.accounts.authenticate(made?.key ?? '')).ok).toBe(true);
    expect(await store.accounts.rotateKey(store.accountId, record.keyId, { overlapMs: 0 })).toBeUndefined();
    const keyId = made?.record.keyId ?? '';
    await store.accounts.rotateKey(store.accountId, keyId, { overlapMs: 0 });
    expect(await store.accounts.authenticate(made?.key ?? '')).toEqual({ ok: false, reason: 'revoked' });
    expect(await store.accounts.rotateKey('acct_other', store.keyId, { overlapMs: 0 })).toBeUndefined();
  });

  test('a named creation is done once, also when its repetitions come at the same time', async () => {
    await using store = await open();
    const call = (fingerprint: string) => ({
      keyId: store.keyId,
      idempotencyKey: 'make-it',
      fingerprint,
      requestId: 'req_1',
      answer: (made: { key: string }) => ({ contentType: 'application/json', body: made.key.slice(0, 9) }),
    });
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map(() => store.accounts.createKey(store.accountId, { name: 'one' }, call('f'))),
    );
    expect(made.filter((each) => each !== undefined)).toHaveLength(1);
    expect(await store.accounts.listKeys(store.accountId)).toHaveLength(2);
    expect(await store.accounts.findIdempotentRequest(store.keyId, 'make-it')).toEqual({
      state: 'done',
      requestId: 'req_1',
      fingerprint: 'f',
      status: 200,
      answer: { contentType: 'application/json', body: 'sdq_live_' },
    });
    expect(await store.accounts.findIdempotentRequest('key_other', 'make-it')).toBeUndefined();
  });
});
