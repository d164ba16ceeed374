import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findTarget } from '../../src/alerts/webhook.ts';
import type { Accounts, PepperRotation } from '../../src/index.ts';
import { makePepper } from '../../src/keys/pepper.ts';
import { checkPepper } from '../../src/keys/pepper-check.ts';
import { PepperRing } from '../../src/keys/pepper-ring.ts';
import { openStore } from '../../src/open-store.ts';
import { onEachDatabase } from '../fixture.ts';

/** Where machines share a database, the first call only adds the pepper. */
async function rotate(accounts: Accounts): Promise<PepperRotation> {
  const rotation = await accounts.rotatePepper();
  return rotation.state === 'added' ? await accounts.rotatePepper() : rotation;
}

const statesOf = async (accounts: Accounts) => (await accounts.listPeppers()).map(({ state }) => state);

onEachDatabase(({ open, home }) => {
  test('keys and webhook secrets of before stay valid in all processes; keys change over when they are used', async () => {
    await using store = await open();
    const { accounts, accountId, key, accountKey } = store;
    const admin = await accounts.createAdminKey({ name: 'on call' });
    const { webhook, secret } = await accounts.createWebhook(accountId, 'https://example.org/hook');
    await using other = await store.home.open();

    expect(await rotate(accounts)).toEqual({ state: 'rotated', resealed: 1 });
    const { key: newKey } = await accounts.createKey(accountId, { name: 'new' });
    expect(await other.authenticate(newKey)).toMatchObject({ ok: true });
    expect(await accounts.listPeppers()).toMatchObject([
      { state: 'former', keys: 2, adminKeys: 1, webhooks: 0 },
      { state: 'writing', keys: 1, adminKeys: 0, webhooks: 1 },
    ]);
    await expect(accounts.retirePeppers()).rejects.toMatchObject({
      code: 'usage_error',
      message: expect.stringContaining(store.keyId),
    });
    expect(await other.authenticate(key)).toMatchObject({ ok: true });
    expect(await accounts.authenticate(accountKey)).toMatchObject({ ok: true });
    expect(await accounts.authenticateAdmin(admin.key)).toMatchObject({ ok: true });
    expect(await accounts.retirePeppers()).toEqual({ retired: 1, revokedKeys: [], isRemoved: true });
    expect(await accounts.listPeppers()).toMatchObject([{ state: 'writing', keys: 3, adminKeys: 1 }]);

    await using again = await store.home.open();
    for (const each of [key, accountKey, newKey])
      expect(await again.authenticate(each)).toMatchObject({ ok: true });
    expect(await again.authenticateAdmin(admin.key)).toMatchObject({ ok: true });
    const { store: tables, peppers } = await openStore(store.home);
    expect(await findTarget(tables, peppers, webhook.webhookId)).toMatchObject({ secret });
    await tables.close();
  });

  test('a process that read the peppers just before a rotation reads them again', async () => {
    await using store = await open();
    const { store: tables, peppers } = await openStore(store.home);
    const [former = ''] = peppers.all.map(({ text }) => text);
    await rotate(store.accounts);
    await peppers.reload();
    const all = peppers.all.map(({ text }) => text);
    const late = new PepperRing([former], { read: async () => all, write: async () => {} });
    await expect(checkPepper(tables, late)).resolves.toBeUndefined();
    const foreign = new PepperRing([makePepper()], {
      read: async () => [makePepper()],
      write: async () => {},
    });
    await expect(checkPepper(tables, foreign)).rejects.toMatchObject({ code: 'file_malformed' });
    await tables.close();
  });

  test('keys that are not used since are revoked only when the operator says so', async () => {
    await using store = await open();
    const { accounts, accountId, accountKey, key, keyId } = store;
    await rotate(accounts);
    await accounts.authenticate(accountKey);
    const retired = await accounts.retirePeppers({ isRevoking: true });
    expect(retired).toMatchObject({ retired: 1, revokedKeys: [keyId] });
    expect(await accounts.authenticate(key)).toMatchObject({ ok: false });
    expect(await accounts.authenticate(accountKey)).toMatchObject({ ok: true });
    const audit = await accounts.listAudit({ accountId });
    expect(audit[0]).toMatchObject({ action: 'key.revoke', subject: keyId });
    expect(await accounts.retirePeppers()).toMatchObject({ retired: 0 });
  });

  test('after a crash between any two steps the same command goes on, and makes no further pepper', async () => {
    await using store = await open();
    const { accounts, accountId, key } = store;
    const { webhook, secret } = await accounts.createWebhook(accountId, 'https://example.org/hook');
    const { store: tables, peppers } = await openStore(store.home);
    const read = () =>
      tables.db.selectFrom('webhooks').select(['secret', 'pepper']).executeTakeFirstOrThrow();
    const before = await read();

    // the pepper was added to the file, and nothing else was done
    const file = join(store.home.directory, 'pepper');
    const added = makePepper();
    await writeFile(file, `${await readFile(file, 'utf8')}${added}\n`);
    expect(await statesOf(accounts)).toEqual(['writing', 'next']);
    expect(await accounts.authenticate(key)).toMatchObject({ ok: true });
    expect(await accounts.rotatePepper()).toEqual({ state: 'rotated', resealed: 1 });
    expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual([expect.any(String), added]);

    // the pepper writes, and the secret of the webhook is still encrypted with the former one
    await tables.db.updateTable('webhooks').set(before).execute();
    expect(await findTarget(tables, peppers, webhook.webhookId)).toMatchObject({ secret });
    await expect(accounts.retirePeppers({ isRevoking: true })).rejects.toMatchObject({
      hint: expect.stringContaining('sdq secret rotate'),
    });
    expect(await accounts.rotatePepper()).toEqual({ state: 'finished', resealed: 1 });
    expect((await read()).pepper).not.toBe(before.pepper);
    expect(await statesOf(accounts)).toEqual(['former', 'writing']);
    expect(await findTarget(tables, peppers, webhook.webhookId)).toMatchObject({ secret });
    await tables.close();
  });

  test('under load no request is refused while peppers are rotated and retired', async () => {
    await using store = await open();
    const { accounts, accountId } = store;
    // waiting for SQLite blocks the thread, so that a process opens it once
    const isSqlite = store.home.databaseUrl === undefined;
    const opened = isSqlite ? [accounts, accounts] : [await store.home.open(), await store.home.open()];
    const keys: string[] = [];
    for (let i = 0; i < 8; i++) keys.push((await accounts.createKey(accountId, { name: `k${i}` })).key);
    let isOver = false;
    let answered = 0;
    const refused: unknown[] = [];
    const clients = keys.map(async (key, i) => {
      while (!isOver) {
        const answer = await opened[i % 2]?.authenticate(key);
        if (answer?.ok !== true) refused.push(answer);
        answered++;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    for (let round = 0; round < 3; round++) {
      expect(await rotate(accounts)).toMatchObject({ state: 'rotated' });
      await accounts.authenticate(store.key);
      await accounts.authenticate(store.accountKey);
      // refused until each of the keys was looked up again, which the services do within a second
      await expect
        .poll(() => accounts.retirePeppers().catch(() => undefined), { timeout: 20_000 })
        .toMatchObject({ retired: 1, revokedKeys: [] });
    }
    await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(100);
    isOver = true;
    await Promise.all(clients);
    if (!isSqlite) for (const each of opened) await each.close();
    expect(refused).toEqual([]);
    expect(await statesOf(accounts)).toEqual(['writing']);
  });

  test('two rotations at once lose no pepper', async () => {
    await using store = await open();
    const isSqlite = store.home.databaseUrl === undefined; // see above
    const other = isSqlite ? store.accounts : await store.home.open();
    await Promise.all([rotate(store.accounts), rotate(other)]);
    expect(await store.accounts.authenticate(store.key)).toMatchObject({ ok: true });
    const { key } = await other.createKey(store.accountId, { name: 'later' });
    expect(await store.accounts.authenticate(key)).toMatchObject({ ok: true });
    const states = await statesOf(store.accounts);
    expect(states.filter((state) => state === 'writing')).toHaveLength(1);
    if (!isSqlite) await other.close();
  });

  test('a pepper of the environment is rotated by two settings of it, without an invalid key between', async () => {
    await using place = await home();
    const former = makePepper();
    const first = await place.open({ pepper: former });
    const { account, accountKey } = await first.createAccount({ name: 'Ea', email: 'ea@example.org' });
    const rotation = await first.rotatePepper();
    if (rotation.state !== 'to add') throw new Error(rotation.state);

    // one machine after the other gets both; nothing is written with the new one yet
    const both = `${former},${rotation.pepper}`;
    const second = await place.open({ pepper: both });
    const { key } = await second.createKey(account.accountId, { name: 'k' });
    expect(await first.authenticate(key)).toMatchObject({ ok: true });
    const signedBefore = first.deriveSecrets('links')[0];
    expect(second.deriveSecrets('links')[0]).toEqual(signedBefore);
    await first.close();

    expect(await second.rotatePepper()).toEqual({ state: 'rotated', resealed: 0 });
    expect(second.deriveSecrets('links')[0]).not.toEqual(signedBefore);
    expect(second.deriveSecrets('links')).toContainEqual(signedBefore);
    for (const each of [key, accountKey]) expect(await second.authenticate(each)).toMatchObject({ ok: true });
    expect(await second.retirePeppers()).toEqual({ retired: 1, revokedKeys: [], isRemoved: false });
    await second.close();
    await using last = await place.open({ pepper: rotation.pepper });
    for (const each of [key, accountKey]) expect(await last.authenticate(each)).toMatchObject({ ok: true });
    await expect(place.open({ pepper: former })).rejects.toMatchObject({ code: 'file_malformed' });
  });
});
