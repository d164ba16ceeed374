import { tableNamed } from '../index-writer.ts';
import type { ReportStep } from '../progress.ts';
import type { Recipe } from '../recipe.ts';
import { microProfiles } from './profiles.ts';
import { tweets } from './tweets.ts';

/** Generates the tables of the short-text platform. */
export async function generateMicro(recipe: Recipe, report: ReportStep): Promise<void> {
  const { connection, writer } = recipe;
  report('micro.tweets', 0, 2);
  await writer.write(connection, tableNamed('micro', 'tweets'), null, tweets(recipe));
  report('micro.profiles', 1, 2);
  await writer.write(connection, tableNamed('micro', 'profiles'), null, microProfiles(recipe));
}
