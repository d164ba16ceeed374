import { integerWithDefault } from '@sdq/contract';
import { z } from 'zod';
import {
  commentCount,
  defineEndpoint,
  defineRead,
  id,
  notFound,
  page,
  queryOf,
  readErrors,
} from '../../define/index.ts';
import { text } from '../../define/row-values.ts';
import { commentsRead } from '../addons.ts';
import { videoComment } from '../records.ts';
import { platform } from '../rows.ts';

export const videoRead = defineRead<{ video_id: string }, { video_id: string }>({
  name: 'shortvideo.video',
  fromIndex: (index, { video_id: id }) =>
    index.one(platform, 'SELECT video_id FROM videos WHERE video_id = $id', { id }, (row) => ({
      video_id: text(row.video_id),
    })),
});

/** The cursor is an offset (the number of comments before the page), which every source of comments supports. */
export const endpoint = defineEndpoint({
  summary: 'List comments on a video, newest first',
  query: queryOf({
    video_id: id('ID of the video.'),
    count: commentCount,
    cursor: integerWithDefault({
      description: 'Number of comments to skip: the `cursor` returned with the previous page.',
      ge: 0,
      le: 1_000_000,
      default: 0,
    }),
  }),
  data: z.object({
    video_id: z.string(),
    comments: z.array(videoComment),
    ...page,
    cursor: z.int().meta({ description: 'Number of comments before the next page.' }),
  }),
  errors: readErrors,
  price: 'comment',
  example: {
    find: 'SELECT video_id FROM comments GROUP BY 1 ORDER BY count(*) DESC, 1',
    query: { count: 10 },
  },
  worst: ({ count }) => ({ records: count }),
  async answer({ video_id, count, cursor: offset }, session) {
    const start = offset === 0 ? undefined : { place: offset, skip: 0 };
    const list = await session.list(commentsRead, { video_id }, count, start);
    if (list.items.length === 0 && (await session.one(videoRead, { video_id })) === undefined) {
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
