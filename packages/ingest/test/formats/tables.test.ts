import { expect, test } from 'vitest';
import { csv, shortcodeOf, tweetId } from './invented-posts.ts';
import { readContent } from './read-content.ts';

/** Flat files of photo posts and of X, whose columns have usual names. */

const mediaId = '3300000000000000123';
const code = shortcodeOf(mediaId);
const url = `https://www.instagram.com/p/${code}/`;

const post = {
  id: code,
  media_id: mediaId,
  username: 'ada.one',
  caption: 'Sea #Fun',
  like_count: 234,
  comment_count: 12,
  created_at: '2024-03-01T10:00:00.000Z',
};

test.each([
  [
    '4CAT’s CSV',
    csv({
      id: code,
      thread_id: code,
      url,
      body: 'Sea #Fun',
      author: 'Ada.One',
      timestamp: '2024-03-01 10:00:00',
      media_type: 'photo',
      hashtags: 'Fun',
      num_likes: '234',
      num_comments: '12',
      unix_timestamp: '1709287200',
      location_name: 'Oslo',
    }),
    { media_type: 'image', hashtags: ['fun'], location: 'Oslo' },
  ],
  [
    'Bright Data',
    JSON.stringify([
      {
        url: `https://www.instagram.com/p/${code}`,
        user_posted: 'ada.one',
        description: 'Sea #Fun',
        hashtags: ['#Fun'],
        num_comments: 12,
        date_posted: '2024-03-01T10:00:00.000Z',
        likes: 234,
        post_id: `${mediaId}_42`,
        shortcode: code,
        content_type: 'Carousel',
        pk: mediaId,
      },
    ]),
    { media_type: 'carousel', hashtags: ['fun'] },
  ],
  [
    'a table with the address only',
    csv({
      link: url,
      posted: '2024-03-01T10:00:00Z',
      user: 'ada.one',
      text: 'Sea #Fun',
      likes: '234',
      comments: '12',
    }),
    { hashtags: ['fun'] },
  ],
])('photo posts: %s', async (_name, content, more) => {
  const read = await readContent(content);
  expect(read).toMatchObject({ records: 1, refused: [] });
  expect(read.rows['photo.posts']).toMatchObject([{ ...post, ...more }]);
  expect(Object.keys(read.rows)).toEqual(['photo.posts']);
});

test('photo accounts and comments', async () => {
  const accounts = csv({
    username: 'ada.one',
    name: 'Ada',
    followers: '900',
    posts: '2',
    url: 'https://www.instagram.com/ada.one/',
  });
  expect((await readContent(accounts)).rows).toEqual({
    'photo.profiles': [
      {
        username: 'ada.one',
        full_name: 'Ada',
        follower_count: 900,
        post_count: 2,
      },
    ],
  });
  const comments = csv({
    comment_id: '179',
    post_url: url,
    username: 'bo',
    text: 'Nice',
    created_at: '2024-03-01T11:00:00Z',
  });
  expect((await readContent(comments)).rows).toEqual({
    'photo.comments': [
      { id: '179', media_id: mediaId, username: 'bo', text: 'Nice', created_at: '2024-03-01T11:00:00.000Z' },
    ],
  });
});

test('X: 4CAT’s CSV, and accounts', async () => {
  const id = tweetId('2024-03-01T10:00:00Z', 1);
  const posts = csv({
    id,
    thread_id: id,
    unix_timestamp: '1709287200',
    link: `https://x.com/Ada_One/status/${id}`,
    body: 'Sea #Fun',
    author: 'Ada_One',
    author_id: '2',
    language_guess: 'en',
    retweet_count: '50',
    reply_count: '12',
    like_count: '234',
    quote_count: '5',
    impression_count: '5432',
    hashtags: 'Fun',
  });
  expect((await readContent(posts)).rows['micro.tweets']).toMatchObject([
    {
      id,
      conversation_id: id,
      username: 'ada_one',
      content: 'Sea #Fun',
      created_at: '2024-03-01T10:00:00.000Z',
      like_count: 234,
      view_count: 5432,
      language: 'en',
      hashtags: ['fun'],
    },
  ]);
  const accounts = csv({
    user_id: '2',
    username: 'Ada_One',
    followers: '900',
    tweets: '2',
    url: 'https://x.com/ada_one',
  });
  expect((await readContent(accounts)).rows).toEqual({
    'micro.profiles': [{ username: 'ada_one', user_id: '2', follower_count: 900, tweet_count: 2 }],
  });
});

test('the same names without a platform are no photo posts', async () => {
  const content = csv({ id: '5', created_at: '2024-03-01', caption: 'x', likes: '3' });
  await expect(readContent(content)).rejects.toMatchObject({ code: 'format_unknown' });
});
