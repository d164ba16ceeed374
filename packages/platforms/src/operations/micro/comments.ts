import { notFound } from '../../session.ts';
import { operation } from '../operation.ts';

export const comments = operation({
  endpoint: 'micro/comments',
  worst: ({ count }) => ({ records: count }),
  async answer({ tweet_id: id, count, cursor }, session) {
    const list = await session.list('micro.comments', { id }, count, cursor);
    if (list.items.length === 0 && (await session.one('micro.post', { id })) === undefined) {
      throw notFound('This post');
    }
    const data = { tweet_id: id, comments: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
