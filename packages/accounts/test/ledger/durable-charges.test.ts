import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { makeCustomer, reservationOf, settlementOf } from '../../../../test/support/customer.ts';
import { PepperRing } from '../../src/keys/pepper-ring.ts';
import { createAccounts } from '../../src/open-accounts.ts';
import { LogSync } from '../../src/store/log-sync.ts';
import { migrate } from '../../src/store/migrate.ts';
import { SqliteConnection } from '../../src/store/sqlite-connection.ts';
import { sqliteStore } from '../../src/store/store.ts';
import { temporaryDirectory } from '../fixture.ts';

/** SQLite whose syncs wait for the test, or fail. */
class SlowDisk extends SqliteConnection {
  readonly syncs: (() => void)[] = [];
  isSlow = false;
  isBroken = false;

  override async sync(): Promise<void> {
    if (this.isBroken) throw new AppError('service_unavailable', 'the disk cannot sync');
    if (this.isSlow) await new Promise<void>((resolve) => this.syncs.push(resolve));
    await super.sync();
  }
}

async function openLedger(path: string) {
  const disk = new SlowDisk(join(path, 'accounts.db'));
  const store = sqliteStore(disk);
  await migrate(store.db as unknown as Kysely<unknown>, 'sqlite');
  const accounts = createAccounts(store, new PepperRing(['07'.repeat(32)]), {});
  return { disk, accounts, customer: await makeCustomer(accounts, 1_000) };
}

test('a charge waits for the disk; reservations and the event loop do not wait with it', async () => {
  await using directory = await temporaryDirectory();
  const { disk, accounts, customer } = await openLedger(directory.path);
  await using _accounts = accounts;
  await accounts.reserve(reservationOf(customer, 'req_1', 10));
  disk.isSlow = true;
  let isCharged = false;
  const charge = accounts.settle(settlementOf('req_1', 10)).then(() => {
    isCharged = true;
  });
  await expect.poll(() => disk.syncs.length).toBe(1);
  for (let n = 2; n < 20; n++) await accounts.reserve(reservationOf(customer, `req_${n}`, 10));
  expect(isCharged).toBe(false);
  expect(disk.syncs).toHaveLength(1);
  disk.isSlow = false;
  disk.syncs[0]?.();
  await charge;
  expect((await accounts.findAccount(customer.accountId))?.balanceUnits).toBe(990);
});

test('where the disk cannot sync, what was charged is told, and reservations are refused until it can', async () => {
  await using directory = await temporaryDirectory();
  const { disk, accounts, customer } = await openLedger(directory.path);
  await using _accounts = accounts;
  await accounts.reserve(reservationOf(customer, 'req_1', 10));
  await accounts.reserve(reservationOf(customer, 'req_2', 10));
  disk.isBroken = true;
  const charges = await Promise.all(['req_1', 'req_2'].map((id) => accounts.settle(settlementOf(id, 10))));
  expect(charges.map(({ units }) => units)).toEqual([10, 10]);
  await expect(accounts.reserve(reservationOf(customer, 'req_3', 10))).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  disk.isBroken = false;
  await accounts.reserve(reservationOf(customer, 'req_4', 10));
  await accounts.settle(settlementOf('req_4', 10));
  const account = await accounts.findAccount(customer.accountId);
  expect(account).toMatchObject({ balanceUnits: 970, reservedUnits: 0 });
  expect(await accounts.verifyLedger()).toMatchObject({ lines: 3, chargedUnits: 30, disagreements: [] });
});

test('calls during a sync share the next one, which begins after them', async () => {
  await using directory = await temporaryDirectory();
  const { disk, accounts } = await openLedger(directory.path);
  await using _accounts = accounts;
  await using log = new LogSync(join(directory.path, 'accounts.db-wal'));
  const first = log.sync();
  const second = log.sync();
  expect(second).not.toBe(first);
  expect(log.sync()).toBe(second);
  await second;
  expect(log.sync()).not.toBe(second);
  await expect(new LogSync(join(directory.path, 'missing')).sync()).rejects.toMatchObject({ code: 'ENOENT' });
  await disk.sync();
});
