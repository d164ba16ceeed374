import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../fixture.ts';
import { commands } from './commands.ts';
import { addAccount, type Model, type Real, toPlainKey } from './plain-model.ts';

/** `SDQ_MODEL_RUNS=2000` goes on for that many runs, and makes what fails smaller. */
const { SDQ_MODEL_RUNS } = process.env;
const runsDefault = 4;

onEachDatabase(({ home }) => {
  test('accounts, keys, charges, revocations, ends of periods and restarts are what a plain model says', async () => {
    await using place = await home();
    const done = new Map<string, number>();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        const clock = { now: Date.UTC(2026, 10, 20) };
        const open = () => place.open({ now: () => clock.now });
        const real: Real = { home: place, clock, accounts: await open(), other: await open() };
        // request ids are unique in a database, which the runs share
        const model: Model = { accounts: [], now: clock.now, requests: runs++ * 1_000, done };
        try {
          await addAccount(model, real, 1_000);
          const [account] = model.accounts;
          for (const name of ['first', 'second']) {
            const made = await real.accounts.createKey(account?.accountId ?? '', { name });
            account?.keys.push(toPlainKey(made, { spendLimit: null, expiresAt: null }));
          }
          await fc.asyncModelRun(() => ({ model, real }), steps);
          expect(await real.other.verifyLedger()).toMatchObject({ disagreements: [], damage: [] });
        } finally {
          await real.accounts.close();
          await real.other.close();
        }
      }),
      { numRuns: Number(SDQ_MODEL_RUNS ?? runsDefault), endOnFailure: SDQ_MODEL_RUNS === undefined },
    );
    // runs that are all too short would prove nothing
    expect(done.get('settle')).toBeGreaterThan(runs);
  });
});
