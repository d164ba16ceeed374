import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { makeCustomer, reservationOf, settlementOf } from '../../../test/support/customer.ts';
import { PepperRing } from '../src/keys/pepper-ring.ts';
import { createAccounts } from '../src/open-accounts.ts';
import { migrate } from '../src/store/migrate.ts';
import { type Ran, SqliteConnection } from '../src/store/sqlite-connection.ts';
import { type Store, sqliteStore } from '../src/store/store.ts';
import { temporaryDirectory } from './fixture.ts';

describe('databases that fail', () => {
  test('whichever statement fails, the request is refused, costs nothing, and the next one goes through', async () => {
    await using directory = await temporaryDirectory();
    const fault = { failAt: 0 };
    const store = sqliteStore(new FaultyConnection(join(directory.path, 'accounts.db'), fault));
    await migrate(store.db as unknown as Kysely<unknown>, 'sqlite');
    await using accounts = createAccounts(store, new PepperRing(['07'.repeat(32)]), {});
    const customer = await makeCustomer(accounts, 10_000);
    const { accountId } = customer;
    let charged = 0;
    let refused = 0;
    const request = async (requestId: string) => {
      await accounts.reserve(reservationOf(customer, requestId, 9));
      try {
        await accounts.settle(settlementOf(requestId, 5));
      } catch (error) {
        const failure = { requestId, status: 503, errorCode: 'service_unavailable', durationMs: 1 };
        await accounts.release(failure).catch(() => {});
        throw error;
      }
      charged += 5;
    };
    for (let n = 1; n <= 60; n++) {
      fault.failAt = n;
      await request(`req_${n}`).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'service_unavailable' });
        refused++;
      });
      fault.failAt = 0;
      await request(`req_${n}_after`);
    }
    expect(refused).toBeGreaterThan(10);
    await expect
      .poll(async () => (await accounts.findAccount(accountId))?.reservedUnits, { timeout: 5_000 })
      .toBe(0);
    expect((await accounts.findAccount(accountId))?.balanceUnits).toBe(10_000 - charged);
    expect((await accounts.usageTotals(accountId)).units).toBe(charged);
  });

  test('a database whose answers get lost charges once what it has charged, and keeps no reservation of nobody', async () => {
    await using directory = await temporaryDirectory();
    const sqlite = sqliteStore(new SqliteConnection(join(directory.path, 'accounts.db')));
    await migrate(sqlite.db as unknown as Kysely<unknown>, 'sqlite');
    let lost = 0;
    const store: Store = {
      ...sqlite,
      mayCommitUnseen: true,
      async ledgerTransaction(isDurable, work) {
        const result = await sqlite.ledgerTransaction(isDurable, work);
        if (lost > 0) {
          lost--;
          throw new AppError('service_unavailable', 'the answer got lost');
        }
        return result;
      },
    };
    await using accounts = createAccounts(store, new PepperRing(['07'.repeat(32)]), {});
    const customer = await makeCustomer(accounts, 1_000);
    for (const [i, lostAnswers] of [1, 2, 4].entries()) {
      lost = lostAnswers;
      await accounts.reserve(reservationOf(customer, `req_${i}`));
      lost = lostAnswers;
      await accounts.settle(settlementOf(`req_${i}`, 10));
    }
    lost = 6; // more than it is tried
    await expect(accounts.reserve(reservationOf(customer, 'req_lost'))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    const reserved = async () => (await accounts.findAccount(customer.accountId))?.reservedUnits;
    await expect.poll(reserved, { timeout: 5_000 }).toBe(0);
    expect(await accounts.verifyLedger()).toMatchObject({ lines: 4, chargedUnits: 30, disagreements: [] });
  });
});

/** SQLite whose nth statement from now on fails, as on a disk that does. */
class FaultyConnection extends SqliteConnection {
  readonly #fault: { failAt: number };

  constructor(path: string, fault: { failAt: number }) {
    super(path);
    this.#fault = fault;
  }

  override run<Row>(text: string, parameters?: readonly unknown[]): Ran<Row> {
    const fault = this.#fault;
    // what takes back must work: SQLite does it itself when it cannot write
    if (fault.failAt > 0 && text !== 'rollback' && --fault.failAt === 0) {
      throw new AppError('service_unavailable', 'disk I/O error');
    }
    return super.run<Row>(text, parameters);
  }
}
