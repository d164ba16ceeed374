import { z } from 'zod';
import {
  afterPlace,
  commentCount,
  cursor,
  defineEndpoint,
  defineRead,
  id,
  notFound,
  page,
  queryOf,
  readErrors,
} from '../../define/index.ts';
import { pageOfPosts } from '../authored-posts.ts';
import { type MicroComment, microComment } from '../records.ts';
import { byTime, toComment } from '../rows.ts';
import { postRead } from './post.ts';

export const commentsRead = defineRead<{ id: string }, MicroComment>({
  name: 'micro.comments',
  identityOf: (comment) => comment.id,
  async fromIndex(index, { id }, place) {
    const after = afterPlace(place, byTime);
    return await pageOfPosts(index, {
      condition: `(conversation_id = $of OR in_reply_to_id = $of) AND id <> $of AND ${after.condition}`,
      parameters: { of: id, ...after.parameters },
      toItem: toComment,
    });
  },
});

export const endpoint = defineEndpoint({
  summary: 'List replies to a post, newest first',
  query: queryOf({ tweet_id: id('ID of the post.'), count: commentCount, cursor }),
  data: z.object({ tweet_id: z.string(), comments: z.array(microComment), ...page }),
  errors: readErrors,
  price: 'comment',
  example: {
    find: 'SELECT conversation_id AS tweet_id FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1',
    query: { count: 10 },
  },
  worst: ({ count }) => ({ records: count }),
  async answer({ tweet_id: id, count, cursor }, session) {
    const list = await session.list(commentsRead, { id }, count, cursor);
    if (list.items.length === 0 && (await session.one(postRead, { id })) === undefined) {
      throw notFound('This post');
    }
    const data = { tweet_id: id, comments: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
