import {
  type AddonKind,
  type Addons,
  addonComments,
  afterPlace,
  defineRead,
  type RecordTranscript,
  type Session,
  toTranscript,
  transcriptsOf,
} from '../define/index.ts';
import { text } from '../define/row-values.ts';
import type { MediaId, PhotoComment } from './records.ts';
import { byLikes, byTime, placeBy, platform, toComment } from './rows.ts';

/** Reads comments, for the comments endpoint and the add-on. */
export const commentsRead = defineRead<{ media_id: string; sort_order: 'popular' | 'recent' }, PhotoComment>({
  name: 'photo.comments',
  identityOf: ({ id }) => id,
  async fromIndex(index, { media_id: id, sort_order }, place) {
    const order = sort_order === 'recent' ? byTime : byLikes;
    const after = afterPlace(place, order);
    return await index.page({
      platform,
      sql: `SELECT * FROM comments WHERE media_id = $media AND ${after.condition} ORDER BY ${order.column} DESC, id`,
      parameters: { media: id, ...after.parameters },
      toItem: toComment,
      placeOf: (row) => placeBy(order, row),
    });
  },
});

const transcriptsRead = defineRead<{ ids: readonly string[] }, RecordTranscript>({
  name: 'photo.transcripts',
  identityOf: ({ id }) => id,
  fromIndex: (index, { ids }) =>
    index.some(
      platform,
      'SELECT * FROM transcripts WHERE list_contains($ids, id) ORDER BY id',
      { ids: [...ids] },
      (row) => ({ id: text(row.id), transcript: toTranscript(row) }),
    ),
});

/** The add-ons of posts. The ID of a record is its shortcode, but its comments are listed by its media ID. */
export async function addonsOfPosts(
  posts: readonly ({ id: string } & MediaId)[],
  kinds: readonly AddonKind[] | undefined,
  session: Session,
  addons: Addons,
) {
  const mediaIds = new Map(posts.map((post) => [post.id, post.media_id]));
  return await addons.of({
    platform,
    kinds,
    ids: posts.map((post) => post.id),
    transcriptsOf: (ids) => transcriptsOf(transcriptsRead, ids, session),
    commentsOf: async (id) => {
      const mediaId = mediaIds.get(id) ?? null;
      if (mediaId === null) return [];
      const media = { media_id: mediaId, sort_order: 'recent' } as const;
      return (await session.list(commentsRead, media, addonComments)).items;
    },
  });
}
