import { operation } from '../operation.ts';

export const userPosts = operation({
  endpoint: 'micro/user-posts',
  worst: ({ count }) => ({ records: count }),
  async answer({ username, count, cursor }, session) {
    const profile = await session.required('micro.profile', { username }, 'This account');
    const list = await session.list('micro.user-posts', { username: profile.username }, count, cursor);
    const { display_name, profile_image_url } = profile;
    const user = { username: profile.username, display_name, profile_image_url };
    const data = { user, tweets: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
