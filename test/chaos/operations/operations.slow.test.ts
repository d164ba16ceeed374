import { expect, test } from 'vitest';
import { answerTiming } from './answer-timing.ts';
import { corruptIndex } from './corrupt-index.ts';
import { deadlines, everyBomb, everySlowToBind } from './deadlines.ts';
import { hostileQueries } from './hostile-queries.ts';
import { killers } from './killers.ts';
import { spill } from './spill.ts';
import { stopUnderLoad } from './stop-under-load.ts';

/** `npm run chaos` does the same at length; docs/operating.md has its figures. */
test.each(['crash', 'invalidate'] as const)(
  'queries that %s the engine end alone: those beside and after them are answered right',
  async (kind) => {
    const result = await hostileQueries({ kind, queries: 2 });
    expect(result).toMatchObject({ benignFailed: 0, charged: 0 });
    expect(result.processesEnded).toBeGreaterThan(0);
    expect(Object.keys(result.statuses)).not.toContain('none');
  },
);

test('queries that do not stop by themselves are answered nevertheless', async () => {
  const result = await deadlines({ asked: everyBomb, queries: 2, timeoutMs: 300 });
  expect(result).toMatchObject({ unanswered: 0 });
});

// Without a deadline, the first of them took 15 s to plan, the second 25 s.
test('queries that are slow to bind are answered within seconds of their deadline, run or planned only', async () => {
  const result = await deadlines({ asked: everySlowToBind, queries: 6, timeoutMs: 300 });
  expect(result).toMatchObject({ unanswered: 0 });
  expect(result.lateMsMax, result.latest).toBeLessThan(8_000);
  expect(Object.keys(result.statuses)).not.toContain('500');
});

test('a damaged snapshot is never taken up, and the old one goes on answering', async () => {
  const result = await corruptIndex({ rounds: 1 });
  expect(result.damages).toBeGreaterThan(8);
  expect(result).toMatchObject({ takenUp: 0, wrongAnswers: 0, healedTakenUp: true });
});

test('what a killed service left on disk is gone when the next one answers', async () => {
  const result = await spill({ kills: 1 });
  expect(result.leftBytesMin).toBeGreaterThan(0);
  expect(result).toMatchObject({ notSpilled: 0, bytesAfterStartMax: 0 });
});

test('the command stops under load with exit code 0: nothing reset, nothing lost, nothing charged twice', async () => {
  const result = await stopUnderLoad({ stops: 1 });
  expect(result.answered).toBeGreaterThan(0);
  expect(result).toMatchObject({
    resets: 0,
    badExits: 0,
    lost: 0,
    double: 0,
    difference: 0,
    reservedUnits: 0,
  });
});

test('statements that end their process harm no other account, and cost nothing', async () => {
  const result = await killers({ phases: 1, phaseSeconds: 2, isLoadedToo: false });
  expect(result.processesReplaced).toBeGreaterThan(0);
  expect(result).toMatchObject({ honestErrors: 0, ledgerDifference: 0, killersCharged: 0 });
});

/** `npm run chaos -- answer-timing` measures the times. */
test('no answer says that another account asked the same', async () => {
  const timed = await answerTiming({
    pairs: { resultCache: 20, recentTexts: 20, price: 20, crashMemory: 0 },
  });
  for (const { secret, hits, differing } of timed)
    expect({ secret, hits, differing }).toEqual({ secret, hits: 0, differing: 0 });
});
