import { Chance } from '../chance.ts';
import { iso, recentSecond, seenAfter } from '../moments.ts';
import { postText } from '../texts.ts';
import type { CompanyDraft } from './companies.ts';
import type { NetworkProfile } from './profiles.ts';

const postCount = 2_500;

const kinds = ['text', 'image', 'text', 'video', 'article', 'document'] as const;

/** Posts of people and of companies; a few authors write hundreds. */
export function networkPosts(
  seed: number,
  until: number,
  employers: readonly CompanyDraft[],
  people: readonly NetworkProfile[],
) {
  const chance = new Chance(seed, 'network posts');
  return Array.from({ length: postCount }, (_, index) => {
    const ofCompany = chance.happens(0.4);
    const author = ofCompany ? chance.pickZipf(employers, 1).company : chance.pickZipf(people, 1).username;
    const { text, hashtags } = postText(chance);
    const kind = chance.pick(kinds);
    const second = recentSecond(chance, until, 3);
    const id = String(7_000_000_000_000_000_000n + (BigInt(second) << 20n) + BigInt(index));
    const likes = chance.count(40, 1.6);
    return {
      post_id: id,
      author_kind: ofCompany ? 'company' : 'person',
      author,
      url: `https://network.example/posts/${id}`,
      text,
      created_at: iso(second),
      post_type: kind,
      like_count: likes,
      comment_count: Math.floor(likes * chance.uniform() * 0.2),
      share_count: chance.happens(0.9) ? Math.floor(likes * chance.uniform() * 0.1) : null,
      media: mediaOf(chance, kind, id),
      hashtags,
      indexed_at: seenAfter(chance, second, until),
    };
  });
}

function mediaOf(chance: Chance, kind: (typeof kinds)[number], id: string) {
  if (kind === 'text' || kind === 'article') return [];
  const count = kind === 'image' ? chance.between(1, 4) : 1;
  return Array.from({ length: count }, (_, index) => ({
    type: kind,
    url: `https://media.network.example/${id}/${index}`,
  }));
}
