import { operation } from '../operation.ts';

export const userPosts = operation({
  endpoint: 'network/user-posts',
  worst: ({ count }) => ({ records: count }),
  async answer({ username, count, cursor }, session) {
    const user = await session.required('network.author', { username }, 'This person');
    const list = await session.list('network.user-posts', { author: user }, count, cursor);
    const data = { user, posts: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
