import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';
import { csv } from './invented-posts.ts';
import { id, root, row } from './invented-tweet.ts';
import { readContent } from './read-content.ts';

const apiPost = {
  id,
  text: 'Sea &amp; sun #Fun',
  author_id: '2',
  conversation_id: root,
  created_at: '2024-03-01T10:00:00.000Z',
  lang: 'en',
  referenced_tweets: [{ type: 'replied_to', id: root }],
  edit_history_tweet_ids: [id],
  entities: { hashtags: [{ start: 10, end: 14, tag: 'Fun' }] },
  attachments: { media_keys: ['7_1'] },
  public_metrics: {
    retweet_count: 50,
    reply_count: 12,
    like_count: 234,
    quote_count: 5,
    bookmark_count: 8,
    impression_count: 5432,
  },
};

const ada = {
  id: '2',
  username: 'Ada_One',
  name: 'Ada',
  description: 'Invented',
  verified_type: 'blue',
  public_metrics: { followers_count: 7, following_count: 8, tweet_count: 9, listed_count: 0 },
};

const page = {
  data: [apiPost],
  includes: {
    users: [ada, { id: '3', username: 'bo', name: 'Bo' }],
    tweets: [{ id: root, text: 'root', author_id: '3', created_at: '2024-02-29T08:00:00.000Z' }],
    media: [
      {
        media_key: '7_1',
        type: 'video',
        duration_ms: 9_000,
        width: 720,
        height: 1280,
        preview_image_url: 'https://pbs.example.com/1.jpg',
        variants: [
          { content_type: 'application/x-mpegURL', url: 'https://v.example.com/1.m3u8' },
          { bit_rate: 632_000, content_type: 'video/mp4', url: 'https://v.example.com/low.mp4' },
          { bit_rate: 2_176_000, content_type: 'video/mp4', url: 'https://v.example.com/high.mp4' },
        ],
      },
    ],
  },
  meta: { result_count: 1, newest_id: id, oldest_id: id, next_token: 'x' },
};

const media = [
  {
    type: 'video',
    url: 'https://v.example.com/high.mp4',
    preview_url: 'https://pbs.example.com/1.jpg',
    width: 720,
    height: 1280,
    duration_ms: 9_000,
  },
];

test.each([
  ['a page', JSON.stringify(page)],
  ['lines of pages', `${JSON.stringify(page)}\n${JSON.stringify({ meta: { result_count: 0 } })}\n`],
  ['an array of pages', JSON.stringify([page])],
  ['an answer for one post', JSON.stringify({ ...page, data: apiPost, meta: undefined })],
])('X API v2, %s: posts with authors, media and the posts that they answer', async (_name, content) => {
  const read = await readContent(content);
  expect(read).toMatchObject({ format: 'x-api', records: 1, refused: [] });
  expect(read.rows['micro.tweets']).toMatchObject([
    { ...row, media },
    { id: root, username: 'bo', content: 'root' },
  ]);
  expect(read.rows['micro.profiles']).toMatchObject([
    { username: 'ada_one', user_id: '2', follower_count: 7, is_verified: true },
    { username: 'bo', user_id: '3' },
  ]);
});

test('X API v2, the new names of fields, and posts flattened by twarc', async () => {
  const { referenced_tweets, edit_history_tweet_ids, public_metrics, ...rest } = apiPost;
  const { retweet_count, ...metrics } = public_metrics;
  const post = {
    ...rest,
    referenced_posts: referenced_tweets,
    edit_history_post_ids: edit_history_tweet_ids,
    public_metrics: { ...metrics, repost_count: retweet_count },
    author: ada,
    __twarc: { retrieved_at: '2024-04-01T00:00:00+00:00' },
  };
  const read = await readContent(`${JSON.stringify(post)}\n`);
  expect(read).toMatchObject({ format: 'x-api', records: 1, refused: [] });
  expect(read.rows['micro.tweets']).toMatchObject([row]);
  expect(read.observedAt).toEqual(['2024-04-01T00:00:00.000Z']);
});

test('X API v2: users alone, also with the default fields', async () => {
  const users = { data: [ada, { id: '3', username: 'bo', name: 'Bo' }], meta: { result_count: 2 } };
  const read = await readContent(JSON.stringify(users));
  expect(read).toMatchObject({ format: 'x-api', records: 2, refused: [] });
  expect(read.rows['micro.profiles']).toMatchObject([
    { username: 'ada_one', tweet_count: 9 },
    { username: 'bo', display_name: 'Bo' },
  ]);
});

test('X API v2 without authors: the refusal says what to pass, and --set username is taken', async () => {
  await using space = await Workspace.make();
  const content = JSON.stringify({ data: [apiPost], meta: { result_count: 1 } });
  const refused = await space.addText(content);
  expect(refused).toMatchObject({ status: 'failed', refusedBy: { value_missing: 1 } });
  expect(refused.error?.message).toContain('pass --set username=VALUE');
  const file = await space.addText(JSON.stringify({ ...page, includes: { media: page.includes.media } }), {
    set: { username: 'Ada_One' },
  });
  expect(file).toMatchObject({ format: 'x-api', accepted: 1, refused: 0 });
  expect(await space.rows('SELECT id, username, like_count, hashtags, media FROM micro_tweets')).toEqual([
    { id, username: 'ada_one', like_count: '234', hashtags: ['fun'], media },
  ]);
});

test('twarc’s CSV of API v2', async () => {
  const read = await readContent(
    csv({
      id,
      conversation_id: root,
      text: 'Sea &amp; sun #Fun',
      lang: 'en',
      created_at: '2024-03-01T10:00:00.000Z',
      author_id: '2',
      'public_metrics.like_count': '234',
      'public_metrics.retweet_count': '50',
      'public_metrics.reply_count': '12',
      'public_metrics.quote_count': '5',
      'public_metrics.impression_count': '5432',
      referenced_tweets: JSON.stringify(apiPost.referenced_tweets),
      'entities.hashtags': '[{"start": 10, "end": 14, "tag": "Fun"}]',
      'author.username': 'Ada_One',
      'author.id': '2',
      'author.public_metrics.followers_count': '7',
    }),
  );
  expect(read).toMatchObject({ format: 'x-api', records: 1, refused: [] });
  expect(read.rows['micro.tweets']).toMatchObject([row]);
});
