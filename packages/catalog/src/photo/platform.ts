import { definePlatform, loadEndpoints } from '../define/index.ts';
import { prices } from './prices.ts';
import { comments } from './tables/comments.ts';
import { posts } from './tables/posts.ts';
import { profiles } from './tables/profiles.ts';
import { transcripts } from './tables/transcripts.ts';
import { metaGraph } from './upstreams/meta-graph.ts';
import { usualNames } from './usual-names.ts';

export const platform = definePlatform({
  platform: 'photo',
  name: 'Photo-sharing platform',
  description: 'The photo-sharing platform: profiles, posts, reels, hashtags, comments.',
  status: 'indexing in progress',
  sql: 'coming soon',
  tables: [profiles, posts, comments, transcripts],
  browses: 'profiles',
  recordTables: ['profiles', 'posts', 'comments'],
  removals: {
    table: 'posts',
    dependents: {
      // comments of posts refer to the media ID
      posts: { table: 'posts', sql: 'SELECT media_id FROM posts WHERE list_contains($keys, id)' },
      profiles: {
        table: 'posts',
        sql: 'SELECT unnest([id, media_id]) FROM posts WHERE list_contains($keys, username)',
      },
    },
  },
  endpoints: await loadEndpoints(new URL('./endpoints/', import.meta.url), [
    'user-profile',
    'user-posts',
    'post',
    'hashtag',
    'comments',
  ]),
  prices,
  ingest: { usualNames, ids: 'code', hosts: ['instagram.com'] },
  upstreams: [metaGraph],
  sqlExample: { table: 'posts', limit: 2 },
  examples: new URL('../../examples/photo/', import.meta.url),
});
