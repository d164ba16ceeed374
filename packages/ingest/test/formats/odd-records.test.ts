import { expect, test } from 'vitest';
import { tweetId } from './invented-posts.ts';
import { readContent } from './read-content.ts';

const id = tweetId('2024-03-01T10:00:00Z', 1);

/** Records of formats, of which every value is then replaced by each of these. */
const odd: readonly unknown[] = [
  null,
  '',
  'x',
  -1,
  1e300,
  true,
  [],
  {},
  [[[]]],
  [null],
  { toString: 1, valueOf: 1 },
  JSON.parse('{"__proto__": {"id": 1}}'),
];

const records: readonly object[] = [
  {
    data: [
      {
        id,
        text: 'x',
        author_id: '2',
        created_at: '2024-03-01T10:00:00Z',
        public_metrics: { like_count: 1 },
        attachments: { media_keys: ['1'] },
        referenced_tweets: [{ type: 'replied_to', id: '1' }],
      },
    ],
    includes: {
      users: [{ id: '2', username: 'a', name: 'A' }],
      media: [{ media_key: '1', type: 'video', variants: [{ bit_rate: 1, url: 'x' }] }],
      tweets: [{ id: '1', text: 'y' }],
    },
  },
  {
    rest_id: id,
    core: { user_results: { result: { core: { screen_name: 'a' } } } },
    legacy: {
      full_text: 'x',
      created_at: 'Fri Mar 01 10:00:00 +0000 2024',
      favorite_count: 1,
      entities: {
        hashtags: [{ text: 'x' }],
        media: [{ type: 'photo', expanded_url: `https://x.com/a/status/${id}` }],
      },
    },
  },
  {
    rawContent: 'x',
    date: '2024-03-01',
    retweetCount: 1,
    id,
    user: { username: 'a' },
    media: { photos: [{ url: 'x' }], videos: [{ variants: [{ bitrate: 1 }] }] },
  },
  {
    id: '1',
    shortcode: 'CtJ0wAyk7dQ',
    product_type: 'clips',
    taken_at_timestamp: 1_709_287_200,
    edge_media_to_caption: { edges: [{ node: { text: 'x' } }] },
    owner: { username: 'a' },
  },
  {
    pk: '1',
    code: 'CtJ0wAyk7dQ',
    taken_at: 1_709_287_200,
    media_type: 1,
    user: { username: 'a' },
    caption: { text: 'x' },
    comments: [{ pk: '1', text: 'x', user: { username: 'b' } }],
  },
  {
    id: 'a',
    name: 'A',
    url: 'https://www.linkedin.com/in/a',
    position: 'x',
    experience: [{ title: 'x', start_date: { year: 2019, month: 3 } }],
    skills: ['x'],
  },
  {
    url: 'https://www.linkedin.com/posts/a_activity-7169250000000000000-x',
    post_text: 'x',
    use_url: 'https://www.linkedin.com/in/a',
    images: ['https://p.example.com/1.jpg'],
    num_likes: 1,
  },
  {
    profile: {
      '@type': 'Person',
      url: 'https://www.linkedin.com/in/a',
      name: 'A',
      worksFor: [[{ name: 'x', member: { startDate: 2019 } }]],
    },
    posts: [
      {
        '@type': 'Article',
        url: 'https://www.linkedin.com/pulse/x',
        author: { url: 'https://www.linkedin.com/in/a' },
        interactionStatistic: [{ interactionType: 'Like', userInteractionCount: 1 }],
      },
    ],
  },
  {
    Activity: {
      'Video Browsing History': {
        VideoList: [
          { Date: '2025-06-01 09:30:00', Link: 'https://www.tiktokv.com/share/video/7506094440893644805/' },
        ],
      },
    },
    Profile: { P: { ProfileMap: { userName: 'a' } } },
  },
  {
    id: '7506094440893644805',
    createTime: 1_747_648_800,
    stats: { playCount: 1 },
    author: { uniqueId: 'a' },
    textExtra: [{ hashtagName: 'x' }],
    challenges: [{ title: 'x' }],
    aigcLabelType: 1,
  },
  {
    aweme_id: '7506094440893644805',
    create_time: 1_747_648_800,
    statistics: { play_count: 1 },
    author: { uid: '1' },
    text_extra: [{ user_id: '5' }],
    commerce_info: { branded_content_type: 1 },
  },
  {
    id: '7506094440893644805',
    text: 'x',
    createTime: 1_747_648_800,
    authorMeta: { name: 'a' },
    hashtags: [{ name: 'x' }],
    mentions: ['@b'],
  },
  {
    id: '7506094440893644805',
    extractor: 'TikTok',
    timestamp: 1_747_648_800,
    thumbnails: [{ id: 'cover', url: 'x' }],
    artists: ['a'],
    tags: ['x'],
  },
];

/** All copies of a value in which one member is another. */
function* changed(value: unknown): Generator<unknown> {
  yield* odd;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    for (const other of changed(member)) {
      if (Array.isArray(value)) yield value.map((old, i) => (String(i) === key ? other : old));
      else yield { ...value, [key]: other };
    }
  }
}

test('whatever stands in a place of a record, the record is imported or refused', async () => {
  for (const record of records) {
    const all = [...changed(record)].filter((value) => typeof value === 'object' && value !== null);
    const lines = [record, ...all].map((value) => JSON.stringify(value)).join('\n');
    const read = await readContent(`${lines}\n`);
    expect(read.records).toBeGreaterThanOrEqual(all.length / 2);
  }
});
