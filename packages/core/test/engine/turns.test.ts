import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Turn, Turns } from '../../src/engine/turns.ts';

const limits = { runningMax: 3, runningPerOwnerMax: 2, waitingPerOwnerMax: 4, waitMsMax: 60_000 };

test('never more at once than allowed, nobody is forgotten, and owners come round', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), async (owners) => {
      const turns = new Turns(limits);
      const running: { owner: string; turn: Turn }[] = [];
      let refused = 0;
      const asked = owners.map(async (owner) => {
        try {
          running.push({ owner, turn: await turns.take(owner, undefined) });
        } catch {
          refused++;
        }
      });
      let done = 0;
      await settle();
      while (running.length > 0) {
        expect(running.length).toBeLessThanOrEqual(limits.runningMax);
        for (const owner of 'abc') {
          expect(running.filter((entry) => entry.owner === owner).length).toBeLessThanOrEqual(
            limits.runningPerOwnerMax,
          );
        }
        running.shift()?.turn.end();
        done++;
        await settle();
      }
      await Promise.all(asked);
      expect(done + refused).toBe(owners.length);
    }),
  );
});

test('one owner’s queue does not stand before another’s first query', async () => {
  const turns = new Turns({ ...limits, runningMax: 1 });
  const order: string[] = [];
  const run = async (owner: string) => {
    const turn = await turns.take(owner, undefined);
    order.push(owner);
    await settle();
    turn.end();
  };
  await Promise.all(['a', 'a', 'a', 'b'].map(run));
  expect(order.indexOf('b')).toBeLessThanOrEqual(2);
});

test('who waits too long, is one too many, or leaves is told so', async () => {
  const turns = new Turns({ ...limits, runningMax: 1, waitingPerOwnerMax: 1, waitMsMax: 20 });
  const first = await turns.take('a', undefined);
  const second = turns.take('a', undefined);
  await expect(turns.take('a', undefined)).rejects.toMatchObject({ code: 'too_many_concurrent_queries' });
  await expect(second).rejects.toMatchObject({ code: 'too_many_concurrent_queries' });
  await expect(turns.take('a', AbortSignal.timeout(5))).rejects.toMatchObject({ code: 'query_cancelled' });
  first.end();
  first.end();
  const last = await turns.take('a', undefined);
  last.end();
});

test('a query may bring a bound of its own on what waits before it', async () => {
  const turns = new Turns({ ...limits, runningMax: 1, waitingPerOwnerMax: 1 });
  const first = await turns.take('a', undefined);
  const waiting = Array.from({ length: 3 }, () => turns.take('a', undefined, 3));
  await expect(turns.take('a', undefined, 3)).rejects.toMatchObject({ code: 'too_many_concurrent_queries' });
  await expect(turns.take('a', undefined)).rejects.toMatchObject({ code: 'too_many_concurrent_queries' });
  first.end();
  for (const turn of waiting) (await turn).end();
  expect(turns.running + turns.waiting).toBe(0);
});

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}
