import { operation } from '../operation.ts';

export const userProfile = operation({
  endpoint: 'micro/user-profile',
  worst: () => ({ records: 1 }),
  async answer({ username }, session) {
    const profile = await session.required('micro.profile', { username }, 'This account');
    return { data: { profile, api_calls: session.apiCalls }, delivered: { records: 1 } };
  },
});
