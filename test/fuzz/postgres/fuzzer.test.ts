import { expect, test } from 'vitest';
import { postgresFuzzer } from './fuzzer.ts';

test('400 altered messages: no crash, and the ledger balances', async () => {
  const { signal } = new AbortController();
  const outcome = await postgresFuzzer.run({ count: 400, seconds: 50, seed: 1, show: false, signal });
  expect(outcome.figures).toMatchObject({ crashes: [], balanced: true });
});
