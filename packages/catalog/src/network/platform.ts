import { definePlatform, loadEndpoints } from '../define/index.ts';
import { prices } from './prices.ts';
import { companies } from './tables/companies.ts';
import { posts } from './tables/posts.ts';
import { profiles } from './tables/profiles.ts';
import { peopleDataLabs } from './upstreams/people-data-labs.ts';

export const platform = definePlatform({
  platform: 'network',
  name: 'Professional network',
  description: 'The professional network: people, companies, their posts.',
  status: 'indexing in progress',
  sql: 'coming soon',
  tables: [profiles, companies, posts],
  browses: 'profiles',
  recordTables: ['profiles', 'companies', 'posts'],
  removals: { table: 'profiles' },
  endpoints: await loadEndpoints(new URL('./endpoints/', import.meta.url), [
    'user-profile',
    'user-posts',
    'company-profile',
    'company-posts',
    'search-employees',
  ]),
  prices,
  ingest: { ids: 'urn', hosts: ['linkedin.com'] },
  upstreams: [peopleDataLabs],
  sqlExample: { query: 'SELECT username, headline FROM profiles ORDER BY username LIMIT 3' },
  examples: new URL('../../examples/network/', import.meta.url),
});
