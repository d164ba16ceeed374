import { expect, test } from 'vitest';
import { platforms, runHistory } from './history.ts';

/** Each takes about a CPU second; `npm run nightly` runs 500. */
const histories = Number(process.env.SDQ_LIVING_HISTORIES ?? 20);
/** Steps of a history beside the first three, at most: longer ones take more than `npm test` has time for. */
const stepsMore = histories > 20 ? 6 : 2;
const firstSeed = Number(process.env.SDQ_PROPERTY_SEED ?? 1);

test('a random history of additions, removals, compactions and builds gives what adding everything at once gives', async () => {
  let rows = 0;
  let layers = 0;
  for (let at = 0; at < histories; at++) {
    const seed = firstSeed + at;
    const platform = platforms[seed % platforms.length] as string;
    const told = `history ${seed} over ${platform}`;
    const result = await runHistory({
      seed,
      platform,
      steps: 3 + (seed % stepsMore),
      isBuilding: seed % 7 === 0,
    });
    expect(result.living, `${told}: ${result.deeds}`).toEqual(result.whole);
    const lengths = Object.entries(result.whole).map(([id, rows]) => [id, rows.length]);
    expect(result.counts, `${told}: ${result.deeds}`).toEqual(Object.fromEntries(lengths));
    expect(result.orphans, `${told}: ${result.deeds}`).toEqual([]);
    expect(result.folded, `${told}: ${result.deeds}`).toEqual(result.atOnce);
    layers += result.layers;
    rows += Object.values(result.whole).reduce((sum, { length }) => sum + length, 0);
  }
  expect(layers).toBeGreaterThan(histories);
  expect(rows).toBeGreaterThan(10 * histories);
}, 3_600_000);
