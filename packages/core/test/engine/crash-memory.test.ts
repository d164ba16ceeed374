import { AppError, type CrashEntry, type CrashLog } from '@sdq/contract';
import { describe, expect, test } from 'vitest';
import { queryCrashedEngine } from '../../src/backend/stream-errors.ts';
import { CrashMemory } from '../../src/engine/crash-memory.ts';

const asked = { account: 'a', text: 'SELECT 1', parameters: [1n], snapshotId: 's' };
const crashed = expect.objectContaining({ code: 'query_crashed_engine', retryable: false });
const hour = 3_600_000;

/** A clock that stands until it is set. */
class Clock {
  ms = 1_000_000_000_000;
  readonly now = () => this.ms;
}

/** A log in memory that several engines share, and that can fail. */
class SharedLog implements CrashLog {
  readonly entries: CrashEntry[] = [];
  reads: number[] = [];
  failure: Error | undefined;

  async add(entry: CrashEntry): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.entries.push(entry);
  }

  async since(at: number, limit: number): Promise<CrashEntry[]> {
    this.reads.push(at);
    if (this.failure !== undefined) throw this.failure;
    return this.entries.filter((entry) => entry.at >= at).slice(-limit);
  }
}

/** So many crashes of different shapes. */
function crash(memory: CrashMemory, count: number, account: string | null = 'a', name = 'c'): void {
  for (let at = 0; at < count; at++)
    memory.note({ ...asked, account, text: `SELECT ${name}${at}` }, queryCrashedEngine());
}

test('a suspected query runs apart for ten minutes, as do all of its account after three; none is refused', async () => {
  const clock = new Clock();
  const memory = new CrashMemory(clock);
  memory.suspect(asked);
  expect(memory.runsApart({ ...asked, text: 'select 27' })).toBe(true);
  expect(memory.runsApart({ ...asked, text: 'SELECT author' })).toBe(false);
  expect(memory.runsApart({ ...asked, account: 'b' })).toBe(false);
  await memory.check(asked);
  clock.ms += 300_000;
  for (const text of ['SELECT a', 'SELECT b']) memory.suspect({ ...asked, text });
  expect(memory.runsApart({ ...asked, text: 'SELECT author' })).toBe(true);
  await memory.check(asked);
  clock.ms += 301_000;
  expect(memory.runsApart(asked)).toBe(false);
  expect(memory.runsApart({ ...asked, text: 'SELECT b' })).toBe(true);
  clock.ms += 300_000;
  expect(memory.runsApart({ ...asked, text: 'SELECT b' })).toBe(false);
});

describe('a query that ended a process', () => {
  test('is refused for an hour: the same account, text, parameters and snapshot', async () => {
    const clock = new Clock();
    const memory = new CrashMemory(clock);
    memory.note(asked, new AppError('query_memory_exceeded', 'Too much'));
    memory.note(asked, new Error('other'));
    await memory.check(asked);
    memory.note(asked, queryCrashedEngine());
    await expect(memory.check({ ...asked })).rejects.toEqual(crashed);
    for (const other of [
      { account: 'b' },
      { account: null },
      { text: 'SELECT  1' },
      { parameters: [2n] },
      { parameters: undefined },
      { snapshotId: 't' },
    ])
      await memory.check({ ...asked, ...other });
    clock.ms += hour - 1_000;
    await expect(memory.check(asked)).rejects.toEqual(crashed);
    clock.ms += 2_000;
    await memory.check(asked);
  });

  test('is held in few digests: the oldest go first', async () => {
    const memory = new CrashMemory();
    for (let at = 0; at <= 10_000; at++)
      memory.note({ ...asked, account: null, text: `SELECT ${at}` }, queryCrashedEngine());
    await memory.check({ ...asked, account: null, text: 'SELECT 0' });
    await expect(memory.check({ ...asked, account: null, text: 'SELECT 1' })).rejects.toEqual(crashed);
  });

  test('makes those of its shape run apart for an hour, over any snapshot, those of its account alone', () => {
    const clock = new Clock();
    const memory = new CrashMemory(clock);
    const era = { ...asked, text: "SELECT date_diff('era', a, DATE '2026-01-01') FROM t" };
    const like = { ...era, text: "select date_diff('day', a, DATE '1999-12-31') FROM t", snapshotId: 't' };
    expect(memory.runsApart(like)).toBe(false);
    memory.note(era, queryCrashedEngine());
    expect(memory.runsApart(like)).toBe(true);
    expect(memory.runsApart({ ...like, text: 'SELECT date_sub(1)' })).toBe(false);
    for (const account of ['b', null]) expect(memory.runsApart({ ...like, account })).toBe(false);
    clock.ms += hour - 1;
    expect(memory.runsApart(like)).toBe(true);
    clock.ms += 1;
    expect(memory.runsApart(like)).toBe(false);
  });

  test('the third within an hour makes everything of the account run apart', () => {
    const clock = new Clock();
    const memory = new CrashMemory(clock);
    crash(memory, 1);
    clock.ms += 60_000;
    crash(memory, 1, 'a', 'd');
    expect(memory.runsApart(asked)).toBe(false);
    crash(memory, 1, 'a', 'e');
    expect(memory.runsApart(asked)).toBe(true);
    expect(memory.runsApart({ ...asked, account: 'b' })).toBe(false);
    clock.ms += hour - 60_000;
    expect(memory.runsApart(asked)).toBe(false);
  });

  test('counts once, however often its error is reported', () => {
    const memory = new CrashMemory();
    const error = queryCrashedEngine();
    for (let at = 0; at < 5; at++) memory.note(asked, error);
    expect(memory.runsApart({ ...asked, text: 'SELECT other' })).toBe(false);
  });
});

