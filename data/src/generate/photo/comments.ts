import { Chance } from '../chance.ts';
import { iso, seenAfter } from '../moments.ts';
import { answerText } from '../texts.ts';
import type { PhotoPost } from './posts.ts';
import type { PhotoAccount } from './profiles.ts';

/** The first posts have so many comments, the others up to three. */
const busyPosts = 10;
const busyComments = 350;
const otherCommentsMax = 3;

/** Never more than a post's `comment_count`. */
export function photoComments(
  seed: number,
  until: number,
  accounts: readonly PhotoAccount[],
  posts: readonly PhotoPost[],
) {
  const chance = new Chance(seed, 'photo comments');
  let number = 0n;
  return posts.flatMap((post, index) => {
    const count = index < busyPosts ? busyComments + index : chance.below(otherCommentsMax + 1);
    const posted = Date.parse(post.created_at) / 1000;
    return Array.from({ length: count }, () => {
      const author = chance.pickZipf(accounts, 50);
      const second = Math.min(until - 3600, posted + 30 + Math.floor(chance.uniform() ** 2 * 30 * 86_400));
      return {
        id: String(17_900_000_000_000_000n + number++ * 104_729n),
        media_id: post.media_id,
        text: answerText(chance),
        user_pk: author.userId,
        username: author.username,
        full_name: author.fullName,
        profile_pic_url: `https://media.photo.example/${author.userId}.jpg`,
        created_at: iso(second),
        like_count: chance.count(1.5),
        indexed_at: seenAfter(chance, second, until),
      };
    });
  });
}
