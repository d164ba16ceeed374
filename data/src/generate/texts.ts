import { answers, biographies, endings, openings, postHashtags, topics } from '../vocabulary/sentences.ts';
import type { Chance } from './chance.ts';

const fill = (chance: Chance, sentence: string) =>
  sentence.replaceAll('{}', () => chance.pickZipf(topics, 4));

/** One to three sentences and up to four hashtags, as the text has them and as a list. */
export function postText(chance: Chance): { text: string; hashtags: string[] } {
  const hashtags = chance.happens(0.7) ? tagsOf(chance) : [];
  const parts = [
    fill(chance, chance.pick(openings)),
    chance.happens(0.3) ? fill(chance, chance.pick(openings)) : '',
    chance.pick(endings),
    hashtags.map((tag) => `#${tag}`).join(' '),
  ];
  return { text: parts.filter((part) => part !== '').join(' '), hashtags };
}

function tagsOf(chance: Chance): string[] {
  return [...new Set(Array.from({ length: chance.between(1, 4) }, () => chance.pickZipf(postHashtags, 3)))];
}

export function answerText(chance: Chance): string {
  return fill(chance, chance.pickZipf(answers, 6));
}

export function biography(chance: Chance): string {
  return fill(chance, chance.pick(biographies));
}
