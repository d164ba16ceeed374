import { operation } from '../operation.ts';

export const userProfile = operation({
  endpoint: 'photo/user-profile',
  worst: ({ max_followers: followers, max_following: following }) => ({
    records: 1,
    addons: { followers, following },
  }),
  async answer({ username, max_followers, max_following }, session) {
    const profile = await session.required('photo.profile', { username }, 'This account');
    const who = { username: profile.username };
    const followers =
      max_followers > 0 ? await session.list('photo.followers', who, max_followers) : undefined;
    const following =
      max_following > 0 ? await session.list('photo.following', who, max_following) : undefined;
    const counts = { followers: followers?.items.length ?? 0, following: following?.items.length ?? 0 };
    const data = {
      profile,
      ...(followers && { followers: followers.items }),
      ...(following && { following: following.items }),
      total_followers_fetched: counts.followers,
      total_following_fetched: counts.following,
      api_calls: session.apiCalls,
    };
    return { data, delivered: { records: 1, addons: counts } };
  },
});
