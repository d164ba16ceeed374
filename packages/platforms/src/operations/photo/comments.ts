import { operation } from '../operation.ts';

export const comments = operation({
  endpoint: 'photo/comments',
  worst: ({ count }) => ({ records: count }),
  async answer({ media_id, count, sort_order, cursor }, session) {
    const media = await session.required('photo.media', { media_id }, 'This post');
    const list = await session.list('photo.comments', { media_id, sort_order }, count, cursor);
    const data = {
      media_id,
      comments: list.items,
      ...session.pageFields(list),
      comment_count: media.comment_count,
    };
    return { data, delivered: { records: list.items.length } };
  },
});
