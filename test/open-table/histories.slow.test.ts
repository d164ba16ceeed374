import { expect, test } from 'vitest';
import { compareHistories } from './compare-histories.ts';

/** Each takes some CPU seconds; `npm run nightly` runs 50. */
const histories = Number(process.env.SDQ_OPEN_TABLE_HISTORIES ?? 3);
const firstSeed = Number(process.env.SDQ_PROPERTY_SEED ?? 1);

test('after random histories of additions, removals and compactions ClickHouse and icebird read the rows of the engine from the open tables', async () => {
  const { comparisons, rows, readers } = await compareHistories(firstSeed, histories);
  expect(comparisons / readers).toBeGreaterThan(1.5 * histories);
  expect(rows / readers).toBeGreaterThan(5 * histories);
}, 3_600_000);
