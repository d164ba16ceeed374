import { integerWithDefault } from '@sdq/contract';
import { z } from 'zod';
import {
  apiCalls,
  defineEndpoint,
  defineRead,
  type IndexReader,
  type Page,
  type Place,
  pageSize,
  queryOf,
  readErrors,
} from '../../define/index.ts';
import { text, texts } from '../../define/row-values.ts';
import { username } from '../parameters.ts';
import { type PhotoPerson, type PhotoProfile, photoPerson, photoProfile } from '../records.ts';
import { platform, toPerson, toProfile } from '../rows.ts';

export const profileRead = defineRead<{ username: string }, PhotoProfile>({
  name: 'photo.profile',
  fromIndex: (index, { username }) =>
    index.one(
      platform,
      'SELECT * FROM profiles WHERE username = $username',
      { username: username.toLowerCase() },
      toProfile,
    ),
});

export const followersRead = defineRead<{ username: string }, PhotoPerson>({
  name: 'photo.followers',
  identityOf: (person) => person.username,
  fromIndex: (index, { username }, place) => people(index, 'followers', username, place),
});

export const followingRead = defineRead<{ username: string }, PhotoPerson>({
  name: 'photo.following',
  identityOf: (person) => person.username,
  fromIndex: (index, { username }, place) => people(index, 'following', username, place),
});

const list = (what: string) =>
  integerWithDefault({
    description: `Maximum number of ${what} to return; 0 omits the list.`,
    ge: 0,
    le: 5_000,
    default: 0,
  });

export const endpoint = defineEndpoint({
  summary: 'Get a profile, its followers and the accounts it follows',
  query: queryOf({ username, max_followers: list('followers'), max_following: list('accounts followed') }),
  data: z.object({
    profile: photoProfile,
    followers: z
      .array(photoPerson)
      .optional()
      .meta({ description: 'Present when `max_followers` is above 0.' }),
    following: z
      .array(photoPerson)
      .optional()
      .meta({ description: 'Present when `max_following` is above 0.' }),
    total_followers_fetched: z.int(),
    total_following_fetched: z.int(),
    api_calls: apiCalls,
  }),
  errors: readErrors,
  price: 'profile',
  example: {
    find: 'SELECT username FROM posts GROUP BY 1 ORDER BY count(*) DESC, 1',
    query: { max_followers: 2, max_following: 2 },
  },
  worst: ({ max_followers: followers, max_following: following }) => ({
    records: 1,
    addons: { followers, following },
  }),
  async answer({ username, max_followers, max_following }, session) {
    const profile = await session.required(profileRead, { username }, 'This account');
    const who = { username: profile.username };
    const followers = max_followers > 0 ? await session.list(followersRead, who, max_followers) : undefined;
    const following = max_following > 0 ? await session.list(followingRead, who, max_following) : undefined;
    const counts = { followers: followers?.items.length ?? 0, following: following?.items.length ?? 0 };
    const data = {
      profile,
      ...(followers && { followers: followers.items }),
      ...(following && { following: following.items }),
      total_followers_fetched: counts.followers,
      total_following_fetched: counts.following,
      api_calls: session.apiCalls,
    };
    return { data, delivered: { records: 1, addons: counts } };
  },
});

/**
 * A page of a profile's list of usernames, with the known data of each account. The place is the number of accounts
 * before the page.
 */
async function people(
  index: IndexReader,
  list: 'followers' | 'following',
  username: string,
  place: Place | undefined,
): Promise<Page<PhotoPerson>> {
  const from = Number(place ?? 0);
  const [row] = await index.rows(
    platform,
    `SELECT list_slice(${list}, ${from + 1}, ${from + pageSize + 1}) AS names FROM profiles WHERE username = $username`,
    { username: username.toLowerCase() },
    1,
  );
  const names = texts(row?.names);
  const shown = names.slice(0, pageSize);
  const found = await index.rows(
    platform,
    'SELECT username, full_name, profile_pic_url FROM profiles WHERE list_contains($names, username)',
    { names: shown },
  );
  const byName = new Map(found.map((person) => [text(person.username), toPerson(person)]));
  return {
    items: shown.map((name) => byName.get(name) ?? { username: name, full_name: '', profile_pic_url: '' }),
    next: names.length > pageSize ? from + pageSize : undefined,
    isNextSure: true,
  };
}
