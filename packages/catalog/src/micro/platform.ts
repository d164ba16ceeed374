import { definePlatform, loadEndpoints } from '../define/index.ts';
import { prices } from './prices.ts';
import { profiles } from './tables/profiles.ts';
import { tweets } from './tables/tweets.ts';
import { xApi } from './upstreams/x-api.ts';
import { profiles as namesOfProfiles, tweets as namesOfTweets } from './usual-names.ts';

export const platform = definePlatform({
  platform: 'micro',
  name: 'Microblogging platform',
  description: 'The microblogging platform: profiles, posts, threads, search.',
  status: 'indexing in progress',
  sql: 'coming soon',
  tables: [tweets, profiles],
  browses: 'tweets',
  recordTables: ['tweets', 'profiles'],
  removals: { table: 'tweets' },
  endpoints: await loadEndpoints(new URL('./endpoints/', import.meta.url), [
    'user-profile',
    'user-posts',
    'post',
    'comments',
    'search',
  ]),
  prices,
  ingest: { usualNames: [namesOfTweets, namesOfProfiles], ids: 'decimal', hosts: ['x.com', 'twitter.com'] },
  upstreams: [xApi],
  sqlExample: { query: 'SELECT count(*) AS tweets FROM tweets' },
  examples: new URL('../../examples/micro/', import.meta.url),
});
