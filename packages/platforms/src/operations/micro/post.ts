import { operation } from '../operation.ts';

export const post = operation({
  endpoint: 'micro/post',
  worst: () => ({ records: 1 }),
  async answer({ tweet_id_or_url: id }, session) {
    const tweet = await session.required('micro.post', { id }, 'This post');
    return { data: { tweet, api_calls: session.apiCalls }, delivered: { records: 1 } };
  },
});
