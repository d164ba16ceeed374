import { booleanWithDefault } from '@sdq/contract';
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
  worstAddons,
} from '../../define/index.ts';
import { text } from '../../define/row-values.ts';
import { addonsOfPosts } from '../addons.ts';
import { postAddons, username } from '../parameters.ts';
import { type MediaId, type PhotoUserPost, photoUserPost, withoutMediaId } from '../records.ts';
import { byTime, platform, toUserPost } from '../rows.ts';
import { profileRead } from './user-profile.ts';

export const userPostsRead = defineRead<{ username: string; reels_only: boolean }, PhotoUserPost & MediaId>({
  name: 'photo.user-posts',
  identityOf: ({ id }) => id,
  async fromIndex(index, { username, reels_only }, place) {
    const after = afterPlace(place, byTime);
    const only = reels_only ? "AND media_type = 'reel'" : '';
    return await index.page({
      platform,
      sql: `SELECT * FROM posts WHERE username = $username ${only} AND ${after.condition}
        ORDER BY created_at DESC, id`,
      parameters: { username: username.toLowerCase(), ...after.parameters },
      toItem: (row) => ({ ...toUserPost(row), media_id: text(row.media_id) }),
      placeOf: (row) => [text(row.created_at), text(row.id)],
    });
  },
});

export const endpoint = defineEndpoint({
  summary: 'List posts of an account, newest first',
  query: queryOf({
    username,
    count: countRequired('posts'),
    reels_only: booleanWithDefault('Whether to return only reels.', false),
    cursor,
    addons,
  }),
  data: z.object({
    user: z.object({ username: z.string() }),
    posts: z.array(photoUserPost),
    ...page,
    addons: postAddons,
  }),
  errors: readErrors,
  price: 'post',
  example: {
    find: 'SELECT username FROM posts GROUP BY 1 ORDER BY count(*) DESC, 1',
    query: { count: 2 },
  },
  worst: ({ count, addons }) => ({ records: count, addons: worstAddons(addons, count) }),
  async answer({ username, count, reels_only, cursor, addons: kinds }, session, addons) {
    const list = await session.list(userPostsRead, { username, reels_only }, count, cursor);
    if (list.items.length === 0 && (await session.one(profileRead, { username })) === undefined) {
      throw notFound('This account');
    }
    const { addons: found, counts } = await addonsOfPosts(list.items, kinds, session, addons);
    const data = {
      user: { username },
      posts: list.items.map(withoutMediaId),
      ...session.pageFields(list),
      addons: found,
    };
    return { data, delivered: { records: list.items.length, addons: counts } };
  },
});
