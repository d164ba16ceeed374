import { tableNamed } from './index-writer.ts';
import { type JsonRow, writeJsonRows } from './json-rows.ts';
import { microProfiles } from './micro/profiles.ts';
import { tweets } from './micro/tweets.ts';
import { companies } from './network/companies.ts';
import { networkPosts } from './network/posts.ts';
import { networkProfiles } from './network/profiles.ts';
import { photoComments } from './photo/comments.ts';
import { photoPosts } from './photo/posts.ts';
import { photoProfiles } from './photo/profiles.ts';
import { photoTranscripts } from './photo/transcripts.ts';
import type { ReportStep } from './progress.ts';
import type { Recipe } from './recipe.ts';

/** Makes the tables of the other three platforms, always of the same size. */
export async function generateSmallSets(recipe: Recipe, report: ReportStep): Promise<void> {
  const sets = [network(recipe), photo(recipe), micro(recipe)].flat();
  for (const [done, [platform, name, rows]] of sets.entries()) {
    report(`${platform}.${name}`, done, sets.length);
    await writeJsonRows(recipe, tableNamed(platform, name), rows);
  }
}

type SmallTable = readonly ['network' | 'photo' | 'micro', string, readonly JsonRow[]];

function network({ seed, until }: Recipe): SmallTable[] {
  const employers = companies.draft(seed);
  const people = networkProfiles(seed, until, employers);
  return [
    ['network', 'profiles', people],
    ['network', 'companies', companies.finish(seed, until, employers, people)],
    ['network', 'posts', networkPosts(seed, until, employers, people)],
  ];
}

function photo({ seed, until }: Recipe): SmallTable[] {
  const accounts = photoProfiles.draft(seed);
  const posts = photoPosts(seed, until, accounts);
  const comments = photoComments(seed, until, accounts, posts);
  return [
    ['photo', 'profiles', photoProfiles.finish(seed, until, accounts, posts)],
    ['photo', 'posts', posts],
    ['photo', 'comments', comments],
    ['photo', 'transcripts', photoTranscripts(seed, posts)],
  ];
}

function micro({ seed, until }: Recipe): SmallTable[] {
  const accounts = microProfiles.draft(seed, until);
  const posts = tweets(seed, until, accounts);
  return [
    ['micro', 'tweets', posts],
    ['micro', 'profiles', microProfiles.finish(seed, until, accounts, posts)],
  ];
}
