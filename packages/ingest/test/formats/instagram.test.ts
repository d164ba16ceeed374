import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';
import { csv, shortcodeOf } from './invented-posts.ts';
import { readContent } from './read-content.ts';

const mediaId = '3300000000000000123';
const code = shortcodeOf(mediaId);
const taken = 1_709_287_200;

const row = {
  id: code,
  media_id: mediaId,
  username: 'ada.one',
  caption: 'Sea #Fun',
  like_count: 234,
  comment_count: 12,
  created_at: '2024-03-01T10:00:00.000Z',
  media_type: 'reel',
  media_url: 'https://p.example.com/1.jpg',
  video_url: 'https://v.example.com/1.mp4',
  hashtags: ['fun'],
  location: 'Oslo',
};

const comment = {
  id: '17900000000000001',
  media_id: mediaId,
  text: 'Nice',
  user_pk: '77',
  username: 'bo',
  like_count: 3,
  created_at: '2024-03-01T11:00:00.000Z',
};

const node = {
  __typename: 'GraphVideo',
  id: mediaId,
  shortcode: code,
  product_type: 'clips',
  display_url: 'https://p.example.com/1.jpg?sig=1',
  is_video: true,
  video_url: 'https://v.example.com/1.mp4?sig=2',
  taken_at_timestamp: taken,
  edge_media_to_caption: { edges: [{ node: { text: 'Sea #Fun' } }] },
  edge_media_preview_like: { count: 234, edges: [] },
  edge_media_to_parent_comment: {
    count: 12,
    edges: [
      {
        node: {
          id: '17900000000000001',
          text: 'Nice',
          created_at: taken + 3_600,
          owner: { id: '77', username: 'bo' },
          edge_liked_by: { count: 3 },
          edge_threaded_comments: { count: 0, edges: [] },
        },
      },
    ],
  },
  location: { id: '5', name: 'Oslo' },
  owner: { id: '42', username: 'Ada.One', full_name: 'Ada', edge_followed_by: { count: 900 } },
};

test.each([
  ['Instaloader', JSON.stringify({ node, instaloader: { version: '4.14', node_type: 'Post' } })],
  [
    'a page of a post',
    JSON.stringify({ data: { xdt_shortcode_media: node }, extensions: { is_final: true } }),
  ],
  ['older pages', JSON.stringify({ graphql: { shortcode_media: node } })],
  ['lines of nodes', `${JSON.stringify(node)}\n`],
])('Instagram’s web application, %s: post, owner and comments', async (_name, content) => {
  const read = await readContent(content);
  expect(read).toMatchObject({ format: 'instagram-web', records: 1, refused: [] });
  expect(read.rows['photo.posts']).toMatchObject([row]);
  expect(read.rows['photo.comments']).toMatchObject([comment]);
  expect(read.rows['photo.profiles']).toMatchObject([
    { username: 'ada.one', user_id: '42', follower_count: 900 },
  ]);
});

test('Instaloader: a profile with its posts, and comments with --set media_id', async () => {
  const profile = {
    node: {
      id: '42',
      username: 'Ada.One',
      full_name: 'Ada',
      biography: 'Invented',
      is_business_account: true,
      edge_followed_by: { count: 900 },
      edge_follow: { count: 8 },
      edge_owner_to_timeline_media: { count: 1, edges: [{ node: { ...node, owner: { id: '42' } } }] },
    },
    instaloader: { version: '4.14', node_type: 'Profile' },
  };
  const read = await readContent(JSON.stringify(profile));
  expect(read).toMatchObject({ records: 1, refused: [] });
  expect(read.rows['photo.posts']).toMatchObject([row]);
  expect(read.rows['photo.profiles']).toMatchObject([
    { username: 'ada.one', post_count: 1, is_business: true },
  ]);
});

test('Instaloader: comments, which do not name their post, with --set media_id', async () => {
  const lone = `[{"id": 17900000000000001, "created_at": ${taken + 3_600}, "text": "Nice", "owner": {"id": "77", "username": "bo"}, "likes_count": 3, "answers": []}]`;
  expect((await readContent(lone)).refused.join()).toContain('pass --set media_id=VALUE');
  const read = await readContent(lone, {
    table: 'photo.comments',
    format: 'instagram-web',
    set: { media_id: mediaId },
  });
  expect(read).toMatchObject({ records: 1, refused: [] });
  expect(read.rows['photo.comments']).toMatchObject([comment]);
});

