import { expect, test } from 'vitest';
import { shortcodeOf, tweetId } from './invented-posts.ts';
import { readContent } from './read-content.ts';

const common = {
  title: 'Video by ada.one',
  description: 'Sea & sun #Fun',
  timestamp: 1_709_287_200,
  like_count: 234,
  comment_count: 12,
  duration: 9.5,
  thumbnails: [{ id: '0', url: 'https://p.example.com/1.jpg?x=1' }],
  epoch: 1_711_929_600,
  _type: 'video',
};

test('Instagram: a post, its account and comments', async () => {
  const mediaId = '3300000000000000123';
  const code = shortcodeOf(mediaId);
  const read = await readContent(
    `${JSON.stringify({
      ...common,
      id: code,
      display_id: code,
      channel: 'ada.one',
      uploader: 'Ada',
      uploader_id: '42',
      extractor: 'Instagram',
      extractor_key: 'Instagram',
      webpage_url: `https://www.instagram.com/reel/${code}/`,
      comments: [
        { id: '179', text: 'Nice', author: 'bo', author_id: '77', timestamp: 1_709_290_800, like_count: 3 },
      ],
    })}\n`,
  );
  expect(read).toMatchObject({
    format: 'yt-dlp',
    records: 1,
    refused: [],
    observedAt: ['2024-04-01T00:00:00.000Z'],
  });
  expect(read.rows['photo.posts']).toEqual([
    {
      id: code,
      media_id: mediaId,
      username: 'ada.one',
      caption: 'Sea & sun #Fun',
      like_count: 234,
      comment_count: 12,
      created_at: '2024-03-01T10:00:00.000Z',
      media_type: 'reel',
      media_url: 'https://p.example.com/1.jpg',
      hashtags: ['fun'],
    },
  ]);
  expect(read.rows['photo.profiles']).toEqual([{ username: 'ada.one', user_id: '42', full_name: 'Ada' }]);
  expect(read.rows['photo.comments']).toEqual([
    {
      id: '179',
      media_id: mediaId,
      text: 'Nice',
      user_pk: '77',
      username: 'bo',
      like_count: 3,
      created_at: '2024-03-01T11:00:00.000Z',
    },
  ]);
});

test('X: the ID is that of the post and not of its video', async () => {
  const id = tweetId('2024-03-01T10:00:00Z', 1);
  const record = {
    ...common,
    id: tweetId('2024-03-01T09:59:00Z', 3),
    display_id: id,
    uploader: 'Ada',
    uploader_id: 'Ada_One',
    channel_id: '2',
    repost_count: 50,
    tags: ['Fun'],
    extractor: 'twitter',
    extractor_key: 'Twitter',
    webpage_url: `https://twitter.com/Ada_One/status/${id}`,
  };
  const read = await readContent(JSON.stringify(record));
  expect(read).toMatchObject({ format: 'yt-dlp', records: 1, refused: [] });
  expect(read.rows['micro.tweets']).toMatchObject([
    {
      id,
      username: 'ada_one',
      content: 'Sea & sun #Fun',
      like_count: 234,
      retweet_count: 50,
      reply_count: 12,
      hashtags: ['fun'],
    },
  ]);
  expect(read.rows['micro.profiles']).toEqual([{ username: 'ada_one', user_id: '2', display_name: 'Ada' }]);
});

test('YouTube, of yt-dlp and of the Data API: refused by name', async () => {
  const info = {
    ...common,
    id: 'dQw4w9WgXcQ',
    extractor: 'youtube',
    extractor_key: 'Youtube',
    webpage_url: 'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  };
  const api = {
    kind: 'youtube#videoListResponse',
    items: [
      {
        kind: 'youtube#video',
        id: 'dQw4w9WgXcQ',
        snippet: { publishedAt: '2024-03-01T10:00:00Z', title: 'x' },
        statistics: { viewCount: '1' },
        contentDetails: { duration: 'PT15S' },
      },
    ],
  };
  for (const record of [info, api]) {
    const read = await readContent(JSON.stringify(record));
    expect(read).toMatchObject({ records: 1, rows: {} });
    expect(read.refused).toEqual([
      expect.stringMatching(/^platform_foreign: .*you ?tube.*docs\/own-tables\.md/i),
    ]);
  }
});
