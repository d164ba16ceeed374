import { operation } from '../operation.ts';

export const userProfile = operation({
  endpoint: 'network/user-profile',
  worst: () => ({ records: 1 }),
  async answer({ username }, session) {
    const profile = await session.required('network.profile', { username }, 'This person');
    return { data: { profile, api_calls: session.apiCalls }, delivered: { records: 1 } };
  },
});
