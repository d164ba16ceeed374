import { expect, test } from 'vitest';
import { killKeeper } from './kill-keeper.ts';

/** `npm run chaos -- kill-keeper` does the same 100 times. */
test('what was synced survives kills while it is written and merged; a cut line costs itself alone', async () => {
  const result = await killKeeper({ kills: 2 });
  expect(result.safe).toBeGreaterThanOrEqual(1_000);
  expect(result).toMatchObject({ lost: 0, double: 0, left: 0 });
}, 60_000);
