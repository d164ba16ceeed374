import { definePlatform, loadEndpoints } from '../define/index.ts';
import { others } from './ingest/other-tables.ts';
import { videos as namesOfVideos } from './ingest/videos.ts';
import { prices } from './prices.ts';
import { authors } from './tables/authors.ts';
import { comments } from './tables/comments.ts';
import { hashtags } from './tables/hashtags.ts';
import { music } from './tables/music.ts';
import { transcripts } from './tables/transcripts.ts';
import { videoHashtags } from './tables/video-hashtags.ts';
import { videoStats } from './tables/video-stats.ts';
import { videos } from './tables/videos.ts';
import { scrapeCreators } from './upstreams/scrape-creators.ts';
import { tiktokResearch } from './upstreams/tiktok-research.ts';

export const platform = definePlatform({
  platform: 'shortvideo',
  name: 'Short-video platform',
  description: 'The short-video platform: SQL, feed, profiles, hashtags, comments.',
  status: 'SQL ready',
  sql: 'available',
  tables: [videos, authors, hashtags, music, comments, videoHashtags, videoStats, transcripts],
  browses: 'videos',
  hasFullData: true,
  recordTables: ['videos', 'comments'],
  removals: {
    table: 'videos',
    dependents: {
      authors: { table: 'videos', sql: 'SELECT video_id FROM videos WHERE list_contains($keys, author_id)' },
    },
  },
  endpoints: await loadEndpoints(new URL('./endpoints/', import.meta.url), [
    'feed',
    'profile',
    'hashtag',
    'comments',
  ]),
  prices,
  ingest: {
    usualNames: [namesOfVideos, ...others],
    ids: 'decimal',
    hosts: ['tiktok.com', 'tiktokv.com', 'douyin.com', 'iesdouyin.com'],
  },
  upstreams: [tiktokResearch, scrapeCreators],
  sqlExample: {
    query:
      'SELECT author, play_count FROM videos WHERE play_count > $least ORDER BY play_count DESC, author LIMIT 3',
    parameters: { least: 1_000 },
    limit: 10,
  },
  examples: new URL('../../examples/shortvideo/', import.meta.url),
});
