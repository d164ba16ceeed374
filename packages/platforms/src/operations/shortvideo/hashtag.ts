import { worstAddons } from '../../addons/addons.ts';
import { notFound } from '../../session.ts';
import { operation } from '../operation.ts';
import { videoAddons } from './video-addons.ts';

export const hashtag = operation({
  endpoint: 'shortvideo/hashtag',
  worst: ({ count, addons }) => ({ records: count, addons: worstAddons(addons, count) }),
  async answer({ hashtag: name, challenge_id, count, cursor, addons: kinds }, session, addons) {
    const which = challenge_id === undefined ? { name: name ?? '' } : { challenge_id };
    const facts = await session.one('shortvideo.hashtag', which);
    if (facts === undefined && challenge_id !== undefined) throw notFound('This hashtag');
    // its own facts may be unknown to a source that knows its videos
    const unknown = { name: name?.toLowerCase() ?? '', challenge_id: '', view_count: 0, video_count: 0 };
    const found = facts ?? unknown;
    const list = await session.list('shortvideo.hashtag-videos', { name: found.name }, count, cursor);
    if (facts === undefined && list.items.length === 0) throw notFound('This hashtag');
    const { addons: ofVideos, counts } = await videoAddons(list.items, kinds, session, addons);
    const data = { hashtag: found, videos: list.items, ...session.pageFields(list), addons: ofVideos };
    return { data, delivered: { records: list.items.length, addons: counts } };
  },
});
