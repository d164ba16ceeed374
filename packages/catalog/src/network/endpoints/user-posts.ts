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
import { text } from '../../define/row-values.ts';
import { postCount, username } from '../parameters.ts';
import { type NetworkAuthor, type NetworkPost, networkAuthor, networkPost } from '../records.ts';
import { byTime, oneProfile, platform, toAuthor, toPost } from '../rows.ts';

export const authorRead = defineRead<{ username: string }, NetworkAuthor>({
  name: 'network.author',
  fromIndex: (index, { username }) =>
    index.one(platform, oneProfile, { username: username.toLowerCase() }, toAuthor),
});

export const userPostsRead = defineRead<{ author: NetworkAuthor }, NetworkPost>({
  name: 'network.user-posts',
  identityOf: (post) => post.post_id,
  async fromIndex(index, { author }, place) {
    const after = afterPlace(place, byTime);
    return await index.page({
      platform,
      sql: `SELECT * FROM posts WHERE author = $author AND author_kind = 'person' AND ${after.condition}
        ORDER BY created_at DESC, post_id`,
      parameters: { author: author.username, ...after.parameters },
      toItem: (row) => toPost(row, author),
      placeOf: (row) => [text(row.created_at), text(row.post_id)],
    });
  },
});

export const endpoint = defineEndpoint({
  summary: 'List posts of a person, newest first',
  query: queryOf({ username: username.optional(), count: postCount, cursor }, ['username']),
  data: z.object({ user: networkAuthor, posts: z.array(networkPost), ...page }),
  errors: readErrors,
  price: 'post',
  example: {
    find: `SELECT author AS username FROM posts WHERE author_kind <> 'company'
      GROUP BY 1 ORDER BY count(*) DESC, 1`,
    query: { count: 2 },
  },
  worst: ({ count }) => ({ records: count }),
  async answer({ username = '', count, cursor }, session) {
    const user = await session.required(authorRead, { username }, 'This person');
    const list = await session.list(userPostsRead, { author: user }, count, cursor);
    const data = { user, posts: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
