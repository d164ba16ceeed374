import { expect, test } from 'vitest';
import { runFuzz } from './run-fuzz.ts';

/** `npm run fuzz -- http` does the same at length. */
test('answers to generated requests are as the document says, and cost what the ledger has', async () => {
  const summary = await runFuzz({ requests: 1_500, seed: 20_261 });
  expect(summary).toMatchObject({ requests: 1_500, violations: [], chargedOtherwise: 0, chargedUntold: 0 });
  expect(summary.answeredUnits).toBeGreaterThan(0);
  expect(summary.ledgerUnits).toBe(summary.answeredUnits);
  expect(summary.balanceUnits).toBe(summary.answeredUnits);
  expect(summary.operationsSucceeded).toBeGreaterThan(summary.operations / 2);
});
