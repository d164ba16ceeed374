import { Chance } from '../chance.ts';
import { daySeconds, iso, recentSecond, seenAfter } from '../moments.ts';
import { inventPeople, type Person, place } from '../people.ts';
import { biography } from '../texts.ts';

const profileCount = 1_200;

export interface MicroAccount extends Person {
  userId: string;
  /** Unix seconds, before the years in which tweets are written. */
  madeAt: number;
}

/** Who there is, the most talkative first; the counts of a profile need its tweets. */
function draft(seed: number, until: number): MicroAccount[] {
  const chance = new Chance(seed, 'micro profiles, names');
  return inventPeople(chance, profileCount, ['', '_']).map((person, index) => ({
    ...person,
    userId: String(200_000_000 + index * 104_729),
    madeAt: recentSecond(chance, until, 8) - 4 * 366 * daySeconds,
  }));
}

function finish(
  seed: number,
  until: number,
  accounts: readonly MicroAccount[],
  tweets: readonly { username: string }[],
) {
  const chance = new Chance(seed, 'micro profiles');
  const written = Map.groupBy(tweets, (tweet) => tweet.username);
  return accounts.map((account, index) => ({
    username: account.username,
    user_id: account.userId,
    display_name: account.fullName,
    bio: biography(chance),
    profile_image_url: `https://media.micro.example/${account.userId}.jpg`,
    banner_url: chance.happens(0.6) ? `https://media.micro.example/${account.userId}/banner.jpg` : null,
    follower_count: chance.count(2e6 / (index + 20), 1),
    following_count: chance.count(300),
    tweet_count: (written.get(account.username)?.length ?? 0) + chance.count(200),
    is_verified: index < 20 || chance.happens(0.03),
    created_at: iso(account.madeAt),
    location: chance.happens(0.5) ? place(chance) : null,
    website: chance.happens(0.3) ? `https://${account.username.replaceAll('_', '-')}.example` : null,
    indexed_at: seenAfter(chance, until - 31 * daySeconds, until),
  }));
}

/** `profiles`, in two steps. */
export const microProfiles = { draft, finish };
