import { operation } from '../operation.ts';

export const companyPosts = operation({
  endpoint: 'network/company-posts',
  worst: ({ count }) => ({ records: count }),
  async answer({ company: name, company_id, count, sort_by, cursor }, session) {
    const which = company_id === undefined ? { company: name ?? '' } : { company_id };
    const { names } = await session.required('network.company', which, 'This company');
    const list = await session.list('network.company-posts', { names, sort_by }, count, cursor);
    const data = { company: names, posts: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
