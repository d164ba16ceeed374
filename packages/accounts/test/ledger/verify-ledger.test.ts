import { expect, test } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { onEachDatabase } from '../fixture.ts';

onEachDatabase(({ open }) => {
  test('reports no disagreements for a consistent ledger, also while requests run', async () => {
    await using store = await open({ balanceUnits: 1_000 });
    await store.reserve('req_1', 30);
    await store.settle('req_1', 20);
    await store.reserve('req_2', 10);
    await store.release('req_2');
    await store.reserve('req_3', 5);
    expect(await store.accounts.verifyLedger()).toEqual({
      accounts: 1,
      lines: 2,
      creditUnits: 1_000,
      chargedUnits: 20,
      reservations: 1,
      disagreements: [],
      damage: [],
    });
  });

  const noon = Date.UTC(2026, 10, 21, 12);
  test.each<[string, (db: Store['db']) => Promise<unknown>, object[]]>([
    [
      'a balance',
      (db) =>
        db.updateTable('balances').set({ balance_units: 981 }).where('balance_units', '=', 980).execute(),
      [{ what: 'balance', which: null, kept: 981, counted: 980 }],
    ],
    [
      'a line that is gone',
      (db) => db.deleteFrom('usage_ledger').execute(),
      [
        { what: 'balance', kept: 980, counted: 1_000 },
        { what: 'day', which: '2026-11-21', kept: 20, counted: 0 },
        { what: 'day', which: '2026-11-21', kept: 1, counted: 0 },
      ],
    ],
    [
      'a day',
      (db) => db.updateTable('usage_days').set({ units: 21 }).execute(),
      [{ what: 'day', which: '2026-11-21', kept: 21, counted: 20 }],
    ],
    [
      'a reservation that is gone',
      (db) => db.deleteFrom('holds').execute(),
      [
        { what: 'reservations of the account', kept: 5, counted: 0 },
        { what: 'reservations of a key', which: expect.stringMatching(/^key_/), kept: 5, counted: 0 },
      ],
    ],
  ])('%s that is wrong is named', async (_what, spoil, expected) => {
    await using store = await open({ balanceUnits: 1_000, now: () => noon });
    await store.reserve('req_1', 30);
    await store.settle('req_1', 20);
    await store.reserve('req_2', 5);
    const { store: tables } = await openStore(store.home);
    await spoil(tables.db);
    await tables.close();
    const { disagreements } = await store.accounts.verifyLedger();
    expect(disagreements).toEqual(
      expected.map((each) => expect.objectContaining({ accountId: store.accountId, ...each })),
    );
  });
});
