import { z } from 'zod';
import {
  afterPlace,
  cursor,
  defineEndpoint,
  defineRead,
  page,
  queryOf,
  readErrors,
  text,
} from '../../define/index.ts';
import { pageOfPosts } from '../authored-posts.ts';
import { tweetCount } from '../parameters.ts';
import { type Tweet, tweet } from '../records.ts';
import { byTime, toTweet } from '../rows.ts';

/** Maximum number of search words; further words are ignored. */
const wordsMax = 20;

export const searchRead = defineRead<{ keyword: string }, Tweet>({
  name: 'micro.search',
  identityOf: ({ id }) => id,
  async fromIndex(index, { keyword }, place) {
    const after = afterPlace(place, byTime);
    const words = keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax);
    const all = words.map((_, at) => `contains(lower(content), $word${at})`);
    return await pageOfPosts(index, {
      condition: [...all, after.condition].join(' AND '),
      parameters: {
        ...Object.fromEntries(words.map((word, at) => [`word${at}`, word])),
        ...after.parameters,
      },
      toItem: toTweet,
    });
  },
});

export const endpoint = defineEndpoint({
  summary: 'Search posts that contain all words of a text, newest first',
  query: queryOf({ keyword: text('Words to search for.').min(1).optional(), count: tweetCount, cursor }, [
    'keyword',
  ]),
  data: z.object({ keyword: z.string(), tweets: z.array(tweet), ...page }),
  errors: readErrors,
  price: 'listed_post',
  example: {
    find: `SELECT word AS keyword FROM (SELECT unnest(string_split(lower(content), ' ')) AS word FROM tweets)
      WHERE length(word) > 4 GROUP BY 1 ORDER BY count(*) DESC, 1`,
    query: { count: 2 },
  },
  worst: ({ count }) => ({ records: count }),
  async answer({ keyword = '', count, cursor }, session) {
    const list = await session.list(searchRead, { keyword }, count, cursor);
    const data = { keyword, tweets: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