const item = {
  pk: mediaId,
  id: `${mediaId}_42`,
  code,
  taken_at: taken,
  media_type: 2,
  product_type: 'clips',
  user: { pk: '42', username: 'Ada.One', full_name: 'Ada', is_verified: true },
  caption: { pk: '1', text: 'Sea #Fun', created_at: taken },
  like_count: 234,
  comment_count: 12,
  image_versions2: { candidates: [{ width: 540, height: 960, url: 'https://p.example.com/1.jpg?x=1' }] },
  video_versions: [{ type: 101, url: 'https://v.example.com/1.mp4?x=1' }],
  location: { pk: 5, name: 'Oslo' },
  preview_comments: [
    {
      pk: '17900000000000001',
      text: 'Nice',
      created_at_utc: taken + 3_600,
      user: { pk: '77', username: 'bo' },
      comment_like_count: 3,
    },
  ],
};

test.each([
  ['an answer', JSON.stringify({ items: [item], more_available: false, status: 'ok' })],
  [
    'Zeeschuimer',
    `${JSON.stringify({ nav_index: '1', item_id: item.id, timestamp_collected: 1_711_929_600_000, source_platform: 'instagram.com', source_url: 'https://www.instagram.com/', id: item.id, data: item })}\n`,
  ],
  ['4CAT', `${JSON.stringify({ ...item, __import_meta: { timestamp_collected: 1_711_929_600_000 } })}\n`],
])('Instagram’s app, %s: post, user and comments', async (_name, content) => {
  const read = await readContent(content);
  expect(read).toMatchObject({ format: 'instagram-app', records: 1, refused: [] });
  expect(read.rows['photo.posts']).toMatchObject([row]);
  expect(read.rows['photo.comments']).toMatchObject([comment]);
  expect(read.rows['photo.profiles']).toMatchObject([{ username: 'ada.one', is_verified: true }]);
  if (content.includes('timestamp_collected')) {
    expect(read.observedAt).toEqual(['2024-04-01T00:00:00.000Z']);
  }
});

test('ScrapFly: posts and users with shortened names', async () => {
  const post = {
    id: mediaId,
    shortcode: code,
    src: 'https://p.example.com/1.jpg?x',
    video_url: 'https://v.example.com/1.mp4?x',
    views: 9_000,
    likes: 234,
    location: 'Oslo',
    taken_at: taken,
    type: 'clips',
    is_video: true,
    captions: ['Sea #Fun'],
    comments_count: 12,
    comments: [
      {
        id: '17900000000000001',
        text: 'Nice',
        created_at: taken + 3_600,
        owner: 'bo',
        owner_id: '77',
        likes: 3,
      },
    ],
  };
  const user = {
    name: 'Ada',
    username: 'ada.one',
    id: '42',
    bio: 'Invented',
    followers: 900,
    follows: 8,
    threads_handle: 'ada.one',
  };
  const read = await readContent(JSON.stringify(post));
  const users = await readContent(JSON.stringify(user));
  const { username: _unknown, ...known } = row;
  expect(read.rows['photo.posts']).toEqual([known]);
  expect(read.rows['photo.comments']).toMatchObject([comment]);
  expect(users.rows['photo.profiles']).toMatchObject([
    { username: 'ada.one', follower_count: 900, following_count: 8 },
  ]);
});

const apify = {
  inputUrl: `https://www.instagram.com/p/${code}/`,
  id: mediaId,
  type: 'Video',
  productType: 'clips',
  shortCode: code,
  caption: 'Sea #Fun',
  hashtags: ['Fun'],
  mentions: [],
  url: `https://www.instagram.com/p/${code}/`,
  commentsCount: 12,
  likesCount: 234,
  displayUrl: 'https://p.example.com/1.jpg?x=1',
  videoUrl: 'https://v.example.com/1.mp4?x=1',
  locationName: 'Oslo',
  timestamp: '2024-03-01T10:00:00.000Z',
  ownerUsername: 'Ada.One',
  ownerFullName: 'Ada',
  ownerId: '42',
  latestComments: [
    {
      id: '17900000000000001',
      text: 'Nice',
      ownerUsername: 'bo',
      owner: { id: '77', username: 'bo' },
      timestamp: '2024-03-01T11:00:00.000Z',
      likesCount: 3,
    },
  ],
};