describe('the budget of crashes', () => {
  test('refuses the account after 20 within an hour, until the oldest is an hour old', async () => {
    const clock = new Clock();
    const memory = new CrashMemory(clock);
    crash(memory, 1, 'a', 'first');
    clock.ms += 600_000;
    crash(memory, 18);
    await memory.check(asked);
    crash(memory, 1, 'a', 'last');
    await expect(memory.check(asked)).rejects.toMatchObject({
      code: 'crash_budget_exceeded',
      retryable: true,
      retryAfterSeconds: 3_000,
      meta: { crashes_max: 20, window_seconds: 3_600 },
    });
    await expect(memory.check({ ...asked, text: 'SELECT last0' })).rejects.toEqual(crashed);
    await memory.check({ ...asked, account: 'b' });
    clock.ms += 3_000_000 - 1;
    await expect(memory.check(asked)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    clock.ms += 1;
    await memory.check(asked);
  });

  test('is of accounts: queries without one are not refused', async () => {
    const memory = new CrashMemory();
    crash(memory, 100, null);
    await memory.check({ ...asked, account: null });
    expect(memory.runsApart({ ...asked, account: null })).toBe(true);
  });
});

describe('a shared log', () => {
  const memoryOf = (log: CrashLog, clock: Clock, warnings: unknown[] = []) =>
    new CrashMemory({ log, now: clock.now, onLogFailed: (error) => warnings.push(error) });

  test('tells a new engine everything, and a running one after a few seconds', async () => {
    const clock = new Clock();
    const log = new SharedLog();
    const [first, running] = [memoryOf(log, clock), memoryOf(log, clock)];
    await running.check(asked);
    first.note(asked, queryCrashedEngine());
    await first.flush();
    await expect(memoryOf(log, clock).check(asked)).rejects.toEqual(crashed);
    await running.check(asked);
    clock.ms += 3_000;
    await expect(running.check(asked)).rejects.toEqual(crashed);
    await running.check({ ...asked, account: 'b' });
  });

  test('holds no text', async () => {
    const log = new SharedLog();
    const memory = memoryOf(log, new Clock());
    memory.note({ ...asked, text: "SELECT 'secret'", parameters: ['secret'] }, queryCrashedEngine());
    await memory.flush();
    expect(log.entries).toHaveLength(1);
    expect(JSON.stringify(log.entries)).not.toMatch(/secret|SELECT/i);
  });

  test('counts each crash once, own ones and those read again', async () => {
    const clock = new Clock();
    const log = new SharedLog();
    const [first, second] = [memoryOf(log, clock), memoryOf(log, clock)];
    crash(first, 2);
    for (let round = 0; round < 5; round++) {
      await first.check(asked);
      await second.check(asked);
      clock.ms += 3_000;
    }
    expect(log.reads).toHaveLength(10);
    for (const memory of [first, second]) expect(memory.runsApart(asked)).toBe(false);
    crash(second, 1, 'a', 'third');
    expect(second.runsApart(asked)).toBe(true);
    expect(first.runsApart(asked)).toBe(false);
    await first.check(asked);
    expect(first.runsApart(asked)).toBe(true);
  });

  test('is read at most every 3 seconds, and then from a minute before the last time', async () => {
    const clock = new Clock();
    const log = new SharedLog();
    const memory = memoryOf(log, clock);
    const start = clock.ms;
    for (; clock.ms < start + 6_000; clock.ms += 100) await memory.check(asked);
    expect(log.reads).toEqual([start - hour, start - 60_000]);
    clock.ms = start - 10 * hour; // a clock that is set back does not end the reads
    await memory.check(asked);
    expect(log.reads).toHaveLength(3);
  });

  test('refuses nobody when it fails, and warns once until it works again', async () => {
    const clock = new Clock();
    const log = new SharedLog();
    const warnings: unknown[] = [];
    const memory = memoryOf(log, clock, warnings);
    log.failure = new Error('no database');
    for (let round = 0; round < 20; round++) {
      await memory.check(asked);
      clock.ms += 3_000;
    }
    expect(log.reads).toHaveLength(2);
    memory.note(asked, queryCrashedEngine());
    await memory.flush();
    expect(warnings).toEqual([log.failure]);
    await expect(memory.check(asked)).rejects.toEqual(crashed);
    log.failure = undefined;
    clock.ms += 30_000;
    await memory.check({ ...asked, text: 'SELECT 2' });
    expect(log.reads).toHaveLength(4);
    log.failure = new Error('again');
    clock.ms += 3_000;
    await memory.check({ ...asked, text: 'SELECT 2' });
    expect(warnings).toHaveLength(2);
  });

  test('that does not answer holds up no query', async () => {
    const never = new Promise<never>(() => {});
    const memory = memoryOf({ add: () => never, since: () => never }, new Clock());
    memory.note(asked, queryCrashedEngine());
    await expect(memory.check(asked)).rejects.toEqual(crashed);
    await memory.check({ ...asked, text: 'SELECT 2' });
  });

  test('with times of a clock that is ahead refuses nobody for more than an hour', async () => {
    const clock = new Clock();
    const log = new SharedLog();
    const ahead = new Clock();
    ahead.ms += 24 * hour;
    const other = memoryOf(log, ahead);
    other.note(asked, queryCrashedEngine());
    await other.flush();
    const memory = memoryOf(log, clock);
    await expect(memory.check(asked)).rejects.toEqual(crashed);
    clock.ms += hour;
    await memory.check(asked);
  });
});
