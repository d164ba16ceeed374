import { operation } from '../operation.ts';

export const search = operation({
  endpoint: 'micro/search',
  worst: ({ count }) => ({ records: count }),
  async answer({ keyword, count, cursor }, session) {
    const list = await session.list('micro.search', { keyword }, count, cursor);
    const data = { keyword, tweets: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
