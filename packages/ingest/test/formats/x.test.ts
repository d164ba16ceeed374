import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';
import { tweetId } from './invented-posts.ts';
import { id, root, row } from './invented-tweet.ts';
import { readContent } from './read-content.ts';

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

const legacy = {
  id_str: id,
  full_text: 'Sea &amp; sun #Fun',
  created_at: 'Fri Mar 01 10:00:00 +0000 2024',
  favorite_count: 234,
  retweet_count: 50,
  reply_count: 12,
  quote_count: 5,
  conversation_id_str: root,
  in_reply_to_status_id_str: root,
  lang: 'en',
  entities: { hashtags: [{ indices: [10, 14], text: 'Fun' }], user_mentions: [], urls: [] },
};

const user = {
  __typename: 'User',
  rest_id: '2',
  is_blue_verified: true,
  core: { name: 'Ada', screen_name: 'Ada_One', created_at: 'Sat Dec 14 04:35:55 +0000 2013' },
  relationship_counts: { followers: 7, following: 8 },
};

const webPost = {
  __typename: 'Tweet',
  rest_id: id,
  core: { user_results: { result: user } },
  views: { count: '5432', state: 'EnabledWithCount' },
  legacy,
};

const timeline = (result: object) => ({
  data: {
    user: {
      result: {
        __typename: 'User',
        timeline: {
          timeline: {
            instructions: [
              { type: 'TimelineClearCache' },
              {
                type: 'TimelineAddEntries',
                entries: [
                  {
                    entryId: `tweet-${id}`,
                    content: {
                      entryType: 'TimelineTimelineItem',
                      itemContent: { itemType: 'TimelineTweet', tweet_results: { result } },
                    },
                  },
                  { entryId: 'cursor-top', content: { entryType: 'TimelineTimelineCursor', value: 'x' } },
                ],
              },
            ],
          },
        },
      },
    },
  },
});

const oldUser = {
  __typename: 'User',
  rest_id: '2',
  legacy: { screen_name: 'Ada_One', name: 'Ada', followers_count: 7, verified: false },
};

test.each([
  ['an answer', JSON.stringify(timeline(webPost))],
  [
    'an answer with limited visibility',
    JSON.stringify(timeline({ __typename: 'TweetWithVisibilityResults', tweet: webPost })),
  ],
  ['the older user', `${JSON.stringify({ ...webPost, core: { user_results: { result: oldUser } } })}\n`],
  [
    'Zeeschuimer',
    `${JSON.stringify({ nav_index: '1:1', item_id: id, timestamp_collected: 1_711_929_600_000, source_platform: 'twitter.com', source_url: 'https://x.com/home', data: { id, ...webPost } })}\n`,
  ],
  [
    '4CAT',
    `${JSON.stringify({ id, ...webPost, __import_meta: { timestamp_collected: 1_711_929_600_000, source_platform: 'twitter.com' } })}\n`,
  ],
])('X’s web application, %s', async (_name, content) => {
  const read = await readContent(content);
  expect(read).toMatchObject({ format: 'x-web', records: 1, refused: [] });
  expect(read.rows['micro.tweets']).toMatchObject([row]);
  expect(read.rows['micro.profiles']).toMatchObject([
    { username: 'ada_one', user_id: '2', follower_count: 7 },
  ]);
  if (content.includes('timestamp_collected')) {
    expect(read.observedAt).toEqual(['2024-04-01T00:00:00.000Z']);
  }
});

test('X’s web application: the post in a repost is a row of its own, and a user alone', async () => {
  const outer = tweetId('2024-03-02T10:00:00Z');
  const repost = {
    ...webPost,
    rest_id: outer,
    core: { user_results: { result: { ...user, rest_id: '9', core: { name: 'Bo', screen_name: 'bo' } } } },
    views: { state: 'Enabled' },
    legacy: {
      ...legacy,
      id_str: outer,
      full_text: 'RT @Ada_One: Sea',
      created_at: 'Sat Mar 02 10:00:00 +0000 2024',
      retweeted_status_result: { result: webPost },
    },
  };
  await using space = await Workspace.make();
  await space.add([
    await space.write('one.json', JSON.stringify(timeline(repost))),
    await space.write('two.json', JSON.stringify({ data: { user: { result: user } } })),
  ]);
  expect(await space.rows('SELECT id, username, view_count FROM micro_tweets ORDER BY id DESC')).toEqual([
    { id: outer, username: 'bo', view_count: null },
    { id, username: 'ada_one', view_count: '5432' },
  ]);
  expect(
    await space.rows(
      "SELECT following_count, is_verified, created_at FROM micro_profiles WHERE username = 'ada_one'",
    ),
  ).toEqual([{ following_count: '8', is_verified: true, created_at: '2013-12-14 04:35:55+00' }]);
});

