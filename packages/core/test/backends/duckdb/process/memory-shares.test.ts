import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryShares } from '../../../../src/backends/duckdb/process/memory-shares.ts';

const megabyte = 2 ** 20;

let resident: number | null;
let large: number[];
let shares: MemoryShares;
beforeEach(() => {
  vi.useFakeTimers();
  resident = 100 * megabyte;
  large = [];
  shares = new MemoryShares({
    bytesMax: 400 * megabyte,
    onLarge: (id) => large.push(id),
    residentBytes: () => resident,
  });
});
afterEach(() => vi.useRealTimers());

/** An operation that runs until it is ended. */
function operation(id: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = shares.during(id, () => promise);
  return async () => {
    resolve();
    await done;
  };
}

function grow(megabytes: number): void {
  resident = (resident ?? 0) + megabytes * megabyte;
  vi.advanceTimersByTime(25);
}

test('what the process grows by belongs to the queries that ran meanwhile', async () => {
  const endFirst = operation(1);
  grow(60);
  const endSecond = operation(2);
  grow(40);
  expect(shares.largerThan(2)).toBe(1);
  expect(shares.largerThan(1)).toBeUndefined();
  await endFirst();
  grow(90);
  // 20 + 90 beside 60 + 20
  expect(shares.largerThan(1)).toBe(2);
  expect(large).toEqual([2]);
  await endSecond();
});

test('a query that has ended takes nothing, and memory that is freed is nobody’s', async () => {
  const endFirst = operation(1);
  grow(200);
  expect(large).toEqual([1]);
  const endSecond = operation(2);
  expect(shares.largerThan(2)).toBe(1);
  grow(-190);
  grow(30);
  // 10 + 15 beside 15
  expect(shares.largerThan(2)).toBe(1);
  await endFirst();
  shares.forget(1);
  expect(shares.largerThan(2)).toBeUndefined();
  await endSecond();
});

test('a query is called large once', async () => {
  const end = operation(1);
  for (let i = 0; i < 5; i++) grow(90);
  expect(large).toEqual([1]);
  await end();
});

test('where the system does not tell, no query is larger than another', async () => {
  resident = null;
  const ends = [operation(1), operation(2)];
  vi.advanceTimersByTime(100);
  expect(shares.largerThan(1)).toBeUndefined();
  expect(large).toEqual([]);
  for (const end of ends) await end();
});

test('no timer is left when no query runs', async () => {
  const end = operation(1);
  await end();
  shares.forget(1);
  expect(vi.getTimerCount()).toBe(0);
});
