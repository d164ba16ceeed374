import { postSql, startTestService, type TestService } from '../../support/test-service.ts';

const [second, hour, day] = [1_000, 3_600_000, 86_400_000];

/** Where clocks are odd: summer time begins and ends, a second is inserted, months and years end. */
const places = [
  Date.UTC(2026, 2, 29, 0, 59, 59, 990), // Europe, 02:00 to 03:00
  Date.UTC(2026, 9, 25, 0, 59, 59, 990), // Europe, 03:00 to 02:00
  Date.UTC(2026, 10, 1, 5, 59, 59, 990), // New York
  Date.UTC(2016, 11, 31, 23, 59, 59, 990), // the last leap second
  Date.UTC(2028, 1, 28, 23, 59, 59, 990),
  Date.UTC(2026, 11, 31, 23, 59, 59, 990),
];
/** Of the clock between two requests, in milliseconds; a leap second is one that comes twice. */
const steps = [0, 0, 1, -1, 7, -second, second, -hour, hour, -day, day, -40 * day, 40 * day];

export interface ClockResult {
  requests: number;
  steps: number;
  /** Answers with 200 that have no line of their cost, lines that nobody was answered for, lines that came twice. */
  lost: number;
  unseen: number;
  double: number;
  /** Request ids that are not greater than the one before. */
  idsOutOfOrder: number;
  negativeDurations: number;
  /** UTC days whose window, daily sum and lines do not charge the same. */
  daysOff: number;
  /** Costs in answers less the sum of the days, and less what the balance lost. */
  daysDifference: number;
  balanceDifference: number;
}

interface Line {
  request_id: string;
  timestamp: string;
  cost: string;
  duration_ms: number;
}

const unitsOf = (cost: string) => Number(cost.replace(/[$.]/g, ''));

/** Charges requests while the clock jumps, then reads the usage by lines, by windows and by days. */
export async function clock(options: { requests: number; signal?: AbortSignal }): Promise<ClockResult> {
  await using tested = await startTestService();
  const paid: { id: string; units: number }[] = [];
  let idsOutOfOrder = 0;
  let lastId = '';
  const before = (await tested.accounts.findAccount(tested.accountId))?.balanceUnits ?? Number.NaN;
  let lines: Line[] = [];
  let days: { date: string; cost: string }[] = [];
  let daysOff = 0;
  const fake = fakeClock();
  try {
    for (let i = 0; i < options.requests; i++) {
      options.signal?.throwIfAborted();
      if (i % 10 === 0) fake.set(places[(i / 10) % places.length] ?? 0);
      else fake.set(fake.now() + (steps[Math.floor(Math.random() * steps.length)] ?? 0));
      const sent = postSql(tested, { query: 'SELECT video_id FROM videos', limit: 1 + (i % 5) });
      if (i % 3 === 0) fake.set(fake.now() + (steps[i % steps.length] ?? 0)); // while it runs
      const answer = (await (await sent).json()) as { request_id: string; cost: string };
      paid.push({ id: answer.request_id, units: unitsOf(answer.cost) });
      if (answer.request_id <= lastId) idsOutOfOrder++;
      lastId = answer.request_id;
    }
    fake.set(Date.UTC(2030, 0, 1));
    lines = await listLines(tested, '2010-01-01', '2030-01-01');
    const names = new Set(lines.map(({ timestamp }) => timestamp.slice(0, 10)));
    for (const name of names) {
      const daily = await get<{ days: typeof days }>(
        tested,
        `usage/daily?start_date=${name}&end_date=${name}`,
      );
      const sums = [
        daily.days.filter(({ date }) => date === name),
        await listLines(tested, name, name),
        lines.filter(({ timestamp }) => timestamp.startsWith(name)),
      ].map((each) => each.reduce((sum, { cost }) => sum + unitsOf(cost), 0));
      if (new Set(sums).size !== 1) daysOff++;
      days = [...days, ...daily.days.filter(({ date }) => date === name)];
    }
  } finally {
    fake.restore();
  }
  const ledger = new Map(lines.map((line) => [line.request_id, unitsOf(line.cost)]));
  const told = new Map(paid.map(({ id, units }) => [id, units]));
  const total = paid.reduce((sum, { units }) => sum + units, 0);
  const after = (await tested.accounts.findAccount(tested.accountId))?.balanceUnits ?? Number.NaN;
  return {
    requests: paid.length,
    steps: fake.steps(),
    lost: paid.filter(({ id, units }) => ledger.get(id) !== units).length,
    unseen: [...ledger.keys()].filter((id) => !told.has(id)).length,
    double: lines.length - ledger.size,
    idsOutOfOrder,
    negativeDurations: lines.filter(({ duration_ms: ms }) => ms < 0).length,
    daysOff,
    daysDifference: total - days.reduce((sum, { cost }) => sum + unitsOf(cost), 0),
    balanceDifference: total - (before - after),
  };
}

async function listLines(tested: TestService, start: string, end: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (let cursor = ''; ; ) {
    const query = `start_date=${start}&end_date=${end}&limit=37${cursor && `&cursor=${cursor}`}`;
    const page = await get<{ records: Line[]; cursor: string | null }>(tested, `usage?${query}`);
    lines.push(...page.records);
    if (page.cursor === null) return lines;
    cursor = page.cursor;
  }
}

async function get<Data>({ service, accountKey }: TestService, path: string): Promise<Data> {
  const answer = await fetch(`${service.url}/api/users/me/${path}`, {
    headers: { 'x-api-key': accountKey },
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** This process's clock and time zone, until they are restored; what measures durations runs on. */
function fakeClock() {
  const [RealDate, zone] = [Date, process.env.TZ];
  let now = RealDate.now();
  let count = 0;
  class FakeDate extends RealDate {
    static override now(): number {
      return now;
    }

    constructor(...parts: [] | [number | string | Date]) {
      if (parts.length === 0) super(now);
      else super(...(parts as [number]));
    }
  }
  globalThis.Date = FakeDate as DateConstructor;
  process.env.TZ = 'Europe/Berlin';
  return {
    now: () => now,
    steps: () => count,
    set(instant: number) {
      now = instant;
      count++;
    },
    restore() {
      globalThis.Date = RealDate;
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    },
  };
}
