import { expect, test } from 'vitest';
import { dayOf, periodOf } from '../src/ledger/period.ts';
import { onEachDatabase } from './fixture.ts';

const day = 86_400_000;

test('days and periods are of UTC, whatever the machine’s zone and its summer time', () => {
  // 2026-03-29 and 2026-10-25: clocks change in Europe; 2016-12-31 had a leap second
  expect(dayOf(Date.UTC(2026, 2, 29, 0, 59, 59, 999))).toBe('2026-03-29');
  expect(dayOf(Date.UTC(2026, 9, 25, 23, 59, 59, 999))).toBe('2026-10-25');
  expect(dayOf(Date.UTC(2016, 11, 31, 23, 59, 60))).toBe('2017-01-01');
  expect(periodOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999))).toBe('2026-12');
});

onEachDatabase(({ open }) => {
  test('a clock that jumps a day, steps back or stands still loses and doubles no line', async () => {
    const steps = [0, 1, -1, day, -day, 3_600_000, -3_600_000, 0, 0, -2 * day, 5 * day, -1_000];
    const clock = { now: Date.UTC(2026, 10, 30, 23, 59, 59) };
    await using store = await open({ now: () => clock.now });
    const expected = new Map<string, number>();
    let units = 0;
    for (const [i, step] of steps.entries()) {
      const requestId = `req_${String(i).padStart(26, '0')}`;
      await store.reserve(requestId, 20);
      clock.now += step; // while the request runs
      await store.settle(requestId, i);
      units += i;
      expected.set(dayOf(clock.now), (expected.get(dayOf(clock.now)) ?? 0) + i);
    }
    const lines = await store.accounts.listUsage(store.accountId);
    expect(lines).toHaveLength(steps.length);
    expect(lines.every(({ durationMs }) => durationMs >= 0)).toBe(true);
    const paged: string[] = [];
    let after: { createdAt: Date; requestId: string } | undefined;
    for (;;) {
      const page = await store.accounts.listUsage(store.accountId, { limit: 2, after });
      paged.push(...page.map(({ requestId }) => requestId));
      after = page.at(-1);
      if (page.length < 2) break;
    }
    expect(paged).toEqual(lines.map(({ requestId }) => requestId));
    expect(new Set(paged).size).toBe(steps.length);
    const days = await store.accounts.usageByDay(store.accountId, {
      first: '2026-01-01',
      last: '2026-12-31',
    });
    expect(new Map(days.map((each) => [each.day, each.units]))).toEqual(expected);
    for (const { day: name } of days) {
      const start = new Date(`${name}T00:00:00Z`);
      const window = { start, end: new Date(start.getTime() + day) };
      const ofDay = await store.accounts.listUsage(store.accountId, window);
      expect(ofDay.reduce((sum, line) => sum + line.units, 0)).toBe(expected.get(name));
    }
    expect(await store.account()).toMatchObject({ balanceUnits: 100_000 - units, reservedUnits: 0 });
  });
});
