import { notFound } from '../../session.ts';
import { operation } from '../operation.ts';

/** Its cursor is the number of comments before the page, which every source of comments can begin at. */
export const comments = operation({
  endpoint: 'shortvideo/comments',
  worst: ({ count }) => ({ records: count }),
  async answer({ video_id, count, cursor: offset }, session) {
    const start = offset === 0 ? undefined : { place: offset, skip: 0 };
    const list = await session.list('shortvideo.comments', { video_id }, count, start);
    if (list.items.length === 0 && (await session.one('shortvideo.video', { video_id })) === undefined) {
      throw notFound('This video');
    }
    const { place, skip } = list.end;
    const data = {
      video_id,
      comments: list.items,
      ...session.pageFields(list),
      cursor: Number(place ?? 0) + skip,
    };
    return { data, delivered: { records: list.items.length } };
  },
});
