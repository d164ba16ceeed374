import { worstAddons } from '../../addons/addons.ts';
import { operation } from '../operation.ts';
import { videoAddons } from './video-addons.ts';

export const hashtag = operation({
  endpoint: 'shortvideo/hashtag',
  worst: ({ count, addons }) => ({ records: count, addons: worstAddons(addons, count) }),
  async answer({ hashtag: name, challenge_id, count, cursor, addons: kinds }, session, addons) {
    const which = challenge_id === undefined ? { name: name ?? '' } : { challenge_id };
    const found = await session.required('shortvideo.hashtag', which, 'This hashtag');
    const list = await session.list('shortvideo.hashtag-videos', { name: found.name }, count, cursor);
    const { addons: ofVideos, counts } = await videoAddons(list.items, kinds, session, addons);
    const data = { hashtag: found, videos: list.items, ...session.pageFields(list), addons: ofVideos };
    return { data, delivered: { records: list.items.length, addons: counts } };
  },
});
