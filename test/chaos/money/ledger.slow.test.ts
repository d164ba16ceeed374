import { expect, test } from 'vitest';
import { isMissing } from '../../support/tools.ts';
import { damageTail } from './damage-tail.ts';
import { fillDisk } from './fill-disk.ts';
import { keyTiming } from './key-timing.ts';
import { killInWrite } from './kill-in-write.ts';
import { ledgerCrowd } from './ledger-crowd.ts';
import { payOnce } from './pay-once.ts';

/** `npm run chaos -- kill-in-write kill-in-call tail disk ledger-crowd key-timing` does the same at length; docs/money.md has its figures. */
test('a process that is killed while it writes loses nothing that was told', async () => {
  expect(await killInWrite({ runs: 3 })).toMatchObject({ reopened: 3, lost: 0, double: 0 });
});

test.skipIf(isMissing('strace'))('one that is killed in a write or sync loses nothing either', async () => {
  expect(await killInWrite({ runs: 2, usesStrace: true })).toMatchObject({ reopened: 2, lost: 0, double: 0 });
});

test('rows are paid once by two processes, one of which is killed', async () => {
  const result = await payOnce({ sequences: 8 });
  expect(result).toMatchObject({ sequences: 8, kills: 1, refused: 0 });
  expect(result).toMatchObject({ wrongCharges: 0, wrongBalances: 0, disagreements: 0 });
});

test('ledger, summary and balance of a crowd are the same sum', async () => {
  const result = await ledgerCrowd({ clients: 64, requestsEach: 20 });
  expect(result.requests).toBe(64 * 20);
  expect(result).toMatchObject({ ledgerDifference: 0, summaryDifference: 0, balanceDifference: 0 });
});

test('look-ups of wrong keys are timed beside those of a decoy; how they compare is said by the long run', async () => {
  const { keys, tMax, storedUs, decoyUs } = await keyTiming({ keys: 2_000 });
  expect(keys).toBe(2_000);
  expect([tMax, storedUs, decoyUs].every((figure) => figure > 0)).toBe(true);
});

test('a damaged tail is found, and never read as something else', async () => {
  const result = await damageTail({ stride: 997 });
  expect(result.copies).toBeGreaterThan(50);
  expect(result).toMatchObject({ intact: result.copies, wrongLines: 0, wrongBalances: 0 });
});

test.skipIf(isMissing('prlimit'))(
  'while files cannot grow nothing is served or charged; afterwards all goes on',
  async () => {
    const result = await fillDisk({ steps: 3 });
    expect(result.failed).toBeGreaterThan(0);
    expect(result).toMatchObject({
      lost: 0,
      double: 0,
      chargedUnserved: 0,
      difference: 0,
      reservedUnits: 0,
      recovered: 3,
      otherFailures: 0,
      integrity: 'ok',
    });
  },
);
