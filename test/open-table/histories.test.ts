import { expect, test } from 'vitest';
import { compareHistories } from './compare-histories.ts';

const firstSeed = Number(process.env.SDQ_PROPERTY_SEED ?? 1);

/** `histories.slow.test.ts` runs 50. */
test('after random histories of additions, removals and compactions ClickHouse and icebird read the rows of the engine from the open tables', async () => {
  const { comparisons, rows } = await compareHistories(firstSeed, 3);
  expect(comparisons).toBeGreaterThan(10);
  expect(rows).toBeGreaterThan(30);
}, 600_000);