test('Apify: posts with their comments', async () => {
  const read = await readContent(JSON.stringify([apify]));
  expect(read).toMatchObject({ format: 'apify-instagram', records: 1, refused: [] });
  expect(read.rows['photo.posts']).toMatchObject([row]);
  expect(read.rows['photo.comments']).toMatchObject([comment]);
});

test('Apify, CSV: columns with numbers and members', async () => {
  const read = await readContent(
    csv({
      caption: 'Sea #Fun',
      commentsCount: '12',
      displayUrl: 'https://p.example.com/1.jpg?x=1',
      'hashtags/0': 'Fun',
      'hashtags/1': '',
      id: mediaId,
      'latestComments/0/id': '17900000000000001',
      'latestComments/0/likesCount': '3',
      'latestComments/0/owner/id': '77',
      'latestComments/0/ownerUsername': 'bo',
      'latestComments/0/text': 'Nice',
      'latestComments/0/timestamp': '2024-03-01T11:00:00.000Z',
      likesCount: '234',
      locationName: 'Oslo',
      ownerUsername: 'Ada.One',
      productType: 'clips',
      shortCode: code,
      timestamp: '2024-03-01T10:00:00.000Z',
      type: 'Video',
      url: `https://www.instagram.com/p/${code}/`,
      videoUrl: 'https://v.example.com/1.mp4?x=1',
    }),
  );
  expect(read).toMatchObject({ format: 'apify-instagram', records: 1, refused: [] });
  expect(read.rows['photo.posts']).toMatchObject([row]);
  expect(read.rows['photo.comments']).toMatchObject([comment]);
});

test('Apify: comments and profiles', async () => {
  await using space = await Workspace.make();
  const lone = { ...apify.latestComments[0], postUrl: `https://www.instagram.com/p/${code}/` };
  const profile = {
    id: '42',
    username: 'Ada.One',
    fullName: 'Ada',
    biography: 'Invented',
    followersCount: 900,
    followsCount: 8,
    postsCount: 2,
    verified: false,
    latestPosts: [apify],
  };
  await space.add([
    await space.write('comments.json', JSON.stringify([lone])),
    await space.write('profiles.json', JSON.stringify([profile])),
  ]);
  expect(await space.rows('SELECT id, media_id, text, username FROM photo_comments')).toEqual([
    { id: comment.id, media_id: mediaId, text: 'Nice', username: 'bo' },
  ]);
  expect(await space.rows('SELECT id, like_count, media_type FROM photo_posts')).toEqual([
    { id: code, like_count: '234', media_type: 'reel' },
  ]);
  expect(await space.rows('SELECT username, follower_count, post_count FROM photo_profiles')).toEqual([
    { username: 'ada.one', follower_count: '900', post_count: '2' },
  ]);
});

test('the Graph API: media of business discovery', async () => {
  const answer = {
    business_discovery: {
      username: 'ada.one',
      followers_count: 900,
      media_count: 1,
      media: {
        data: [
          {
            id: '17858843269216389',
            caption: 'Sea #Fun',
            media_type: 'VIDEO',
            media_product_type: 'REELS',
            media_url: 'https://p.example.com/1.jpg?x',
            permalink: `https://www.instagram.com/reel/${code}/`,
            timestamp: '2024-03-01T10:00:00+0000',
            like_count: 234,
            comments_count: 12,
          },
        ],
      },
      id: '17841401441775531',
    },
    id: '17841405309211844',
  };
  const read = await readContent(JSON.stringify(answer));
  expect(read).toMatchObject({ format: 'instagram-api', records: 1, refused: [] });
  const { video_url: _video, location: _place, ...known } = row;
  expect(read.rows['photo.posts']).toEqual([known]);
});
