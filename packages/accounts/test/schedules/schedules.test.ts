import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeCustomer } from '../../../../test/support/customer.ts';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import type { Accounts, RunEnd, ScheduleTerms } from '../../src/index.ts';
import { CronTimes, ticksCountedMax } from '../../src/schedules/cron.ts';
import { type Home, onEachDatabase } from '../fixture.ts';

const minuteMs = 60_000;
const startAt = Date.UTC(2026, 1, 27, 23, 58, 30);
const numRuns = propertyRuns(10);

const terms: ScheduleTerms = {
  cron: '0 6 * * 1',
  maxCostUnits: 100,
  resultsKept: 2,
  webhookId: null,
  notifyWhen: 'changed',
};
const saved = {
  name: 'Lengths',
  folder: '',
  description: '',
  platform: 'shortvideo',
  text: 'SELECT 1',
  parameters: null,
  limit: null,
  view: null,
} as const;

/** Cron expressions, and what they mean for a minute, told independently. */
const crons: Record<string, (at: Date) => boolean> = {
  '*/7 * * * *': (at) => at.getUTCMinutes() % 7 === 0,
  '30 6,18 * * *': (at) => at.getUTCMinutes() === 30 && [6, 18].includes(at.getUTCHours()),
  '0 0 1 * *': (at) => at.getUTCDate() === 1 && at.getUTCHours() === 0 && at.getUTCMinutes() === 0,
  '*/20 9-17 * * 1-5': (at) =>
    at.getUTCMinutes() % 20 === 0 &&
    at.getUTCHours() >= 9 &&
    at.getUTCHours() <= 17 &&
    at.getUTCDay() >= 1 &&
    at.getUTCDay() <= 5,
};

/** The ticks after `from`, up to `to`. */
function ticksIn(cron: string, from: number, to: number): number[] {
  const ticks: number[] = [];
  for (let at = Math.floor(from / minuteMs) * minuteMs + minuteMs; at <= to; at += minuteMs)
    if (crons[cron]?.(new Date(at))) ticks.push(at);
  return ticks;
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('wait'), minutes: fc.integer({ min: 0, max: 30 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait'), minutes: fc.integer({ min: 0, max: 4_000 }) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('claim'), minutes: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause'), minutes: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resume'), minutes: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cron'), minutes: fc.nat(3) }) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function play(home: Home, first: string, steps: readonly Step[]): Promise<void> {
  const clock = { now: startAt };
  const now = () => clock.now;
  const services: Accounts[] = [await home.open({ now }), await home.open({ now })];
  const [one, other] = services as [Accounts, Accounts];
  const { accountId } = await makeCustomer(one, 1_000);
  const query = await one.saveQuery(accountId, saved);
  const queryId = query?.queryId ?? '';
  const made = await one.createSchedule(accountId, queryId, { ...terms, cron: first });
  const named = { queryId, scheduleId: made?.scheduleId ?? '' };
  let [cron, from, isActive] = [first, clock.now, true];
  const ran = new Set<number>();
  for (const { kind, minutes } of steps) {
    switch (kind) {
      case 'wait':
        clock.now += minutes * minuteMs;
        break;
      case 'pause':
      case 'resume':
        isActive = kind === 'resume';
        await one.updateSchedule(accountId, named, { state: isActive ? 'active' : 'paused' });
        from = clock.now;
        break;
      case 'cron':
        cron = Object.keys(crons)[minutes] ?? first;
        await other.updateSchedule(accountId, named, { cron });
        from = clock.now;
        break;
      default: {
        const due = isActive ? ticksIn(cron, from, clock.now) : [];
        const order = minutes === 0 ? [one, other] : [other, one];
        const claimed = [];
        // on SQLite, one process must not open a directory twice at once
        if (home.databaseUrl === undefined)
          for (const each of order) claimed.push(...(await each.claimTicks(5)));
        else claimed.push(...(await Promise.all(order.map((each) => each.claimTicks(5)))).flat());
        const told = claimed.map(({ tickAt, ticksMissed }) => [tickAt.getTime(), ticksMissed]);
        const expected = due.at(-1);
        expect(told).toEqual(expected === undefined ? [] : [[expected, due.length - 1]]);
        for (const tick of claimed) {
          expect(ran.has(tick.tickAt.getTime())).toBe(false);
          ran.add(tick.tickAt.getTime());
          await one.endScheduleRun(tick, { ok: false, code: 'query_timeout', message: 'It took too long' });
        }
        const [schedule] = await one.listSchedules(accountId, queryId);
        if (schedule?.state === 'paused' && isActive) isActive = false; // after 20 failures
        from = clock.now;
      }
    }
  }
  const runs = await one.listScheduleRuns(accountId, named.scheduleId, { limit: 1_000 });
  expect(new Set(runs.map(({ tickAt }) => tickAt.getTime()))).toEqual(ran);
  await other.close();
  await one.close();
}

const ended = (rowsDigest: string, bytes = 3): RunEnd => ({
  ok: true,
  rowCount: 4,
  units: 4,
  snapshotId: 's1',
  rowsDigest,
  result: {
    snapshotId: 's1',
    rowCount: 4,
    truncated: false,
    bytes: Buffer.alloc(bytes, 7),
    forMs: 1_000_000,
  },
});

