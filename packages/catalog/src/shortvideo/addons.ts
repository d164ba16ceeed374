import {
  type AddonKind,
  type Addons,
  addonComments,
  defineRead,
  type RecordTranscript,
  type Session,
  toTranscript,
  transcriptsOf,
} from '../define/index.ts';
import { text } from '../define/row-values.ts';
import type { Video, VideoComment } from './records.ts';
import { platform, toComment } from './rows.ts';

/** Reads comments, for the comments endpoint and the add-on. */
export const commentsRead = defineRead<{ video_id: string }, VideoComment>({
  name: 'shortvideo.comments',
  identityOf: (comment) => comment.comment_id,
  async fromIndex(index, { video_id: id }, place) {
    const offset = Number(place ?? 0);
    return await index.page({
      platform,
      sql: `SELECT * FROM comments WHERE video_id = $id AND parent_comment_id IS NULL
        ORDER BY create_time DESC NULLS LAST, comment_id`,
      offset,
      parameters: { id },
      toItem: toComment,
      placeOf: (_, rows) => offset + rows,
    });
  },
});

const transcriptsRead = defineRead<{ ids: readonly string[] }, RecordTranscript>({
  name: 'shortvideo.transcripts',
  identityOf: ({ id }) => id,
  fromIndex: (index, { ids }) =>
    index.some(
      platform,
      'SELECT * FROM transcripts WHERE list_contains($ids, video_id) ORDER BY video_id',
      { ids: [...ids] },
      (row) => ({ id: text(row.video_id), transcript: toTranscript(row) }),
    ),
});

/** The add-ons of videos. */
export async function addonsOfVideos(
  videos: readonly Video[],
  kinds: readonly AddonKind[] | undefined,
  session: Session,
  addons: Addons,
) {
  return await addons.of({
    platform,
    kinds,
    ids: videos.map((video) => video.video_id),
    transcriptsOf: (ids) => transcriptsOf(transcriptsRead, ids, session),
    commentsOf: async (id) => {
      const { items } = await session.list(commentsRead, { video_id: id }, addonComments);
      return items;
    },
  });
}
