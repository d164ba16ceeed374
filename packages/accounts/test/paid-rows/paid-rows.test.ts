import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCustomer, reservationOf, settlementOf } from '../../../../test/support/customer.ts';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import type { Accounts, Charge, Reservation, Settlement } from '../../src/index.ts';
import { paidBy, unpaidParts } from '../../src/paid-rows/paid-rows.ts';
import { createHome, type Home, onEachDatabase } from '../fixture.ts';

const hourMs = 3_600_000;
const unitsEach = 3;
const numRuns = propertyRuns(12);

interface Asked {
  result: string;
  first: number;
  limit: number;
}

const once = ({ result, first, limit }: Asked): Reservation['once'] => ({
  result,
  first,
  records: limit,
  unitsEach,
});

function delivered(requestId: string, { result, first }: Asked, records: number): Settlement {
  return {
    ...settlementOf(requestId, records * unitsEach),
    records,
    once: {
      result,
      first,
      chargeFor: (unpaid, repeatOf) => ({
        units: unpaid * unitsEach,
        lineItems: [{ item: 'records', quantity: unpaid, unitsEach, units: unpaid * unitsEach, repeatOf }],
      }),
    },
  };
}

/** What a plain program would say: each row of each result, and when it was paid. */
class PlainRows {
  readonly #paidAt = new Map<string, number>();

  unpaid(account: string, { result, first }: Asked, count: number, since: number): string[] {
    const rows = Array.from({ length: count }, (_, i) => `${account} ${result} ${first + i}`);
    return rows.filter((row) => (this.#paidAt.get(row) ?? Number.NEGATIVE_INFINITY) <= since);
  }

  pay(rows: readonly string[], now: number): void {
    for (const row of rows) this.#paidAt.set(row, now);
  }
}

const step = fc.record({
  account: fc.nat(1),
  service: fc.nat(1),
  result: fc.constantFrom('a', 'b'),
  first: fc.constantFrom(0, 0, 0, 3, 7),
  limit: fc.integer({ min: 0, max: 12 }),
  delivered: fc.nat(12),
  /** Settled at once, settled after the next ones, failed, or abandoned by a service that ends. */
  end: fc.constantFrom('now', 'now', 'now', 'later', 'fails'),
  hours: fc.constantFrom(0, 0, 0, 1, 5, 13, 24),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe('rows are paid once', () => {
  test('whatever is asked, failed, repeated and forgotten: each charge is that of the rows not paid in 24 hours', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        await using home = await createHome();
        await charge(home, steps);
      }),
      { numRuns },
    );
  });
});

async function charge(home: Home, steps: readonly Step[]) {
  const clock = { now: Date.UTC(2026, 10, 3) };
  const now = () => clock.now;
  const services: Accounts[] = [await home.open({ now }), await home.open({ now })];
  const [one, other] = services as [Accounts, Accounts];
  const customers = [await makeCustomer(one, 1_000_000), await makeCustomer(one, 1_000_000)];
  const rows = new PlainRows();
  const charged = [0, 0];
  const open: (() => Promise<void>)[] = [];
  for (const [i, { account, service, end, hours, ...asked }] of steps.entries()) {
    clock.now += hours * hourMs;
    const accounts = services[service] as Accounts;
    const customer = customers[account] as (typeof customers)[0];
    const requestId = `r${i}`;
    const begunAt = clock.now;
    const reservation = { ...reservationOf(customer, requestId), once: once(asked) };
    const wanted = rows.unpaid(String(account), asked, asked.limit, begunAt - 24 * hourMs);
    const before = await one.findAccount(customer.accountId);
    expect(await accounts.reserve(reservation)).toEqual({ ok: true });
    const after = await one.findAccount(customer.accountId);
    expect((after?.reservedUnits ?? 0) - (before?.reservedUnits ?? 0)).toBe(wanted.length * unitsEach);
    if (end === 'fails') {
      await accounts.release({ requestId, status: 400, errorCode: 'sql_syntax_error', durationMs: 1 });
      continue;
    }
    const count = Math.min(asked.delivered, asked.limit);
    const settle = async () => {
      const unpaid = rows.unpaid(String(account), asked, count, begunAt - 24 * hourMs);
      const { units } = await accounts.settle(delivered(requestId, asked, count));
      expect(units).toBe(unpaid.length * unitsEach);
      rows.pay(unpaid, clock.now);
      charged[account] = (charged[account] ?? 0) + units;
    };
    if (end === 'later') open.push(settle);
    else await settle();
  }
  for (const settle of open) await settle();
  for (const [i, { accountId }] of customers.entries()) {
    const { balanceUnits, reservedUnits } = (await one.findAccount(accountId)) ?? {};
    expect({ balanceUnits, reservedUnits }).toEqual({
      balanceUnits: 1_000_000 - (charged[i] ?? 0),
      reservedUnits: 0,
    });
  }
  expect((await one.verifyLedger()).disagreements).toEqual([]);
  await other.close();
  await one.close();
}

