import type { AddonKind } from '@sdq/contract';
import type { Addons } from '../../addons/addons.ts';
import type { MediaId } from '../../reads.ts';
import type { Session } from '../../session.ts';
import { addonComments, transcriptsOf } from '../shortvideo/video-addons.ts';

type ReadPost = { id: string } & MediaId;

/** The add-ons of posts; a record's id is its shortcode, its comments are listed by the id of its media. */
export async function postAddons(
  posts: readonly ReadPost[],
  kinds: readonly AddonKind[] | undefined,
  session: Session,
  addons: Addons,
) {
  const mediaIds = new Map(posts.map((post) => [post.id, post.media_id]));
  return await addons.of({
    platform: 'photo',
    kinds,
    ids: posts.map((post) => post.id),
    transcriptsOf: (ids) => transcriptsOf('photo.transcripts', ids, session),
    commentsOf: async (id) => {
      const mediaId = mediaIds.get(id) ?? null;
      if (mediaId === null) return [];
      const media = { media_id: mediaId, sort_order: 'recent' } as const;
      return (await session.list('photo.comments', media, addonComments)).items;
    },
  });
}

/** A post as the answer has it. */
export function withoutMediaId<Post extends MediaId>({ media_id: _, ...post }: Post): Omit<Post, 'media_id'> {
  return post;
}
