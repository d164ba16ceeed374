import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reservationOf, settlementOf } from '../../../test/support/customer.ts';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres.ts';
import { isMissing } from '../../../test/support/tools.ts';
import type { Accounts } from '../src/index.ts';
import { createHome, openFixture } from './fixture.ts';

describe.skipIf(isMissing('postgres'))('several services on one PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  /** One account, and two services that charge it. */
  async function openTwo(balanceUnits: number) {
    const home = await createHome(await server.createDatabase());
    const first = await openFixture(home, {}, balanceUnits);
    const second = await home.open();
    const request = async (accounts: Accounts, requestId: string, units: number) => {
      const reserved = await accounts.reserve(reservationOf(first, requestId, units));
      if (!reserved.ok) return 0;
      await accounts.settle(settlementOf(requestId, units));
      return units;
    };
    return {
      ...first,
      services: [first.accounts, second],
      request,
      async [Symbol.asyncDispose]() {
        await second.close();
        await first[Symbol.asyncDispose]();
      },
    };
  }

  test('they never spend more than there is, and their sums agree', async () => {
    await using two = await openTwo(1_000);
    const charged = await Promise.all(
      Array.from({ length: 400 }, async (_, i) => {
        const accounts = two.services[i % 2];
        return accounts === undefined ? 0 : await two.request(accounts, `req_${i}`, 1 + (i % 7));
      }),
    );
    const total = charged.reduce((sum, units) => sum + units, 0);
    expect(total).toBeGreaterThan(990);
    expect(await two.account()).toMatchObject({ balanceUnits: 1_000 - total, reservedUnits: 0 });
    for (const accounts of two.services) {
      expect((await accounts.usageSummary(two.accountId)).costUnits).toBe(total);
    }
  });

  test('they keep the sums of a key, which each reads and writes while the other does', async () => {
    await using two = await openTwo(1_000_000);
    const limited = await two.accounts.createKey(two.accountId, { name: 'limited', spendLimitUnits: 300 });
    const { keyId } = limited.record;
    let charged = 0;
    for (let round = 0; round < 40; round++) {
      const requests = two.services.map(async (accounts, i) => {
        const requestId = `req_${round}_${i}`;
        const reserved = await accounts.reserve(reservationOf({ ...two, keyId }, requestId, 5));
        if (!reserved.ok) return;
        const { units } = await accounts.settle(settlementOf(requestId, 5));
        charged += units;
      });
      await Promise.all(requests);
    }
    expect(charged).toBe(300);
    expect((await two.accounts.verifyLedger()).disagreements).toEqual([]);
  });

  test('a server that crashes under load loses and doubles nothing that was told', async () => {
    await using two = await openTwo(1_000_000);
    const told = new Map<string, number>();
    let isOver = false;
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let i = 0; !isOver; i++) {
        const requestId = `req_${client}_${i}`;
        const accounts = two.services[client % 2];
        if (accounts === undefined) return;
        await two
          .request(accounts, requestId, 3)
          .then((units) => told.set(requestId, units))
          .catch(async (error: unknown) => {
            expect(error).toMatchObject({ code: 'service_unavailable' });
            const failure = { requestId, status: 503, errorCode: 'service_unavailable', durationMs: 1 };
            await accounts.release(failure).catch(() => {});
          });
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await server.crash();
    const toldByThen = told.size;
    await expect.poll(() => told.size, { timeout: 10_000 }).toBeGreaterThan(toldByThen + 20);
    isOver = true;
    await Promise.all(clients);
    await expect.poll(async () => (await two.account()).reservedUnits, { timeout: 10_000 }).toBe(0);
    const lines = await two.accounts.listUsage(two.accountId, { limit: 100_000 });
    const ledger = new Map(
      lines.filter(({ state }) => state === 'settled').map((line) => [line.requestId, line]),
    );
    expect([...told].filter(([id, units]) => ledger.get(id)?.units !== units)).toEqual([]);
    expect(ledger.size).toBe(told.size);
    expect((await two.account()).balanceUnits).toBe(1_000_000 - 3 * told.size);
  });
});
