import type { AddonKind, Transcript, Video } from '@sdq/contract';
import type { Addons } from '../../addons/addons.ts';
import type { Session } from '../../session.ts';

/** Comments of each record that the add-on delivers at most. */
export const addonComments = 20;

/** Transcripts that a source of reads knows. */
export async function transcriptsOf(
  read: 'shortvideo.transcripts' | 'photo.transcripts',
  ids: readonly string[],
  session: Session,
): Promise<ReadonlyMap<string, Transcript>> {
  const { items } = await session.list(read, { ids }, ids.length);
  return new Map(items.map(({ id, transcript }) => [id, transcript]));
}

/** The add-ons of videos. */
export async function videoAddons(
  videos: readonly Video[],
  kinds: readonly AddonKind[] | undefined,
  session: Session,
  addons: Addons,
) {
  return await addons.of({
    platform: 'shortvideo',
    kinds,
    ids: videos.map((video) => video.video_id),
    transcriptsOf: (ids) => transcriptsOf('shortvideo.transcripts', ids, session),
    commentsOf: async (id) => {
      const { items } = await session.list('shortvideo.comments', { video_id: id }, addonComments);
      return items;
    },
  });
}
