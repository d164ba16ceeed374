import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atOnce } from '../src/at-once.ts';

test('results are in the order of the items, and no more run at a time than said', async () => {
  let running = 0;
  let most = 0;
  const results = await atOnce([5, 1, 4, 2, 3], 2, async (item) => {
    most = Math.max(most, ++running);
    await sleep(item);
    running--;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
  expect(await atOnce([], 3, async () => 1)).toEqual([]);
});

test('after a failure nothing else is begun, and what runs has ended', async () => {
  const begun: number[] = [];
  let ended = 0;
  const failed = atOnce([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('one failed');
    await sleep(5);
    ended++;
  });
  await expect(failed).rejects.toThrow('one failed');
  expect(begun).toEqual([1, 2]);
  expect(ended).toBe(1);
});
