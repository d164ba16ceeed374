import { categories } from '../../vocabulary/sentences.ts';
import { Chance } from '../chance.ts';
import { daySeconds, seenAfter } from '../moments.ts';
import { inventPeople, type Person } from '../people.ts';
import { biography } from '../texts.ts';

const profileCount = 1_500;

/** The first accounts are the popular ones: most of the others follow them. */
const followedMedian = 30;

export interface PhotoAccount extends Person {
  userId: string;
}

/** Who there is; posts and comments need authors, and the counts of a profile need its posts. */
function draft(seed: number): PhotoAccount[] {
  const people = inventPeople(new Chance(seed, 'photo profiles, names'), profileCount, ['', '.', '_']);
  return people.map((person, index) => ({ ...person, userId: String(1_784_000_000 + index * 7919) }));
}

/** Who follows whom is one relation, from which both lists are read. */
function finish(
  seed: number,
  until: number,
  accounts: readonly PhotoAccount[],
  posts: readonly { username: string }[],
) {
  const chance = new Chance(seed, 'photo profiles');
  const followers = new Map<string, string[]>();
  const following = accounts.map((account) => {
    const count = Math.min(700, chance.count(followedMedian));
    const others = new Set(Array.from({ length: count }, () => chance.pickZipf(accounts, 8).username));
    others.delete(account.username);
    for (const other of others) followers.set(other, [...(followers.get(other) ?? []), account.username]);
    return [...others];
  });
  const postsOf = Map.groupBy(posts, (post) => post.username);
  return accounts.map((account, index) => {
    const known = followers.get(account.username) ?? [];
    const isBusiness = chance.happens(0.2);
    return {
      username: account.username,
      user_id: account.userId,
      full_name: chance.happens(0.95) ? account.fullName : '',
      bio: biography(chance),
      profile_pic_url: `https://media.photo.example/${account.userId}.jpg`,
      category: isBusiness ? chance.pick(categories) : null,
      external_url: chance.happens(0.25)
        ? `https://${account.username.replaceAll(/[._]/g, '-')}.example`
        : null,
      follower_count: known.length * chance.between(1, 400),
      following_count: (following[index]?.length ?? 0) + chance.between(0, 300),
      post_count: (postsOf.get(account.username)?.length ?? 0) + chance.between(0, 20),
      is_verified: index < 25 || chance.happens(0.01),
      is_business: isBusiness,
      followers: known,
      following: following[index] ?? [],
      indexed_at: seenAfter(chance, until - 31 * daySeconds, until),
    };
  });
}

/** `profiles`, in two steps. */
export const photoProfiles = { draft, finish };
