import { expect, test } from 'vitest';
import { killPublishers } from './kill-publishers.ts';

/** `npm run chaos -- kill-open-tables` kills 200. */
test('publishers that are killed at random moments leave each table readable, at a published snapshot', async () => {
  const result = await killPublishers({ kills: 8, seed: Number(process.env.SDQ_PROPERTY_SEED ?? 1) });
  expect(result).toMatchObject({ mixed: [], isEqual: true, orphans: [] });
  expect(result.late).toBeLessThan(8);
}, 1_200_000);
