import { expect, test } from 'vitest';
import { Workspace } from './support.ts';

/** Files in the documented shapes of common collectors, with invented content. */

const id = String((BigInt(Date.parse('2025-05-19T10:00:00Z') / 1000) << 32n) + 5n);
const created = '2025-05-19 10:00:00+00';
const url = `https://www.tiktok.com/@ada.one/video/${id}`;

function csv(columns: Readonly<Record<string, string>>): string {
  const quoted = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
  return `${quoted(Object.keys(columns))}\n${quoted(Object.values(columns))}\n`;
}

const wanted =
  'SELECT video_id, author, create_time, description, play_count, like_count, share_count, comment_count, duration_ms, hashtags, music_id FROM videos';

const row = {
  video_id: id,
  author: 'ada.one',
  create_time: created,
  description: 'go #Fun #Sea',
  play_count: '100',
  like_count: '20',
  share_count: '3',
  comment_count: '4',
  duration_ms: 15_000,
  hashtags: ['fun', 'sea'],
  music_id: '6790057285814061057',
};

const files = {
  'Apify CSV': csv({
    'authorMeta/avatar': 'https://p.example.com/a.jpg',
    'authorMeta/name': 'ada.one',
    'authorMeta/fans': '50',
    commentCount: '4',
    createTime: '1747648800',
    createTimeISO: '2025-05-19T10:00:00.000Z',
    diggCount: '20',
    'hashtags/0/name': 'Fun',
    'hashtags/0/title': '',
    'hashtags/1/name': 'Sea',
    'hashtags/2/name': '',
    id,
    'mentions/0': '@bo',
    'musicMeta/musicId': '6790057285814061057',
    playCount: '100',
    shareCount: '3',
    text: 'go #Fun #Sea',
    'videoMeta/duration': '15',
    webVideoUrl: url,
  }),
  'Apify JSON': JSON.stringify([
    {
      id,
      text: 'go #Fun #Sea',
      createTime: 1_747_648_800,
      authorMeta: { name: 'ada.one' },
      musicMeta: { musicId: '6790057285814061057' },
      videoMeta: { duration: 15 },
      diggCount: 20,
      shareCount: 3,
      playCount: 100,
      commentCount: 4,
      hashtags: [{ name: 'Fun' }, { name: 'Sea' }],
      webVideoUrl: url,
    },
  ]),
  '4CAT CSV': csv({
    id,
    thread_id: id,
    author: 'ada.one',
    author_full: 'Ada',
    author_followers: '50',
    body: 'go #Fun #Sea',
    timestamp: '2025-05-19 10:00:00',
    unix_timestamp: '1747648800',
    is_ad: 'no',
    music_id: '6790057285814061057',
    video_url: 'https://v.example.com/x.mp4',
    tiktok_url: url,
    likes: '20',
    comments: '4',
    shares: '3',
    plays: '100',
    hashtags: 'Fun,Sea',
    duration: '15',
  }),
  'pyktok CSV': csv({
    video_id: id,
    video_timestamp: '2025-05-19T10:00:00',
    video_duration: '15',
    video_diggcount: '20',
    video_sharecount: '3',
    video_commentcount: '4',
    video_playcount: '100',
    video_description: 'go #Fun #Sea',
    author_username: 'ada.one',
    author_name: 'Ada',
    music_id: '6790057285814061057',
  }),
  tikwm: JSON.stringify({
    code: 0,
    msg: 'success',
    data: {
      videos: [
        {
          video_id: id,
          title: 'go #Fun #Sea',
          cover: 'https://p.example.com/c.jpg',
          duration: 15,
          play: 'https://v.example.com/x.mp4',
          music: 'https://v.example.com/x.mp3',
          music_info: { id: '6790057285814061057', title: 'Song' },
          play_count: 100,
          digg_count: 20,
          comment_count: 4,
          share_count: 3,
          create_time: 1_747_648_800,
          author: { id: '5', unique_id: 'ada.one', nickname: 'Ada' },
        },
      ],
      cursor: 1,
      hasMore: true,
    },
  }),
  'unknown names': csv({
    'Video Link': url,
    'Posted (UTC)': '2025-05-19 10:00',
    Sound: '',
    'Sound ID': '6790057285814061057',
    'Length (sec)': '15',
    '# Views': '100',
    'No. of Likes': '20',
    Shares: '3',
    'Total Comments': '4',
    Caption: 'go #Fun #Sea',
  }),
};

test.each(Object.entries(files))('%s: the values of the video', async (_name, content) => {
  await using space = await Workspace.make();
  const file = await space.addText(content);
  expect(file).toMatchObject({ status: 'added', accepted: 1, refused: 0, fieldsRefusedBy: {} });
  expect(await space.rows(wanted)).toEqual([row]);
});

test('MediaCrawler: a Douyin CSV keeps its author and counts', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    csv({
      aweme_id: id,
      aweme_type: '0',
      title: 'go #Fun',
      desc: 'go #Fun',
      create_time: '1747648800',
      user_id: '77',
      user_unique_id: 'ada.one',
      nickname: 'Ada',
      liked_count: '1.2万',
      collected_count: '5',
      comment_count: '4',
      share_count: '3',
      ip_location: '',
      last_modify_ts: '1747735200000',
      aweme_url: `https://www.douyin.com/video/${id}`,
    }),
  );
  expect(file).toMatchObject({ accepted: 1, table: 'shortvideo.videos' });
  expect(
    await space.rows('SELECT author, author_nickname, like_count, collect_count, indexed_at FROM videos'),
  ).toEqual([
    {
      author: 'ada.one',
      author_nickname: 'Ada',
      like_count: '12000',
      collect_count: '5',
      indexed_at: '2025-05-20 10:00:00+00',
    },
  ]);
});

test('snscrape: posts go to the table of posts', async () => {
  await using space = await Workspace.make();
  const post = String((BigInt(Date.parse('2023-05-19T10:00:00Z')) - 1_288_834_974_657n) << 22n);
  const file = await space.addText(
    `{"_type":"snscrape.modules.twitter.Tweet","url":"https://twitter.com/ada/status/${post}","date":"2023-05-19T10:00:00+00:00","rawContent":"hi #Fun","id":${post},"user":{"username":"ada","id":5},"replyCount":1,"retweetCount":2,"likeCount":3,"quoteCount":4,"conversationId":${post},"lang":"en","hashtags":["Fun"],"viewCount":9}\n`,
  );
  expect(file).toMatchObject({ accepted: 1, format: 'snscrape' });
  expect(await space.rows('SELECT id, username, content, like_count, view_count FROM micro_tweets')).toEqual([
    { id: post, username: 'ada', content: 'hi #Fun', like_count: '3', view_count: '9' },
  ]);
});
