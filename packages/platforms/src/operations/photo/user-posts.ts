import { worstAddons } from '../../addons/addons.ts';
import { notFound } from '../../session.ts';
import { operation } from '../operation.ts';
import { postAddons, withoutMediaId } from './post-addons.ts';

export const userPosts = operation({
  endpoint: 'photo/user-posts',
  worst: ({ count, addons }) => ({ records: count, addons: worstAddons(addons, count) }),
  async answer({ username, count, reels_only, cursor, addons: kinds }, session, addons) {
    const list = await session.list('photo.user-posts', { username, reels_only }, count, cursor);
    if (list.items.length === 0 && (await session.one('photo.profile', { username })) === undefined) {
      throw notFound('This account');
    }
    const { addons: found, counts } = await postAddons(list.items, kinds, session, addons);
    const data = {
      user: { username },
      posts: list.items.map(withoutMediaId),
      ...session.pageFields(list),
      addons: found,
    };
    return { data, delivered: { records: list.items.length, addons: counts } };
  },
});
