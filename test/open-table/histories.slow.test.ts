import { expect, test } from 'vitest';
import { compareHistories } from './compare-histories.ts';

const histories = Number(process.env.SDQ_OPEN_TABLE_HISTORIES ?? 50);
const firstSeed = 100 + Number(process.env.SDQ_PROPERTY_SEED ?? 1);

test('after many random histories ClickHouse and icebird read the rows of the engine from the open tables', async () => {
  const { comparisons, rows } = await compareHistories(firstSeed, histories);
  expect(comparisons).toBeGreaterThan(6 * histories);
  expect(rows).toBeGreaterThan(20 * histories);
}, 3_600_000);
