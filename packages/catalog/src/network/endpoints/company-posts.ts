import { z } from 'zod';
import {
  afterPlace,
  cursor,
  defineEndpoint,
  defineRead,
  page,
  queryOf,
  readErrors,
} from '../../define/index.ts';
import { text } from '../../define/row-values.ts';
import { ofCompany, postCount } from '../parameters.ts';
import { type CompanyName, companyName, type NetworkPost, networkPost } from '../records.ts';
import { byLikes, byTime, companyAsAuthor, platform, toPost } from '../rows.ts';
import { companyRead } from './company-profile.ts';

export const companyPostsRead = defineRead<{ names: CompanyName; sort_by: 'recent' | 'top' }, NetworkPost>({
  name: 'network.company-posts',
  identityOf: (post) => post.post_id,
  async fromIndex(index, { names, sort_by }, place) {
    const order = sort_by === 'recent' ? byTime : byLikes;
    const after = afterPlace(place, order);
    return await index.page({
      platform,
      sql: `SELECT posts.*, tagline, logo_url FROM posts LEFT JOIN companies ON author = company
        WHERE author = $author AND author_kind = 'company' AND ${after.condition} ORDER BY ${order.column} DESC, post_id`,
      parameters: { author: names.company, ...after.parameters },
      toItem: (row) => toPost(row, companyAsAuthor(names, row)),
      placeOf: (row) => [
        order === byTime ? text(row.created_at) : String(row.like_count ?? -1),
        text(row.post_id),
      ],
    });
  },
});

export const endpoint = defineEndpoint({
  summary: 'List posts of a company',
  query: queryOf(
    {
      ...ofCompany,
      count: postCount,
      sort_by: z.literal(['recent', 'top']).default('recent').meta({
        description: 'Sort order: newest first, or most liked first.',
        default: 'recent',
      }),
      cursor,
    },
    ['company', 'company_id'],
  ),
  data: z.object({ company: companyName, posts: z.array(networkPost), ...page }),
  errors: readErrors,
  price: 'post',
  example: {
    find: `SELECT author AS company FROM posts WHERE author_kind = 'company'
      GROUP BY 1 ORDER BY count(*) DESC, 1`,
    query: { count: 2, sort_by: 'top' },
  },
  worst: ({ count }) => ({ records: count }),
  async answer({ company: name, company_id, count, sort_by, cursor }, session) {
    const which = company_id === undefined ? { company: name ?? '' } : { company_id };
    const { names } = await session.required(companyRead, which, 'This company');
    const list = await session.list(companyPostsRead, { names, sort_by }, count, cursor);
    const data = { company: names, posts: list.items, ...session.pageFields(list) };
    return { data, delivered: { records: list.items.length } };
  },
});