test('X API 1.1: a search, with exact IDs', async () => {
  const status = `{"id":${id},${JSON.stringify({ ...legacy, conversation_id: root, conversation_id_str: undefined, user: { id_str: '2', screen_name: 'Ada_One', name: 'Ada', followers_count: 7 } }).slice(1)}`;
  const read = await readContent(`{"statuses":[${status}],"search_metadata":{"count":1}}`);
  expect(read).toMatchObject({ format: 'x-legacy', records: 1, refused: [] });
  const { view_count: _views, ...known } = row;
  expect(read.rows['micro.tweets']).toEqual([known]);
});

const archived = {
  tweet: {
    edit_info: {
      initial: { editTweetIds: [id], editableUntil: '2024-03-01T11:00:00.000Z', editsRemaining: '5' },
    },
    retweeted: false,
    source: '<a href="https://example.com" rel="nofollow">Web</a>',
    entities: {
      hashtags: [{ text: 'Fun', indices: ['10', '14'] }],
      symbols: [],
      user_mentions: [],
      urls: [],
    },
    display_text_range: ['0', '14'],
    favorite_count: '234',
    in_reply_to_status_id_str: root,
    id_str: id,
    truncated: false,
    retweet_count: '50',
    id,
    created_at: 'Fri Mar 01 10:00:00 +0000 2024',
    favorited: false,
    full_text: 'Sea &amp; sun #Fun',
    lang: 'en',
  },
};

test.each([
  ['', ''],
  ['window.YTD.tweets.part0 = ', ''],
  ['window.YTD.tweet.part1 =\n', ';\n'],
])('the account archive tweets.js, "%s": posts of --set username', async (before, after) => {
  const content = `${before}${JSON.stringify([archived], null, 2)}${after}`;
  expect((await readContent(content)).refused.join()).toContain('pass --set username=VALUE');
  const read = await readContent(content, { set: { username: 'Ada_One' } });
  expect(read).toMatchObject({ format: 'x-legacy', records: 1, refused: [] });
  const { reply_count: _a, quote_count: _b, view_count: _c, conversation_id: _d, ...known } = row;
  expect(read.rows['micro.tweets']).toEqual([known]);
});

const scraped = (names: { text: string; video: object }) =>
  `{"_type":"snscrape.modules.twitter.Tweet","url":"https://x.com/Ada_One/status/${id}","date":"2024-03-01T10:00:00+00:00","${names.text}":"Sea & sun #Fun","renderedContent":"Sea & sun #Fun","id":${id},"user":{"_type":"snscrape.modules.twitter.User","username":"Ada_One","id":2,"displayname":"Ada","rawDescription":"Invented","created":"2013-12-14T04:35:55+00:00","followersCount":7,"friendsCount":8,"statusesCount":9,"verified":false,"blue":true},"replyCount":12,"retweetCount":50,"likeCount":234,"quoteCount":5,"conversationId":${root},"lang":"en","viewCount":5432,"inReplyToTweetId":${root},"hashtags":["Fun"],"media":${JSON.stringify(names.video)},"quotedTweet":{"_type":"snscrape.modules.twitter.Tweet","id":${root},"date":"2024-02-29T08:00:00+00:00","rawContent":"root","user":{"username":"bo","id":3},"likeCount":1,"retweetCount":0}}\n`;

test.each([
  [
    'snscrape',
    scraped({
      text: 'rawContent',
      video: [
        {
          _type: 'snscrape.modules.twitter.Video',
          thumbnailUrl: 'https://pbs.example.com/1.jpg',
          variants: [{ url: 'https://v.example.com/high.mp4', contentType: 'video/mp4', bitrate: 1 }],
          duration: 9.0,
        },
      ],
    }),
  ],
  [
    'twscrape',
    scraped({
      text: 'rawContent',
      video: {
        photos: [],
        videos: [
          {
            thumbnailUrl: 'https://pbs.example.com/1.jpg',
            variants: [{ url: 'https://v.example.com/high.mp4', contentType: 'video/mp4', bitrate: 1 }],
            duration: 9_000,
            views: null,
          },
        ],
        animated: [],
      },
    }),
  ],
])('%s: posts, the posts that they quote, users, media', async (_name, content) => {
  const read = await readContent(content);
  expect(read).toMatchObject({ format: 'snscrape', records: 1, refused: [] });
  expect(read.rows['micro.tweets']).toMatchObject([
    { ...row, media: [{ ...media[0], width: null, height: null }] },
    { id: root, username: 'bo', like_count: 1 },
  ]);
  expect(read.rows['micro.profiles']).toMatchObject([
    { username: 'ada_one', tweet_count: 9, bio: 'Invented' },
    { username: 'bo' },
  ]);
});

test('a snscrape post of another site is not one of X', async () => {
  const read = readContent(
    '{"_type":"snscrape.modules.mastodon.Post","url":"https://m.example.com/@ada/1","date":"2024-03-01T10:00:00+00:00","rawContent":"x","renderedContent":"x","retweetCount":1,"id":1}\n',
  );
  await expect(read).rejects.toMatchObject({ code: 'format_unknown' });
});
