import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../fixture.ts';
import { eventName, type Fault, meterId, startStripeServer, stripeKey } from './stripe-server.ts';

const minuteMs = 60_000;

onEachDatabase(({ open }) => {
  /** A metered account, a provider for it, and a clock. */
  async function openMetered() {
    const stripe = await startStripeServer();
    const clock = { now: Date.UTC(2026, 10, 21, 12) };
    const billing = { apiKey: stripeKey, meterId, eventName, baseUrl: stripe.url };
    const store = await open({ now: () => clock.now, billing });
    await store.accounts.updateAccount(store.accountId, { plan: 'metered', billingCustomer: 'cus_jon' });
    let requests = 0;
    return {
      stripe,
      clock,
      store,
      async charge(units: number) {
        const requestId = `req_${requests++}`;
        await store.reserve(requestId, units);
        await store.settle(requestId, units);
      },
      /** Lets time pass and deliveries be tried, until nothing is due for long. */
      async passTime(minutes: number) {
        for (let i = 0; i < minutes; i++) {
          clock.now += minuteMs;
          await store.accounts.doBackgroundWork();
        }
      },
      async [Symbol.asyncDispose]() {
        await store[Symbol.asyncDispose]();
        await stripe[Symbol.asyncDispose]();
      },
    };
  }

  test('one event per customer and minute, with the sum of its charges', async () => {
    await using metered = await openMetered();
    const { stripe, clock, store } = metered;
    for (const units of [3, 4, 0]) await metered.charge(units);
    await store.accounts.doBackgroundWork();
    expect(stripe.events).toEqual([]); // the minute has not ended
    clock.now += minuteMs;
    await metered.charge(10);
    await store.accounts.doBackgroundWork();
    const minute = Date.UTC(2026, 10, 21, 12) / minuteMs;
    const first = { customer: 'cus_jon', value: 7, timestamp: minute * 60 };
    expect(stripe.events).toEqual([{ identifier: `${store.accountId}:${minute}:1`, ...first }]);
    await metered.passTime(1);
    expect(stripe.events[1]).toMatchObject({ value: 10, timestamp: (minute + 1) * 60 });
    clock.now -= 3 * minuteMs; // the clock is set back into a minute that was told
    await metered.charge(5);
    clock.now += 3 * minuteMs;
    await metered.charge(6);
    await metered.passTime(1);
    const identifiers = stripe.events.map(({ identifier }) => identifier);
    expect(new Set(identifiers).size).toBe(4);
    expect(stripe.events.reduce((sum, { value }) => sum + value, 0)).toBe(28);
  });

  test('the summary reads the provider’s sum, and the ledger’s when it cannot be had', async () => {
    await using metered = await openMetered();
    const { stripe, store } = metered;
    await metered.charge(7);
    await metered.passTime(1);
    await metered.charge(5);
    expect(await store.accounts.usageSummary(store.accountId)).toMatchObject({
      costSource: 'billing_provider',
      costUnits: 7,
      pendingUnits: 5,
      units: 12,
    });
    const asked = () =>
      store.home.open({
        now: () => metered.clock.now,
        billing: { apiKey: stripeKey, meterId, eventName, baseUrl: stripe.url },
      });
    stripe.summariesLag = 1;
    await using late = await asked();
    expect(await late.usageSummary(store.accountId)).toMatchObject({
      costSource: 'billing_provider',
      costUnits: 0,
      pendingUnits: 12,
    });
    stripe.summariesFail = true;
    await using other = await asked();
    expect(await other.usageSummary(store.accountId)).toMatchObject({
      costSource: 'ledger',
      costUnits: 12,
      pendingUnits: 0,
    });
  });

  test('whatever the provider does, each charge is counted once', async () => {
    const fault = fc.constantFrom<Fault>('rate_limited', 'server_error', 'refused_connection', 'lost');
    const history = fc.array(
      fc.record({ units: fc.integer({ min: 1, max: 50 }), faults: fc.array(fault, { maxLength: 3 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    await using metered = await openMetered();
    const { stripe, store } = metered;
    let total = 0;
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        for (const { units, faults } of steps) {
          stripe.faults.push(...faults);
          await metered.charge(units);
          total += units;
          await metered.passTime(1);
        }
        stripe.faults = [];
        await metered.passTime(3);
        expect(stripe.events.reduce((sum, { value }) => sum + value, 0)).toBe(total);
      }),
      { numRuns: 5 },
    );
    expect(stripe.calls).toBeGreaterThan(stripe.events.length);
    expect((await store.accounts.usageTotals(store.accountId)).units).toBe(total);
  });

  test('what the provider will never take is given up; what it may have counted is not sent after it forgot', async () => {
    await using metered = await openMetered();
    const { stripe, clock } = metered;
    stripe.faults = ['no_such_customer'];
    await metered.charge(1);
    await metered.passTime(5);
    expect(stripe).toMatchObject({ calls: 1, events: [] });
    stripe.faults = ['lost', 'lost']; // the library itself repeats a call whose connection broke
    await metered.charge(2);
    await metered.passTime(1);
    expect(stripe.events).toHaveLength(1);
    clock.now += 24 * 60 * minuteMs;
    await metered.passTime(2);
    expect(stripe.calls).toBe(3);
  });

  test('an account that nobody bills is not told of', async () => {
    await using metered = await openMetered();
    const { stripe, store } = metered;
    await store.accounts.updateAccount(store.accountId, { billingCustomer: null });
    await metered.charge(3);
    await metered.passTime(2);
    expect(stripe.calls).toBe(0);
  });

  test('what a prepaid balance has covered is not billed again', async () => {
    await using metered = await openMetered();
    const { stripe, store } = metered;
    await metered.charge(2);
    await store.accounts.updateAccount(store.accountId, { plan: 'prepaid' });
    await metered.charge(3);
    await metered.passTime(2);
    expect(stripe.events.reduce((sum, { value }) => sum + value, 0)).toBe(2);
    expect(await store.accounts.usageSummary(store.accountId)).toMatchObject({
      costSource: 'ledger',
      costUnits: 5,
    });
  });

  test('whatever has piled up is told at once', async () => {
    await using metered = await openMetered();
    const { stripe, clock } = metered;
    for (let i = 0; i < 50; i++) {
      await metered.charge(1);
      clock.now += minuteMs;
    }
    await metered.passTime(1);
    expect(stripe.events).toHaveLength(50);
  });
});
