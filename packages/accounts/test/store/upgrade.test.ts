import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { reservationOf, settlementOf } from '../../../../test/support/customer.ts';
import { findTarget } from '../../src/alerts/webhook.ts';
import { openStore } from '../../src/open-store.ts';
import { writeFirstVersion } from '../first-version/first-version.ts';
import { onEachDatabase } from '../fixture.ts';

onEachDatabase(({ home }) => {
  test('data of the first version: keys, balances, ledger and secrets are all there, and the books agree', async () => {
    await using place = await home();
    const before = await writeFirstVersion(place.directory, place.databaseUrl);
    await using accounts = await place.open();
    const ids = before.accounts.map(({ accountId }) => accountId);
    const rowOf = (table: string, column: string, id: string | undefined) =>
      before.rows[table]?.find((row) => row[column] === id);
    for (const { accountId, accountKey } of before.accounts) {
      const row = rowOf('balances', 'owner_id', accountId);
      expect(await accounts.findAccount(accountId)).toMatchObject({
        name: rowOf('accounts', 'account_id', accountId)?.name,
        balanceUnits: row?.balance_units,
        reservedUnits: row?.reserved_units,
        state: 'active',
      });
      expect(await accounts.authenticate(accountKey)).toMatchObject({ ok: true, principal: { accountId } });
      const lines = before.rows.usage_ledger?.filter((each) => each.account_id === accountId);
      expect(await accounts.listUsage(accountId, { limit: 1_000 })).toHaveLength(lines?.length ?? 0);
    }
    expect(await accounts.authenticate(before.keys.reports)).toMatchObject({ ok: true });
    expect(await accounts.authenticate(before.keys.app)).toMatchObject({
      ok: true,
      principal: { accountId: ids[1], permissions: ['shortvideo'] },
    });
    expect(await accounts.authenticate(before.keys.revoked)).toEqual({ ok: false, reason: 'revoked' });
    // the request that was in flight ends as one that an instance has abandoned
    expect(await accounts.releaseAbandoned()).toBe(1);
    expect(await accounts.verifyLedger()).toMatchObject({ accounts: 2, disagreements: [], damage: [] });
    const { store, peppers } = await openStore(place);
    const { webhookId } = before.webhook.webhook;
    expect(await findTarget(store, peppers, webhookId)).toMatchObject({ secret: before.webhook.secret });
    await store.close();
  });

  test('every row of the first version is unchanged by the migrations', async () => {
    await using place = await home();
    const before = await writeFirstVersion(place.directory, place.databaseUrl);
    const { store } = await openStore(place);
    const db = store.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
    for (const [table, rows] of Object.entries(before.rows)) {
      const columns = Object.keys(rows[0] ?? {});
      const found = await db.selectFrom(table).select(columns).execute();
      const sorted = (list: object[]) => list.map((row) => JSON.stringify(row)).sort();
      expect(sorted(found), table).toEqual(sorted(rows));
    }
    await store.close();
  });

  test('a rolling deployment: what the former version writes into migrated tables is read, charged and rotated', async () => {
    await using place = await home();
    const before = await writeFirstVersion(place.directory, place.databaseUrl);
    const { store } = await openStore(place); // a new service has migrated the tables
    // the former version goes on, and names its own columns
    const former = store.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
    const { api_keys: keys = [], accounts = [], balances = [], webhooks = [] } = before.rows;
    const [accountId, keyId] = ['acct_former', 'key_former'];
    const [account, balance, key, webhook] = [accounts[0], balances[0], keys[0], webhooks[0]];
    await former
      .insertInto('accounts')
      .values({ ...account, account_id: accountId })
      .execute();
    await former
      .insertInto('api_keys')
      .values({ ...key, key_id: keyId, account_id: accountId, digest: '00'.repeat(32) })
      .execute();
    for (const owner of [accountId, keyId]) {
      const none = { balance_units: 0, reserved_units: 0, period_units: 0 };
      await former
        .insertInto('balances')
        .values({ ...balance, ...none, owner_id: owner })
        .execute();
    }
    await former
      .insertInto('webhooks')
      .values({ ...webhook, webhook_id: 'whk_former' })
      .execute();
    const line = before.rows.usage_ledger?.find(({ state }) => state === 'released');
    await former
      .insertInto('usage_ledger')
      .values({ ...line, request_id: 'req_former' })
      .execute();

    await using service = await place.open();
    expect(await service.findAccount(accountId)).toMatchObject({ state: 'active' });
    expect(await service.listKeys(accountId, { scope: 'all' })).toMatchObject([{ keyId, status: 'active' }]);
    expect(await service.findUsage(String(line?.account_id), 'req_former')).toMatchObject({ repeatOf: null });
    await service.addCredit(accountId, { units: 100, reason: 'test' });
    const reserved = await service.reserve(reservationOf({ accountId, keyId }, 'req_new', 10));
    expect(reserved).toMatchObject({ ok: true });
    await service.settle(settlementOf('req_new', 7));
    expect(await service.findAccount(accountId)).toMatchObject({ balanceUnits: 93 });
    const first = await service.rotatePepper();
    if (first.state === 'added') await service.rotatePepper();
    expect((await service.listPeppers()).map(({ webhooks: count }) => count)).toEqual([0, 2]);
    await store.close();
  });
});
