import { z } from 'zod';
import {
  commentCount,
  cursor,
  defineEndpoint,
  defineRead,
  id,
  page,
  queryOf,
  readErrors,
} from '../../define/index.ts';
import { count } from '../../define/row-values.ts';
import { commentsRead } from '../addons.ts';
import { photoComment } from '../records.ts';
import { platform } from '../rows.ts';

export const mediaRead = defineRead<{ media_id: string }, { comment_count: number }>({
  name: 'photo.media',
  fromIndex: (index, { media_id: id }) =>
    index.one(
      platform,
      `SELECT media_id, coalesce(max(comment_count), 0) AS comment_count FROM
         (SELECT media_id, comment_count FROM posts WHERE media_id = $id
          UNION ALL SELECT media_id, count(*) FROM comments WHERE media_id = $id GROUP BY media_id)
       GROUP BY media_id`,
      { id },
      (row) => ({ comment_count: count(row.comment_count) }),
    ),
});

export const endpoint = defineEndpoint({
  summary: 'List comments on a post',
  query: queryOf({
    media_id: id('ID of the post.'),
    count: commentCount,
    sort_order: z.literal(['popular', 'recent']).default('recent').meta({
      description: 'Sort order: most liked first, or newest first.',
      default: 'recent',
    }),
    cursor,
  }),
  data: z.object({
    media_id: z.string(),
    comments: z.array(photoComment),
    ...page,
    comment_count: z.int().meta({ description: 'Total number of comments on the post.' }),
  }),
  errors: readErrors,
  price: 'comment',
  example: {
    find: 'SELECT media_id FROM comments GROUP BY 1 ORDER BY count(*) DESC, 1',
    query: { count: 10, sort_order: 'popular' },
  },
  worst: ({ count }) => ({ records: count }),
  async answer({ media_id, count, sort_order, cursor }, session) {
    const media = await session.required(mediaRead, { media_id }, 'This post');
    const list = await session.list(commentsRead, { media_id, sort_order }, count, cursor);
    const data = {
      media_id,
      comments: list.items,
      ...session.pageFields(list),
      comment_count: media.comment_count,
    };
    return { data, delivered: { records: list.items.length } };
  },
});
