import { worstAddons } from '../../addons/addons.ts';
import { notFound } from '../../session.ts';
import { operation } from '../operation.ts';
import { postAddons, withoutMediaId } from './post-addons.ts';

export const hashtag = operation({
  endpoint: 'photo/hashtag',
  worst: ({ count, addons }) => ({ records: count, addons: worstAddons(addons, count) }),
  async answer({ keyword, count, feed_type, cursor, addons: kinds }, session, addons) {
    const list = await session.list('photo.hashtag', { keyword, feed_type }, count, cursor);
    if (list.items.length === 0 && feed_type !== 'top') {
      const anything = await session.list('photo.hashtag', { keyword, feed_type: 'top' }, 1);
      if (anything.items.length === 0) throw notFound('This hashtag');
    } else if (list.items.length === 0) throw notFound('This hashtag');
    const { addons: found, counts } = await postAddons(list.items, kinds, session, addons);
    const data = {
      hashtag: { keyword, feed_type },
      posts: list.items.map(withoutMediaId),
      ...session.pageFields(list),
      addons: found,
    };
    return { data, delivered: { records: list.items.length, addons: counts } };
  },
});
