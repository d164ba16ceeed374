import { expect, test } from 'vitest';
import { isMissing } from '../../support/tools.ts';
import { damageTail } from './damage-tail.ts';
import { fillDisk } from './fill-disk.ts';
import { killInWrite } from './kill-in-write.ts';

/** `npm run chaos -- kill-in-write tail disk` does the same at length; docs/money.md has its figures. */
test('a process that is killed while it writes loses nothing that was told', async () => {
  expect(await killInWrite({ runs: 3 })).toMatchObject({ reopened: 3, lost: 0, double: 0 });
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