onEachDatabase(({ home, open }) => {
  test('each tick is run once, whoever claims it; what an outage missed gets one run, which says so', async () => {
    const runs = fc.asyncProperty(
      fc.constantFrom(...Object.keys(crons)),
      fc.array(step, { minLength: 1, maxLength: 30 }),
      async (cron, steps) => {
        await using place = await home();
        await play(place, cron, steps);
      },
    );
    await fc.assert(runs, { numRuns });
  });

  test('a run keeps the last results, and tells the webhook when rows change', async () => {
    const clock = { now: startAt };
    await using fixture = await open({ now: () => clock.now, allowPrivateWebhooks: true });
    const { accounts, accountId } = fixture;
    const { webhook } = await accounts.createWebhook(accountId, 'http://127.0.0.1:9/hook');
    const query = await accounts.saveQuery(accountId, saved);
    const queryId = query?.queryId ?? '';
    const given = { ...terms, cron: '* * * * *', webhookId: webhook.webhookId };
    const made = await accounts.createSchedule(accountId, queryId, given);
    for (const digest of ['a', 'a', 'b', 'b']) {
      clock.now += minuteMs;
      const [tick] = await accounts.claimTicks(5);
      if (tick === undefined) throw new Error('no tick is due');
      await accounts.endScheduleRun(tick, ended(digest));
      await accounts.endScheduleRun(tick, ended('another')); // it has ended
    }
    const runs = await accounts.listScheduleRuns(accountId, made?.scheduleId ?? '', { limit: 10 });
    expect(runs.map(({ isChanged }) => isChanged)).toEqual([false, true, false, null]);
    expect(runs.map(({ resultId }) => resultId !== null)).toEqual([true, true, false, false]);
    expect(await accounts.readSavedResult(runs[0]?.resultId ?? '')).toEqual(Buffer.alloc(3, 7));
    const notifications = await accounts.listNotifications(accountId);
    expect(notifications).toMatchObject([
      { kind: 'schedule_result', facts: { changed: true, run_id: runs[1]?.runId } },
    ]);
    expect(await accounts.deleteSavedQuery(accountId, queryId)).toBe(true);
    expect(await accounts.readSavedResult(runs[0]?.resultId ?? '')).toBeUndefined();
    clock.now += minuteMs;
    expect(await accounts.claimTicks(5)).toEqual([]);
  });

  test('a schedule that fails again and again is paused, which is told twice: at the first failure and then', async () => {
    const clock = { now: startAt };
    await using fixture = await open({ now: () => clock.now });
    const { accounts, accountId } = fixture;
    const query = await accounts.saveQuery(accountId, saved);
    const queryId = query?.queryId ?? '';
    await accounts.createSchedule(accountId, queryId, { ...terms, cron: '* * * * *' });
    let runs = 0;
    for (let i = 0; i < 30; i++) {
      clock.now += minuteMs;
      for (const tick of await accounts.claimTicks(5)) {
        runs++;
        await accounts.endScheduleRun(tick, {
          ok: false,
          code: 'insufficient_balance',
          message: 'No balance',
        });
      }
    }
    expect(runs).toBe(20);
    const [schedule] = await accounts.listSchedules(accountId, queryId);
    expect(schedule).toMatchObject({ state: 'paused', stateReason: 'Its last 20 runs failed', nextAt: null });
    const told = await accounts.listNotifications(accountId);
    expect(told.map(({ facts }) => facts.paused)).toEqual([true, false]);
  });

  test('a run whose process ended is not run again', async () => {
    const clock = { now: startAt };
    await using fixture = await open({ now: () => clock.now });
    const { accounts, accountId } = fixture;
    const query = await accounts.saveQuery(accountId, saved);
    const made = await accounts.createSchedule(accountId, query?.queryId ?? '', {
      ...terms,
      cron: '0 * * * *',
    });
    clock.now += 90 * minuteMs;
    const [tick] = await accounts.claimTicks(5);
    clock.now += 11 * minuteMs;
    await accounts.doBackgroundWork();
    expect(await accounts.claimTicks(5)).toEqual([]);
    const [run] = await accounts.listScheduleRuns(accountId, made?.scheduleId ?? '', { limit: 5 });
    expect(run).toMatchObject({
      runId: tick?.runId,
      state: 'failed',
      error: { code: 'service_unavailable' },
    });
  });

  test('limits, webhooks of others and wrong times are refused', async () => {
    await using fixture = await open();
    const { accounts, accountId } = fixture;
    const query = await accounts.saveQuery(accountId, saved);
    const queryId = query?.queryId ?? '';
    const create = (changes: Partial<ScheduleTerms>) =>
      accounts.createSchedule(accountId, queryId, { ...terms, ...changes });
    const crons = [
      '',
      'x',
      '* * * *',
      '* * * * * *',
      '60 * * * *',
      '0 0 31 2 *',
      '@reboot',
      '? * * * *',
      '2030-01-01T00:00:00',
      '0 0 1 1 * 2020',
    ];
    for (const cron of crons)
      await expect(create({ cron }), cron).rejects.toMatchObject({ code: 'schedule_invalid' });
    await expect(create({ webhookId: 'whk_x' })).rejects.toMatchObject({ code: 'webhook_not_found' });
    for (let i = 0; i < 20; i++) await create({});
    await expect(create({})).rejects.toMatchObject({ code: 'saved_limit_reached' });
    expect(await accounts.listKeys(accountId, { scope: 'all' })).toHaveLength(2);
  });
});

test('ticks that nobody counts are bounded', () => {
  const times = new CronTimes('* * * * *');
  const first = Date.UTC(2026, 0, 1);
  const year = 365 * 86_400_000;
  const { tickAt, missed, nextAt } = times.due(first, first + year);
  expect([tickAt, missed, nextAt]).toEqual([
    first + ticksCountedMax * minuteMs,
    ticksCountedMax,
    first + year + minuteMs,
  ]);
});
