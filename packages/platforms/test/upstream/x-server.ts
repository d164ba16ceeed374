import { type ApiServer, startApiServer } from './api-server.ts';

const notFound = {
  errors: [{ title: 'Not Found Error', type: 'https://api.x.com/2/problems/resource-not-found' }],
};

/** X API v2 with one account and `count` posts, in the old or the new spelling. */
export async function startXServer(count: number, spelling: 'old' | 'new'): Promise<ApiServer> {
  const reposts = spelling === 'old' ? 'retweet_count' : 'repost_count';
  const note = spelling === 'old' ? 'note_tweet' : 'note_post';
  const posts = Array.from({ length: count }, (_, at) => ({
    id: String(1_900_000_000_000_000_000n + BigInt(at)),
    text: `no ${at} &amp; more`,
    ...(at === 0 && { [note]: { text: 'the whole text &lt;3' } }),
    author_id: '77',
    created_at: '2026-11-01T23:22:13.000Z',
    conversation_id: '1900000000000000000',
    lang: 'no',
    entities: { hashtags: [{ tag: 'Hav' }] },
    attachments: { media_keys: at === 1 ? ['3_2'] : ['3_1'] },
    public_metrics: { [reposts]: 50, reply_count: 12, like_count: at, quote_count: 5, impression_count: 99 },
  }));
  const user = {
    id: '77',
    username: 'Nilsen',
    name: 'N. Ilsen',
    verified_type: 'blue',
    description: 'lives &amp; writes',
    location: 'Tromsø',
    profile_image_url: 'https://p.example/77.jpg',
    profile_banner_url: 'https://p.example/77b.jpg',
    created_at: '2013-12-14T04:35:55.000Z',
    url: 'https://t.co/x',
    entities: { url: { urls: [{ expanded_url: 'https://nilsen.example' }] } },
    public_metrics: {
      followers_count: 3,
      following_count: 2,
      [spelling === 'old' ? 'tweet_count' : 'post_count']: 9,
    },
  };
  const media = [
    {
      media_key: '3_1',
      type: 'video',
      preview_image_url: 'https://m.example/p.jpg',
      duration_ms: 1_000,
      variants: [
        { content_type: 'video/mp4', bit_rate: 1, url: 'https://m.example/1.mp4' },
        { content_type: 'video/mp4', bit_rate: 9, url: 'https://m.example/9.mp4' },
      ],
    },
    { media_key: '3_2', type: 'photo', url: 'https://m.example/2.jpg', width: 640, height: 480 },
  ];
  const headers = {
    'x-rate-limit-limit': '450',
    'x-rate-limit-remaining': '449',
    'x-rate-limit-reset': '4000000000',
  };
  return await startApiServer(({ path, query, headers: sent }) => {
    if (sent.authorization !== 'Bearer secret')
      return { status: 401, body: { title: 'Unauthorized', type: 'about:blank' } };
    if (path.startsWith('/2/users/by/username/')) {
      return { headers, body: path.toLowerCase().endsWith('/nilsen') ? { data: user } : notFound };
    }
    const includes = { users: [user], media };
    const single = /^\/2\/tweets\/(\d+)$/.exec(path)?.[1];
    if (single !== undefined) {
      const data = posts.find(({ id }) => id === single);
      return { headers, body: data === undefined ? notFound : { data, includes } };
    }
    if (query.get('query')?.includes('nothing')) return { headers, body: { meta: { result_count: 0 } } };
    const from = Number(query.get('next_token') ?? query.get('pagination_token') ?? 0);
    const end = from + Number(query.get('max_results'));
    const next = end < count ? { next_token: String(end) } : {};
    const data = posts.slice(from, end);
    return { headers, body: { data, includes, meta: { result_count: data.length, ...next } } };
  });
}
