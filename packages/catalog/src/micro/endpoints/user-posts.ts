import { z } from 'zod';
import {
  afterPlace,
  cursor,
  defineEndpoint,
  defineRead,
  page,
  queryOf,
  readErrors,
} from '../../define/index.ts';
import { pageOfPosts } from '../authored-posts.ts';
import { tweetCount, username } from '../parameters.ts';
import { type Tweet, tweet, tweetAuthor } from '../records.ts';
import { byTime, toTweet } from '../rows.ts';
import { profileRead } from './user-profile.ts';

export const userPostsRead = defineRead<{ username: string }, Tweet>({
  name: 'micro.user-posts',
  identityOf: ({ id }) => id,
  async fromIndex(index, { username }, place) {
    const after = afterPlace(place, byTime);
    return await pageOfPosts(index, {
      condition: `tweets.username = $username AND ${after.condition}`,
      parameters: { username, ...after.parameters },
      toItem: toTweet,
    });
  },
});

export const endpoint = defineEndpoint({
  summary: 'List posts of an account, newest first',
  query: queryOf({ username: username.optional(), count: tweetCount, cursor }, ['username']),
  data: z.object({ user: tweetAuthor, tweets: z.array(tweet), ...page }),
  errors: readErrors,
  price: 'listed_post',
  example: {
    find: 'SELECT username FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1',
    query: { count: 2 },
  },
  worst: ({ count }) => ({ records: count }),
  async answer({ username = '', count, cursor }, session) {
    const profile = await session.required(profileRead, { username }, 'This account');
    const list = await session.list(userPostsRead, { username: profile.username }, count, cursor);
    const { display_name, profile_image_url } = profile;
    const user = { username: profile.username, display_name, profile_image_url };
    const data = { user, tweets: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
