import { createHash } from 'node:crypto';
import { worstAddons } from '../../addons/addons.ts';
import { operation } from '../operation.ts';
import { videoAddons } from './video-addons.ts';

export const feed = operation({
  endpoint: 'shortvideo/feed',
  worst: ({ count, addons }) => ({ records: count, addons: worstAddons(addons, count) }),
  async answer({ count, cursor, addons: kinds }, session, addons) {
    // the same for a key all day; a cursor keeps the day it began on
    const seed = createHash('sha256').update(`${session.owner} ${session.day}`).digest('hex').slice(0, 16);
    const list = await session.list('shortvideo.feed', { seed }, count, cursor);
    const { addons: found, counts } = await videoAddons(list.items, kinds, session, addons);
    const data = { videos: list.items, ...session.pageFields(list), addons: found };
    return { data, delivered: { records: list.items.length, addons: counts } };
  },
});
