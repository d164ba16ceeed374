import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Accounts, openAccounts } from '../../src/index.ts';
import { temporaryDirectory } from '../fixture.ts';

async function open(balanceUnits: number) {
  const directory = await temporaryDirectory();
  const accounts = await openAccounts({ directory: directory.path });
  const { account } = await accounts.createAccount({
    name: 'Jon Vik',
    email: 'jon@example.org',
    balanceUnits,
  });
  const { record } = await accounts.createKey(account.accountId, { name: 'laptop' });
  const who = { accountId: account.accountId, keyId: record.keyId };
  return {
    directory: directory.path,
    accounts,
    who,
    reserve: (requestId: string, units: number) =>
      accounts.reserve({ ...reservation, ...who, requestId, units }),
    settle: (requestId: string, units: number) =>
      accounts.settle({ ...settlement, requestId, units, records: units }),
    release: (requestId: string) =>
      accounts.release({ requestId, status: 400, errorCode: 'sql_syntax_error', durationMs: 1.4 }),
    account: () => accounts.findAccount(who.accountId),
    async [Symbol.asyncDispose]() {
      await accounts.close();
      await directory[Symbol.asyncDispose]();
    },
  };
}

const reservation = {
  platform: 'shortvideo',
  endpoint: 'shortvideo/sql',
  method: 'POST',
  priceVersion: '2026-11',
} as const;
const settlement = { status: 200, lineItems: [], snapshotId: 'f'.repeat(32), durationMs: 3.7 };

describe('the ledger', () => {
  test('a settled request is charged, the rest of its reservation given back', async () => {
    await using store = await open(100);
    expect(await store.reserve('req_1', 80)).toEqual({ ok: true });
    expect(await store.account()).toMatchObject({ balanceUnits: 100, reservedUnits: 80 });
    await store.settle('req_1', 7);
    expect(await store.account()).toMatchObject({ balanceUnits: 93, reservedUnits: 0 });
    expect(await store.accounts.listUsage(store.who.accountId)).toMatchObject([
      { requestId: 'req_1', state: 'settled', units: 7, records: 7, durationMs: 4, delivered: true },
    ]);
    const [key] = await store.accounts.listKeys(store.who.accountId);
    expect(key?.lastUsedAt).toBeInstanceOf(Date);
  });

  test('a failed request costs nothing and is on record', async () => {
    await using store = await open(100);
    await store.reserve('req_1', 80);
    await store.release('req_1');
    await store.release('req_1');
    expect(await store.account()).toMatchObject({ balanceUnits: 100, reservedUnits: 0 });
    expect(await store.accounts.listUsage(store.who.accountId)).toMatchObject([
      { state: 'released', units: 0, status: 400, errorCode: 'sql_syntax_error' },
    ]);
  });

  test('what others have reserved cannot be spent', async () => {
    await using store = await open(100);
    await store.reserve('req_1', 60);
    expect(await store.reserve('req_2', 41)).toEqual({ ok: false, availableUnits: 40 });
    expect(await store.reserve('req_2', 40)).toEqual({ ok: true });
  });

  test('a request id is charged once, and never above its reservation', async () => {
    await using store = await open(100);
    await store.reserve('req_1', 10);
    await expect(store.reserve('req_1', 10)).rejects.toThrow(/UNIQUE/);
    await expect(store.settle('req_1', 11)).rejects.toThrow(/more than was reserved/);
    await store.settle('req_1', 10);
    await expect(store.settle('req_1', 10)).rejects.toThrow(/not reserved/);
    await store.release('req_1');
    expect(await store.account()).toMatchObject({ balanceUnits: 90, reservedUnits: 0 });
  });

  test('an answer that did not arrive is marked, not refunded', async () => {
    await using store = await open(100);
    await store.reserve('req_1', 10);
    await store.settle('req_1', 10);
    await store.accounts.markUndelivered('req_1');
    expect(await store.accounts.listUsage(store.who.accountId)).toMatchObject([
      { delivered: false, units: 10 },
    ]);
  });

  test('what a killed process had reserved is released, what a living one holds is not', async () => {
    await using store = await open(100);
    await store.reserve('req_mine', 10);
    const child = `import { openAccounts } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)};
      const accounts = await openAccounts({ directory: ${JSON.stringify(store.directory)} });
      const reserved = ${JSON.stringify({ ...reservation, ...store.who, requestId: 'req_theirs', units: 20 })};
      await accounts.reserve(reserved);
      process.kill(process.pid, 'SIGKILL');`;
    const run = promisify(execFile)(process.execPath, [
      '--conditions=@sdq/source',
      '--input-type=module',
      '-e',
      child,
    ]);
    await expect(run).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect((await store.account())?.reservedUnits).toBe(30);
    expect(await store.accounts.releaseAbandoned()).toBe(1);
    expect((await store.account())?.reservedUnits).toBe(10);
    await store.settle('req_mine', 10);
  });
});

/** One step of a history: what a request asked for, what it came to (null: it failed), and how late it ends. */
const step = fc.record({
  worst: fc.integer({ min: 0, max: 300 }),
  share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  isLate: fc.boolean(),
});

test('whatever happens, in whatever order: balance = start − ledger, nothing held at the end', async () => {
  await using store = await open(1_000_000);
  const perAccount = async (
    accounts: Accounts,
    history: { worst: number; share: number | null; isLate: boolean }[],
  ) => {
    const { account } = await accounts.createAccount({
      name: 'P',
      email: 'p@example.org',
      balanceUnits: 500,
    });
    const { record } = await accounts.createKey(account.accountId, { name: 'k' });
    const who = { accountId: account.accountId, keyId: record.keyId };
    let spent = 0;
    let held = 0;
    const late: (() => Promise<void>)[] = [];
    for (const [i, { worst, share, isLate }] of history.entries()) {
      const requestId = `req_${account.accountId}_${i}`;
      const reserved = await accounts.reserve({ ...reservation, ...who, requestId, units: worst });
      const available = 500 - spent - held;
      expect(reserved).toEqual(worst <= available ? { ok: true } : { ok: false, availableUnits: available });
      if (!reserved.ok) continue;
      held += worst;
      const end = async () => {
        held -= worst;
        if (share === null) {
          await accounts.release({ requestId, status: 400, errorCode: 'sql_type_error', durationMs: 1 });
          return;
        }
        const units = Math.floor(worst * share);
        spent += units;
        await accounts.settle({ ...settlement, requestId, units, records: units });
      };
      if (isLate) late.push(end);
      else await end();
    }
    for (const end of late) await end();
    const after = await accounts.findAccount(account.accountId);
    expect(after).toMatchObject({ balanceUnits: 500 - spent, reservedUnits: 0 });
    expect((await accounts.usageTotals(account.accountId)).units).toBe(spent);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), (history) => perAccount(store.accounts, history)),
    { numRuns: 25 },
  );
});
