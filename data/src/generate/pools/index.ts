import type { ReportStep } from '../progress.ts';
import type { Recipe } from '../recipe.ts';
import { makeCaptions } from './captions.ts';
import { makeNameHalves } from './name-halves.ts';
import { makePeopleNames } from './people-names.ts';
import { makePlaces } from './places.ts';
import { makePostTagSets } from './post-tag-sets.ts';
import { makeSounds } from './sounds.ts';
import { makeTagSets } from './tag-sets.ts';
import { makeTopics } from './topics.ts';
import { makeWords } from './words.ts';

/** In dependency order. */
const pools = [
  makeWords,
  makePlaces,
  makeNameHalves,
  makeCaptions,
  makeTagSets,
  makeSounds,
  makePeopleNames,
  makeTopics,
  makePostTagSets,
];

/**
 * Generates the pools: the parts from which rows of several tables are composed. Their size is bounded, regardless of
 * the number of rows.
 */
export async function makePools(recipe: Recipe, report: ReportStep): Promise<void> {
  for (const [done, makePool] of pools.entries()) {
    report('pools', done, pools.length);
    await makePool(recipe);
  }
}
