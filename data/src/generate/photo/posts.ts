import { Chance } from '../chance.ts';
import { iso, recentSecond, seenAfter } from '../moments.ts';
import { place } from '../people.ts';
import { postText } from '../texts.ts';
import type { PhotoAccount } from './profiles.ts';

const postCount = 2_500;

const mediaTypes = ['image', 'image', 'reel', 'carousel', 'video'] as const;

const shortcodeDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 2011-08-24T21:07:01.721Z, from which the platform's ids count. */
const idEpochMs = 1_314_220_021_721n;

export type PhotoPost = ReturnType<typeof post>;

/** The posts; the first accounts post the most. */
export function photoPosts(seed: number, until: number, accounts: readonly PhotoAccount[]): PhotoPost[] {
  const chance = new Chance(seed, 'photo posts');
  return Array.from({ length: postCount }, (_, index) => post(chance, until, accounts, index));
}

function post(chance: Chance, until: number, accounts: readonly PhotoAccount[], index: number) {
  const second = recentSecond(chance, until, 4);
  const mediaId = ((BigInt(second) * 1000n - idEpochMs) << 23n) + BigInt(index);
  const mediaType = chance.pick(mediaTypes);
  const { text, hashtags } = chance.happens(0.92) ? postText(chance) : { text: '', hashtags: [] };
  const likes = chance.count(200, 1.7);
  return {
    id: shortcode(mediaId),
    media_id: String(mediaId),
    username: chance.pickZipf(accounts, 3).username,
    caption: text,
    like_count: chance.happens(0.97) ? likes : null,
    // The first posts have many pages of comments in the table of comments.
    comment_count: index < 10 ? 400 + chance.below(500) : 8 + Math.floor(likes * 0.05 * chance.uniform()),
    created_at: iso(second),
    media_type: mediaType,
    media_url: `https://media.photo.example/${mediaId}.jpg`,
    video_url:
      mediaType === 'reel' || mediaType === 'video' ? `https://media.photo.example/${mediaId}.mp4` : null,
    hashtags,
    location: chance.happens(0.3) ? place(chance) : null,
    indexed_at: seenAfter(chance, second, until),
  };
}

/** The id to the base of 64, as it stands in addresses. */
export function shortcode(mediaId: bigint): string {
  let text = '';
  for (let rest = mediaId; rest > 0n; rest /= 64n) text = shortcodeDigits.charAt(Number(rest % 64n)) + text;
  return text;
}