onEachDatabase(({ open }) => {
  const asked = { result: 'a', first: 0, limit: 10 };

  test('a repeat needs no balance, names what paid, and its receipt says so', async () => {
    await using fixture = await open({ balanceUnits: 30 });
    const { accounts, accountId } = fixture;
    const run = async (requestId: string, records: number, limit = 10): Promise<Charge | undefined> => {
      const reservation = { ...reservationOf(fixture, requestId), once: once({ ...asked, limit }) };
      if (!(await accounts.reserve(reservation)).ok) return undefined;
      return await accounts.settle(delivered(requestId, asked, records));
    };
    expect(await run('r1', 10)).toMatchObject({ units: 30, repeatOf: null });
    expect(await run('r2', 10)).toMatchObject({ units: 0, repeatOf: 'r1' });
    expect(await run('r3', 11, 11), 'a row more is to be paid').toBeUndefined();
    await accounts.addCredit(accountId, { units: 3, reason: 'test' });
    expect(await run('r4', 11, 11)).toMatchObject({ units: 3, repeatOf: 'r1' });
    const record = await accounts.findUsage(accountId, 'r4');
    expect(record).toMatchObject({ records: 11, units: 3, repeatOf: 'r1', lineItems: [{ quantity: 1 }] });
    expect((await accounts.verifyLedger()).disagreements).toEqual([]);
  });

  test('two equal requests at once pay once', async () => {
    await using fixture = await open();
    const { accounts } = fixture;
    const ids = Array.from({ length: 8 }, (_, i) => `r${i}`);
    await Promise.all(
      ids.map((id) => accounts.reserve({ ...reservationOf(fixture, id), once: once(asked) })),
    );
    const charges = await Promise.all(ids.map((id) => accounts.settle(delivered(id, asked, 10))));
    expect(charges.map(({ units }) => units).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 30]);
    expect((await fixture.account()).balanceUnits).toBe(100_000 - 30);
  });
});

test('parts that are not paid, and who paid', () => {
  const paid = [
    { requestId: 'b', first: 5, end: 8, paidAt: 20 },
    { requestId: 'a', first: 0, end: 3, paidAt: 10 },
  ];
  expect(unpaidParts(paid, { first: 0, end: 10, since: 0 })).toEqual([
    { first: 3, end: 5 },
    { first: 8, end: 10 },
  ]);
  expect(unpaidParts(paid, { first: 6, end: 7, since: 0 })).toEqual([]);
  expect(unpaidParts(paid, { first: 0, end: 8, since: 10 })).toEqual([{ first: 0, end: 5 }]);
  expect(paidBy(paid, { first: 0, end: 10, since: 0 })).toBe('b');
  expect(paidBy(paid, { first: 3, end: 5, since: 0 })).toBeNull();
});
