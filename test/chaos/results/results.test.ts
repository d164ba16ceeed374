import { expect, test } from 'vitest';
import { disconnect } from './disconnect.ts';
import { swapUnderPages } from './swap-under-pages.ts';

/** `npm run chaos -- disconnect swap-under-pages` does the same at length; docs/sql.md has its figures. */
test('clients who leave at any byte leave lines that tell what they had', async () => {
  const result = await disconnect({ requests: 12 });
  expect(result).toMatchObject({ unexplained: 0, reservedUnits: 0, balanceDifference: 0 });
  expect(result.whole).toBeGreaterThan(0);
  expect(result.leftCharged + result.leftFree).toBeGreaterThan(0);
});

test('pages go on in their snapshot while the index is swapped under them', async () => {
  const result = await swapUnderPages({ swaps: 5 });
  expect(result).toMatchObject({ mixed: 0, missed: 0, failed: 0 });
  expect(result.overtaken).toBeGreaterThan(0);
});
