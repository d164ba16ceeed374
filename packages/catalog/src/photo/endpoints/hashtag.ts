import { z } from 'zod';
import {
  addons,
  afterPlace,
  countRequired,
  cursor,
  defineEndpoint,
  defineRead,
  notFound,
  page,
  queryOf,
  readErrors,
  signedName,
  worstAddons,
} from '../../define/index.ts';
import { text } from '../../define/row-values.ts';
import { addonsOfPosts } from '../addons.ts';
import { postAddons } from '../parameters.ts';
import { type MediaId, type PhotoListedPost, photoListedPost, withoutMediaId } from '../records.ts';
import { byLikes, byTime, placeBy, platform, toListedPost } from '../rows.ts';

export const hashtagRead = defineRead<
  { keyword: string; feed_type: 'top' | 'recent' | 'reels' },
  PhotoListedPost & MediaId
>({
  name: 'photo.hashtag',
  identityOf: ({ id }) => id,
  async fromIndex(index, { keyword, feed_type }, place) {
    const order = feed_type === 'recent' ? byTime : byLikes;
    const after = afterPlace(place, order);
    const only = feed_type === 'reels' ? "AND media_type IN ('reel', 'video')" : '';
    return await index.page({
      platform,
      sql: `SELECT * FROM posts WHERE list_contains(hashtags, $keyword) ${only} AND ${after.condition}
        ORDER BY ${order.column} DESC, id`,
      parameters: { keyword: keyword.toLowerCase(), ...after.parameters },
      toItem: (row) => ({ ...toListedPost(row), media_id: text(row.media_id) }),
      placeOf: (row) => placeBy(order, row),
    });
  },
});

export const endpoint = defineEndpoint({
  summary: 'List posts with a hashtag',
  query: queryOf({
    keyword: signedName('Hashtag without #.'),
    count: countRequired('posts'),
    feed_type: z.literal(['top', 'recent', 'reels']).default('top').meta({
      description: 'Which posts to list: the most popular, the newest, or only videos.',
      default: 'top',
    }),
    cursor,
    addons,
  }),
  data: z.object({
    hashtag: z.object({ keyword: z.string(), feed_type: z.string() }),
    posts: z.array(photoListedPost),
    ...page,
    addons: postAddons,
  }),
  errors: readErrors,
  price: 'post',
  example: {
    find: `SELECT tag AS keyword FROM (SELECT unnest(hashtags) AS tag FROM posts)
      GROUP BY 1 ORDER BY count(*) DESC, 1`,
    query: { count: 2, feed_type: 'recent' },
  },
  worst: ({ count, addons }) => ({ records: count, addons: worstAddons(addons, count) }),
  async answer({ keyword, count, feed_type, cursor, addons: kinds }, session, addons) {
    const list = await session.list(hashtagRead, { keyword, feed_type }, count, cursor);
    if (list.items.length === 0 && feed_type !== 'top') {
      const anything = await session.list(hashtagRead, { keyword, feed_type: 'top' }, 1);
      if (anything.items.length === 0) throw notFound('This hashtag');
    } else if (list.items.length === 0) throw notFound('This hashtag');
    const { addons: found, counts } = await addonsOfPosts(list.items, kinds, session, addons);
    const data = {
      hashtag: { keyword, feed_type },
      posts: list.items.map(withoutMediaId),
      ...session.pageFields(list),
      addons: found,
    };
    return { data, delivered: { records: list.items.length, addons: counts } };
  },
});
