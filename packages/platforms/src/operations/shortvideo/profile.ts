import { worstAddons } from '../../addons/addons.ts';
import { operation } from '../operation.ts';
import { videoAddons } from './video-addons.ts';

/** The profile is one record, each video another one. */
export const profile = operation({
  endpoint: 'shortvideo/profile',
  worst: ({ count, addons }) => ({ records: 1 + count, addons: worstAddons(addons, count) }),
  async answer({ username, sec_uid, count, cursor, addons: kinds }, session, addons) {
    const who = sec_uid === undefined ? { username: username ?? '' } : { sec_uid };
    const found = await session.required('shortvideo.profile', who, 'This account');
    const list =
      count === 0
        ? { items: [], next: undefined }
        : await session.list('shortvideo.profile-videos', { username: found.username }, count, cursor);
    const { addons: ofVideos, counts } = await videoAddons(list.items, kinds, session, addons);
    const data = { profile: found, videos: list.items, ...session.pageFields(list), addons: ofVideos };
    return { data, delivered: { records: 1 + list.items.length, addons: counts } };
  },
});
