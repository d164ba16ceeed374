import { z } from 'zod';
import {
  apiCalls,
  defineEndpoint,
  defineRead,
  idOrAddress,
  queryOf,
  readErrors,
} from '../../define/index.ts';
import { onePost } from '../authored-posts.ts';
import { type Tweet, tweet } from '../records.ts';
import { toTweet } from '../rows.ts';

const tweetIdOrUrl = idOrAddress({
  description: 'ID of a post, or its URL on either domain.',
  hosts: ['x.com', 'www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
  paths: [/^\/(?:[A-Za-z0-9_]{1,20}|i\/web|i)\/status(?:es)?\/(\d+)(?:\/(?:photo|video)\/\d+)?\/?$/],
  id: /^\d{1,20}$/,
  expected: 'the id or the address of a post',
});

export const postRead = defineRead<{ id: string }, Tweet>({
  name: 'micro.post',
  fromIndex: (index, { id }) =>
    onePost(index, { condition: 'id = $id', parameters: { id }, toItem: toTweet }),
});

export const endpoint = defineEndpoint({
  summary: 'Get a post',
  query: queryOf({ tweet_id_or_url: tweetIdOrUrl }),
  data: z.object({ tweet, api_calls: apiCalls }),
  errors: readErrors,
  price: 'post',
  example: {
    find: 'SELECT conversation_id AS tweet_id_or_url FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1',
  },
  worst: () => ({ records: 1 }),
  async answer({ tweet_id_or_url: id }, session) {
    const tweet = await session.required(postRead, { id }, 'This post');
    return { data: { tweet, api_calls: session.apiCalls }, delivered: { records: 1 } };
  },
});
