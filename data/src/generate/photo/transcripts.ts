import { Chance } from '../chance.ts';
import { answerText } from '../texts.ts';
import type { PhotoPost } from './posts.ts';

/** What is said in a third of the reels and videos. */
export function photoTranscripts(seed: number, posts: readonly PhotoPost[]) {
  const chance = new Chance(seed, 'photo transcripts');
  return posts
    .filter(({ video_url }) => video_url !== null && chance.happens(0.33))
    .map(({ id, indexed_at }) => {
      const said = [answerText(chance), answerText(chance)];
      return {
        id,
        language: 'en',
        source: 'platform',
        text: said.join(' '),
        segments: said.map((text, at) => ({ start_ms: at * 1_500, end_ms: at * 1_500 + 1_300, text })),
        indexed_at,
      };
    });
}
