import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { reservation, settlement, settlementOf } from '../../../../test/support/customer.ts';
import { openStore } from '../../src/open-store.ts';
import { onEachDatabase } from '../fixture.ts';

onEachDatabase(({ open }) => {
  test('a settled request is charged, the rest of its reservation given back', async () => {
    await using store = await open({ balanceUnits: 100 });
    expect(await store.reserve('req_1', 80)).toEqual({ ok: true });
    expect(await store.account()).toMatchObject({ balanceUnits: 100, reservedUnits: 80 });
    expect(await store.accounts.listUsage(store.accountId)).toEqual([]);
    const lineItems = [{ item: 'records', quantity: 7, unitsEach: 1, units: 7 }];
    await store.accounts.settle({
      ...settlement,
      requestId: 'req_1',
      units: 7,
      records: 7,
      lineItems,
      addons: { transcripts: 2 },
    });
    expect(await store.account()).toMatchObject({ balanceUnits: 93, reservedUnits: 0 });
    const line = {
      requestId: 'req_1',
      accountId: store.accountId,
      keyId: store.keyId,
      keyName: 'laptop',
      platform: 'shortvideo',
      endpoint: 'shortvideo/sql',
      method: 'POST',
      state: 'settled',
      status: 200,
      errorCode: null,
      units: 7,
      records: 7,
      addons: { transcripts: 2 },
      lineItems,
      priceVersion: '2026-11',
      snapshotId: 'f'.repeat(32),
      durationMs: 4,
      delivered: true,
      repeatOf: null,
      createdAt: expect.any(Date),
    };
    expect(await store.accounts.listUsage(store.accountId)).toEqual([line]);
    expect(await store.accounts.findUsage(store.accountId, 'req_1')).toEqual(line);
    expect(await store.accounts.findUsage('acct_other', 'req_1')).toBeUndefined();
    const [key] = await store.accounts.listKeys(store.accountId);
    expect(key?.lastUsedAt).toBeInstanceOf(Date);
  });

  test('a failed request costs nothing and is on record', async () => {
    await using store = await open({ balanceUnits: 100 });
    await store.reserve('req_1', 80);
    await store.release('req_1');
    await store.release('req_1');
    expect(await store.account()).toMatchObject({ balanceUnits: 100, reservedUnits: 0 });
    expect(await store.accounts.listUsage(store.accountId)).toMatchObject([
      { state: 'released', units: 0, status: 400, errorCode: 'sql_syntax_error' },
    ]);
    expect(await store.accounts.usageTotals(store.accountId)).toEqual({
      requests: 1,
      failed: 1,
      records: 0,
      units: 0,
    });
  });

  test('what others have reserved cannot be spent', async () => {
    await using store = await open({ balanceUnits: 100 });
    await store.reserve('req_1', 60);
    expect(await store.reserve('req_2', 41)).toEqual({
      ok: false,
      reason: 'insufficient_balance',
      scope: 'account',
      availableUnits: 40,
      limitUnits: null,
    });
    expect(await store.reserve('req_2', 40)).toEqual({ ok: true });
    expect(await store.reserve('req_3', 0)).toEqual({ ok: true });
  });

  test('a request id is charged once, and never above its reservation', async () => {
    await using store = await open({ balanceUnits: 100 });
    await store.reserve('req_1', 10);
    await expect(store.reserve('req_1', 10)).rejects.toThrow(/unique/i);
    await expect(store.settle('req_1', 11)).rejects.toThrow(/more than its reservation/);
    await expect(store.settle('req_1', 0.5)).rejects.toThrow();
    await store.settle('req_1', 10);
    await store.settle('req_1', 10); // the same again: as if its first answer had been lost
    await expect(store.settle('req_1', 9)).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(store.settle('req_none', 9)).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(store.reserve('req_1', 10)).resolves.toEqual({ ok: true });
    await expect(store.settle('req_1', 10)).rejects.toThrow(/unique/i);
    await store.release('req_1').catch(() => {});
    expect((await store.account()).balanceUnits).toBe(90);
    expect(await store.accounts.listUsage(store.accountId)).toHaveLength(1);
  });

  test('one bad operation takes none of its batch along', async () => {
    await using store = await open({ balanceUnits: 1_000 });
    for (let i = 0; i < 8; i++) await store.reserve(`req_${i}`, 10);
    const ends = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5, 6, 7].map((i) => store.settle(`req_${i}`, i * 3)),
    );
    expect(ends.map(({ status }) => status)).toEqual([
      ...Array(4).fill('fulfilled'),
      ...Array(4).fill('rejected'),
    ]);
    expect(await store.account()).toMatchObject({ balanceUnits: 1_000 - 18, reservedUnits: 40 });
  });

  test('an answer that did not arrive is marked, not refunded', async () => {
    await using store = await open({ balanceUnits: 100 });
    await store.reserve('req_1', 10);
    await store.settle('req_1', 10);
    await store.accounts.markUndelivered('req_1');
    expect(await store.accounts.listUsage(store.accountId)).toMatchObject([{ delivered: false, units: 10 }]);
  });

  test('a delivery that broke off is charged and marked at once', async () => {
    await using store = await open({ balanceUnits: 100 });
    await store.reserve('req_1', 10);
    await store.accounts.settle({ ...settlementOf('req_1', 4), isDelivered: false });
    expect(await store.accounts.listUsage(store.accountId)).toMatchObject([{ delivered: false, units: 4 }]);
    expect(await store.account()).toMatchObject({ balanceUnits: 96, reservedUnits: 0 });
  });

  test('limits of a period hold for the account and for each key, and begin anew with the next', async () => {
    let now = Date.UTC(2026, 10, 30, 23, 59);
    await using store = await open({ balanceUnits: 10_000, now: () => now });
    await store.accounts.updateAccount(store.accountId, { spendLimitUnits: 100 });
    const { record } = await store.accounts.createKey(store.accountId, {
      name: 'small',
      spendLimitUnits: 30,
    });
    const reserveWith = (keyId: string, requestId: string, units: number) =>
      store.accounts.reserve({ ...reservation, accountId: store.accountId, keyId, requestId, units });
    const refused = { ok: false, reason: 'spend_limit_reached' };
    expect(await reserveWith(record.keyId, 'req_1', 31)).toEqual({
      ...refused,
      scope: 'key',
      availableUnits: 30,
      limitUnits: 30,
    });
    expect(await reserveWith(record.keyId, 'req_1', 30)).toEqual({ ok: true });
    expect(await reserveWith(record.keyId, 'req_2', 1)).toMatchObject({ ...refused, availableUnits: 0 });
    await store.settle('req_1', 20);
    expect(await reserveWith(record.keyId, 'req_2', 11)).toMatchObject({ ...refused, availableUnits: 10 });
    expect(await store.reserve('req_3', 81)).toEqual({
      ...refused,
      scope: 'account',
      availableUnits: 80,
      limitUnits: 100,
    });
    expect(await store.reserve('req_3', 80)).toEqual({ ok: true });
    await store.settle('req_3', 80);
    expect(await store.reserve('req_4', 1)).toMatchObject(refused);
    now = Date.UTC(2026, 11, 1);
    expect(await store.reserve('req_4', 100)).toEqual({ ok: true });
    await store.settle('req_4', 1);
    now = Date.UTC(2026, 10, 30, 23); // the clock is set back over the end of the month: November is full as before
    expect(await store.reserve('req_5', 1)).toMatchObject({ ...refused, availableUnits: 0 });
    now = Date.UTC(2026, 11, 2);
    expect(await store.reserve('req_6', 100)).toMatchObject({ ...refused, availableUnits: 99 });
  });

  test('a metered account may owe; a prepaid one may not', async () => {
    await using store = await open({ balanceUnits: 5 });
    await store.accounts.updateAccount(store.accountId, { plan: 'metered' });
    expect(await store.reserve('req_1', 50)).toEqual({ ok: true });
    await store.settle('req_1', 50);
    expect((await store.account()).balanceUnits).toBe(-45);
    await store.accounts.updateAccount(store.accountId, { plan: 'prepaid' });
    expect(await store.reserve('req_2', 1)).toMatchObject({ ok: false, availableUnits: -45 });
    await store.accounts.addCredit(store.accountId, { units: 46, reason: 'paid' });
    expect(await store.reserve('req_2', 1)).toEqual({ ok: true });
  });

  test('amounts that no number holds exactly are refused, and leave everything as it was', async () => {
    await using store = await open({ balanceUnits: 100 });
    const credit = (units: number) => store.accounts.addCredit(store.accountId, { units, reason: 'test' });
    for (const units of [Number.MAX_SAFE_INTEGER, 0.5, Number.NaN, 2 ** 53]) {
      await expect(credit(units)).rejects.toThrow(RangeError);
    }
    await credit(Number.MAX_SAFE_INTEGER - 100);
    await expect(credit(1)).rejects.toThrow(RangeError);
    expect((await store.account()).balanceUnits).toBe(Number.MAX_SAFE_INTEGER);
    await credit(-Number.MAX_SAFE_INTEGER);
    await credit(-5);
    expect((await store.account()).balanceUnits).toBe(-5);
  });

  test('reservations of an instance on another machine are released once its heartbeat expires, however late', async () => {
    await using store = await open({ balanceUnits: 100 });
    const { store: tables } = await openStore(store.home);
    const holder = 'elsewhere/1/x';
    const longAgo = Date.now() - 60 * 86_400_000;
    const reserveThere = async (requestId: string) => {
      await store.reserve(requestId, 30);
      await tables.db
        .updateTable('holds')
        .set({ holder, created_at: longAgo })
        .where('request_id', '=', requestId)
        .execute();
    };
    await reserveThere('req_1');
    await tables.db
      .insertInto('holders')
      .values({ holder, expires_at: Date.now() + 60_000 })
      .execute();
    expect(await store.accounts.releaseAbandoned()).toBe(0);
    await tables.db
      .updateTable('holders')
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect(await store.accounts.releaseAbandoned()).toBe(1);
    await reserveThere('req_2'); // it was only slow, reserved once more, and then ended
    expect(await store.accounts.releaseAbandoned()).toBe(1);
    expect(await store.account()).toMatchObject({ balanceUnits: 100, reservedUnits: 0 });
    const [line] = await store.accounts.listUsage(store.accountId);
    expect(line).toMatchObject({ state: 'released', durationMs: 2 ** 31 - 1 });
    await tables.close();
  });

  test('what a killed process had reserved is released, what a living one holds is not', async () => {
    await using store = await open({ balanceUnits: 100 });
    await store.reserve('req_mine', 10);
    const { directory, databaseUrl } = store.home;
    const theirs = {
      ...reservation,
      accountId: store.accountId,
      keyId: store.keyId,
      requestId: 'req_theirs',
      units: 20,
    };
    const child = `import { openAccounts } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)};
      const accounts = await openAccounts(${JSON.stringify({ directory, databaseUrl })});
      await accounts.reserve(${JSON.stringify(theirs)});
      process.kill(process.pid, 'SIGKILL');`;
    const run = promisify(execFile)(process.execPath, [
      '--conditions=@sdq/source',
      '--input-type=module',
      '-e',
      child,
    ]);
    await expect(run).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect((await store.account()).reservedUnits).toBe(30);
    expect(await store.accounts.releaseAbandoned()).toBe(1);
    expect((await store.account()).reservedUnits).toBe(10);
    expect(await store.accounts.listUsage(store.accountId)).toMatchObject([
      { requestId: 'req_theirs', state: 'released', units: 0 },
    ]);
    await store.settle('req_mine', 10);
  });
});
