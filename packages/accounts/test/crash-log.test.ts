import type { CrashEntry } from '@sdq/contract';
import { expect, test } from 'vitest';
import { onEachDatabase } from './fixture.ts';

const entryOf = (id: string, at: number, account: string | null = 'acct_1'): CrashEntry => ({
  id,
  account,
  query: `query of ${id}`,
  shape: `shape of ${id}`,
  at,
});
const byId = (entries: readonly CrashEntry[]) => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));

onEachDatabase(({ home }) => {
  test('the log of crashed queries is shared, survives a restart, and is read by time', async () => {
    await using place = await home();
    const [first, second] = [await place.open(), await place.open()];
    const now = Date.now();
    const entries = [entryOf('a', now - 2_000), entryOf('b', now - 1_000, null), entryOf('c', now)];
    for (const entry of entries) await first.crashLog.add(entry);
    await first.crashLog.add(entryOf('c', now)); // written, but the answer was lost
    expect(byId(await second.crashLog.since(0, 100))).toEqual(entries);
    expect(byId(await second.crashLog.since(now - 1_000, 100))).toEqual(entries.slice(1));
    expect(await second.crashLog.since(0, 1)).toEqual(entries.slice(2));
    await first.close();
    await second.close();
    await using third = await place.open();
    expect(byId(await third.crashLog.since(0, 100))).toEqual(entries);
  });

  test('the log holds an hour, and the newest hundred of an account', async () => {
    await using place = await home();
    let now = 1_800_000_000_000;
    await using accounts = await place.open({ now: () => now });
    const { crashLog } = accounts;
    await crashLog.add(entryOf('other', now, 'acct_2'));
    await crashLog.add(entryOf('none', now, null));
    for (let at = 1; at <= 103; at++) await crashLog.add(entryOf(`c${at}`, now + at));
    const ids = async (account: string | null) =>
      (await crashLog.since(0, 1_000)).filter((entry) => entry.account === account).map(({ id }) => id);
    expect(await ids('acct_1')).toEqual(Array.from({ length: 100 }, (_, i) => `c${103 - i}`));
    expect(await ids('acct_2')).toEqual(['other']);
    expect(await ids(null)).toEqual(['none']);
    now += 3_600_000 + 1;
    await accounts.doBackgroundWork();
    expect(await crashLog.since(0, 1_000)).toHaveLength(100);
    now += 1_000;
    await crashLog.add(entryOf('later', now));
    expect(await crashLog.since(0, 1_000)).toEqual([entryOf('later', now)]);
  });
});
