import type { ApiServer } from './api-server.ts';
import { startMetaServer } from './meta-server.ts';
import { startPdlServer } from './pdl-server.ts';
import { startScrapeCreatorsServer } from './scrape-creators-server.ts';
import { startTiktokServer } from './tiktok-server.ts';
import { startXServer } from './x-server.ts';

/** An upstream's own server, and a request for each endpoint that its driver has a part in. */
export interface ApiCases {
  driver: string;
  start(): Promise<ApiServer>;
  requests: readonly { endpoint: string; query: object; indexPages?: number }[];
}

const video = '7500000000000000001';
const ids = (count: number) =>
  Array.from({ length: count }, (_, at) => String(7_500_000_000_000_000_001n + BigInt(at)));

/** An id of a post of this week: it holds its time. */
const recentPost = String(BigInt(Date.now() - 3_600_000 - 1_288_834_974_657) << 22n);

export const apis: Readonly<Record<'tiktok' | 'meta' | 'x' | 'pdl' | 'reseller', ApiCases>> = {
  tiktok: {
    driver: 'tiktok-research',
    start: () =>
      startTiktokServer({
        videos: ids(8).map((id, at) => ({ id, username: 'maja', hashtag: 'sol', age: at })),
        comments: ids(5).map((id) => ({ id, parent: video })),
        pageSize: 10,
      }),
    requests: [
      { endpoint: 'shortvideo/profile', query: { username: 'maja', count: 5 } },
      { endpoint: 'shortvideo/hashtag', query: { hashtag: 'sol', count: 5 }, indexPages: 1 },
      { endpoint: 'shortvideo/comments', query: { video_id: video, count: 10, cursor: 0 } },
    ],
  },
  meta: {
    driver: 'meta-graph',
    start: () => startMetaServer(9),
    requests: [
      {
        endpoint: 'photo/user-profile',
        query: { username: 'nilsen', max_followers: 0, max_following: 0 },
      },
      { endpoint: 'photo/user-posts', query: { username: 'nilsen', count: 5, reels_only: false } },
      { endpoint: 'photo/hashtag', query: { keyword: 'sol', feed_type: 'top', count: 5 } },
    ],
  },
  x: {
    driver: 'x-api',
    start: () => startXServer(9, 'new'),
    requests: [
      { endpoint: 'micro/user-profile', query: { username: 'nilsen' } },
      { endpoint: 'micro/user-posts', query: { username: 'nilsen', count: 5 } },
      { endpoint: 'micro/post', query: { tweet_id_or_url: '1900000000000000000' } },
      { endpoint: 'micro/comments', query: { tweet_id: recentPost, count: 10 } },
      { endpoint: 'micro/search', query: { keyword: 'more', count: 5 } },
    ],
  },
  pdl: {
    driver: 'people-data-labs',
    start: () => startPdlServer(9),
    requests: [
      { endpoint: 'network/user-profile', query: { username: 'ada-2' } },
      { endpoint: 'network/company-profile', query: { company: 'aster', employee_count: 0 } },
      { endpoint: 'network/company-profile', query: { company: 'norlund', employee_count: 3 } },
      { endpoint: 'network/search-employees', query: { company: 'norlund', count: 5 } },
    ],
  },
  reseller: {
    driver: 'scrape-creators',
    start: () => startScrapeCreatorsServer(9),
    requests: [
      { endpoint: 'shortvideo/profile', query: { username: 'maja', count: 5 } },
      { endpoint: 'shortvideo/hashtag', query: { hashtag: 'sol', count: 5 }, indexPages: 1 },
      { endpoint: 'shortvideo/comments', query: { video_id: video, count: 10, cursor: 0 } },
    ],
  },
};

export type Api = keyof typeof apis;
