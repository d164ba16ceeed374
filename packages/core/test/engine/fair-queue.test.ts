import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue, type Permit } from '../../src/engine/fair-queue.ts';

const limits = { runningMax: 3, runningPerTenantMax: 2, waitingPerTenantMax: 4, waitMsMax: 60_000 };

/** As a query without a place of its own acquires it. */
async function acquire(
  queue: FairQueue,
  tenant: string,
  signal?: AbortSignal,
  waitingMax?: number,
): Promise<Permit> {
  using place = queue.enqueue(tenant, { waitingMax });
  if (place === undefined) throw new Error('full');
  return await place.permit(signal);
}

test('never more at once than allowed, nobody is forgotten, and tenants come round', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), async (tenants) => {
      const queue = new FairQueue(limits);
      const running: { tenant: string; permit: Permit }[] = [];
      let refused = 0;
      const asked = tenants.map(async (tenant) => {
        try {
          running.push({ tenant, permit: await acquire(queue, tenant) });
        } catch {
          refused++;
        }
      });
      let done = 0;
      await settle();
      const placesMax = limits.runningPerTenantMax + limits.waitingPerTenantMax;
      const surplus = ['a', 'b', 'c'].map((one) =>
        Math.max(0, tenants.filter((tenant) => tenant === one).length - placesMax),
      );
      expect(refused).toBe(surplus.reduce((sum, count) => sum + count, 0));
      while (running.length > 0) {
        expect(running.length).toBeLessThanOrEqual(limits.runningMax);
        for (const tenant of 'abc') {
          expect(running.filter((entry) => entry.tenant === tenant).length).toBeLessThanOrEqual(
            limits.runningPerTenantMax,
          );
        }
        running.shift()?.permit.release();
        done++;
        await settle();
      }
      await Promise.all(asked);
      expect(done + refused).toBe(tenants.length);
      expect(queue.running + queue.waiting).toBe(0);
    }),
  );
});

test('one tenant’s queue does not stand before another’s first query', async () => {
  const queue = new FairQueue({ ...limits, runningMax: 1 });
  const order: string[] = [];
  const run = async (tenant: string) => {
    const permit = await acquire(queue, tenant);
    order.push(tenant);
    await settle();
    permit.release();
  };
  await Promise.all(['a', 'a', 'a', 'b'].map(run));
  expect(order.indexOf('b')).toBeLessThanOrEqual(2);
});

test('who waits too long, is one too many, or leaves is told so', async () => {
  const queue = new FairQueue({ ...limits, runningMax: 1, waitingPerTenantMax: 1, waitMsMax: 20 });
  const first = await acquire(queue, 'a');
  const second = acquire(queue, 'a');
  expect(queue.enqueue('a')).toBeUndefined();
  await expect(second).rejects.toMatchObject({ code: 'too_many_concurrent_queries' });
  await expect(acquire(queue, 'a', AbortSignal.timeout(5))).rejects.toMatchObject({
    code: 'query_cancelled',
  });
  first.release();
  first.release();
  const last = await acquire(queue, 'a');
  last.release();
});

test('a query may bring a bound of its own on what waits before it', async () => {
  const queue = new FairQueue({ ...limits, runningMax: 1, waitingPerTenantMax: 1 });
  const first = await acquire(queue, 'a');
  const waiting = Array.from({ length: 3 }, () => acquire(queue, 'a', undefined, 3));
  expect(queue.enqueue('a', { waitingMax: 3 })).toBeUndefined();
  expect(queue.enqueue('a')).toBeUndefined();
  first.release();
  for (const permit of waiting) (await permit).release();
  expect(queue.running + queue.waiting).toBe(0);
});

test('a place counts until its holder lets go and its query has ended, in either order', async () => {
  const places = () => {
    const queue = new FairQueue({ ...limits, runningPerTenantMax: 1, waitingPerTenantMax: 0 });
    const place = queue.enqueue('a');
    if (place === undefined) throw new Error('full');
    return { queue, place };
  };
  const unused = places();
  expect(unused.queue.enqueue('a')).toBeUndefined();
  unused.place[Symbol.dispose]();
  unused.place[Symbol.dispose]();
  await expect(unused.place.permit(undefined)).rejects.toMatchObject({ code: 'query_cancelled' });
  const next = unused.queue.enqueue('a');
  expect(next).toBeDefined();
  expect(unused.queue.enqueue('a')).toBeUndefined();

  const outlived = places();
  const permit = await outlived.place.permit(undefined);
  await expect(outlived.place.permit(undefined)).rejects.toThrow('for one query');
  outlived.place[Symbol.dispose]();
  expect(outlived.queue.enqueue('a')).toBeUndefined();
  permit.release();
  expect(outlived.queue.enqueue('a')).toBeDefined();

  const held = places();
  (await held.place.permit(undefined)).release();
  expect(held.queue.running).toBe(0);
  expect(held.queue.enqueue('a')).toBeUndefined();
  held.place[Symbol.dispose]();
  expect(held.queue.enqueue('a')).toBeDefined();
});

async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await Promise.resolve();
}
