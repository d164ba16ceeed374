import { operation } from '../operation.ts';

export const searchEmployees = operation({
  endpoint: 'network/search-employees',
  worst: ({ count }) => ({ records: count }),
  async answer({ company, school, current_company, count, cursor }, session) {
    const query = {
      ...(company !== undefined && { company }),
      ...(school !== undefined && { school }),
      ...(current_company !== undefined && { current_company }),
    };
    const list = await session.list('network.people', query, count, cursor);
    const matches = await session.one('network.people-total', query);
    const data = {
      query,
      people: list.items,
      ...session.pageFields(list),
      total_matches: matches?.total ?? list.items.length,
    };
    return { data, delivered: { records: list.items.length } };
  },
});
