import { authorTotals } from './author-totals.ts';
import { byAuthor, byAuthorId } from './by-author.ts';
import { hashtagTotals } from './hashtag-totals.ts';
import { ids } from './ids.ts';
import { allLeaders } from './leaders.ts';
import { musicTotals } from './music-totals.ts';
import { postings } from './postings.ts';
import { rollupDay } from './rollup-day.ts';
import { rollupMonth } from './rollup-month.ts';
import { scan } from './scan.ts';
import type { Structure } from './structure.ts';
import { tags } from './tags.ts';
import { tiers } from './tiers.ts';
import { totals } from './totals.ts';
import { words } from './words.ts';

/** Every structure, in the order they are built: each may read those before it. */
export const structures: readonly Structure[] = [
  scan,
  ids,
  byAuthor,
  byAuthorId,
  tags,
  ...tiers,
  rollupDay,
  rollupMonth,
  authorTotals,
  hashtagTotals,
  musicTotals,
  totals,
  ...allLeaders,
  words,
  postings,
];

/** The structure of this name. Errors: a programmer's mistake when there is none. */
export function structureOf(name: string): Structure {
  const found = structures.find((structure) => structure.name === name);
  if (found === undefined) throw new Error(`there is no structure ${name}`);
  return found;
}
