import { expect, test } from 'vitest';
import { onEachDatabase } from '../fixture.ts';

onEachDatabase(({ home }) => {
  test('a limit holds over calls at once, and begins anew with the window', async () => {
    await using place = await home();
    const clock = { now: 1_000_000 * 60_000 };
    await using accounts = await place.open({ now: () => clock.now });
    const take = (cost = 1) => accounts.takeRate('key_1', { limit: 100, windowMs: 60_000, cost });
    const first = await take();
    expect(first).toEqual({ ok: true, remaining: 99, resetMs: 60_000 });
    const taken = await Promise.all(Array.from({ length: 150 }, () => take()));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(99);
    expect((await accounts.takeRate('key_2', { limit: 100, windowMs: 60_000 })).ok).toBe(true);
    clock.now += 60_001;
    expect(await take(60)).toMatchObject({ ok: true, remaining: 40, resetMs: 59_999 });
    expect(await take(41)).toMatchObject({ ok: false });
    expect(await take(40)).toMatchObject({ ok: true, remaining: 0 });
  });

  test('a clock that is set back refuses nobody for long; one that is a little behind gives nothing twice', async () => {
    await using place = await home();
    const clock = { now: 1_000_000 * 60_000 };
    await using accounts = await place.open({ now: () => clock.now });
    await using behind = await place.open({ now: () => clock.now - 15_000 });
    const rate = { limit: 10, windowMs: 60_000, cost: 10 };
    expect(await accounts.takeRate('b', rate)).toMatchObject({ ok: true });
    expect(await behind.takeRate('b', rate)).toMatchObject({ ok: false });
    clock.now -= 86_400_000;
    expect(await accounts.takeRate('b', rate)).toMatchObject({ ok: true });
    expect(await accounts.takeRate('b', rate)).toMatchObject({ ok: false });
    clock.now += 60_000;
    expect(await accounts.takeRate('b', rate)).toMatchObject({ ok: true });
  });

  test('processes that share a database share the limit', async () => {
    await using place = await home();
    if (place.databaseUrl === undefined) return; // of SQLite, one process at a time takes the lock
    const now = () => 1_000_000 * 60_000;
    await using one = await place.open({ now });
    await using two = await place.open({ now });
    const taken = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        (i % 2 ? one : two).takeRate('b', { limit: 200, windowMs: 60_000 }),
      ),
    );
    expect(taken.filter(({ ok }) => ok)).toHaveLength(200);
  });
});
