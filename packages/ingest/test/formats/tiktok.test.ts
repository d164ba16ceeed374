import { expect, test } from 'vitest';
import { csv } from './invented-posts.ts';
import { readContent } from './read-content.ts';

const at = '2025-05-19T10:00:00.000Z';
const id = String((BigInt(Date.parse(at) / 1000) << 32n) + 5n);
const other = String((BigInt(Date.parse('2025-05-18T10:00:00Z') / 1000) << 32n) + 6n);

const researchVideo = `{"id":${id},"video_description":"lol #pov","create_time":1747648800,"region_code":"NO","share_count":3,"view_count":100,"like_count":20,"comment_count":4,"favorites_count":6,"music_id":${other},"hashtag_names":["POV"],"hashtag_info_list":[{"hashtag_id":${other},"hashtag_name":"POV","hashtag_description":"points"}],"username":"Ada.One","effect_ids":["0"],"voice_to_text":"hello","video_duration":15}`;

const researchRow = {
  video_id: id,
  author: 'ada.one',
  description: 'lol #pov',
  create_time: at,
  play_count: 100,
  like_count: 20,
  comment_count: 4,
  share_count: 3,
  collect_count: 6,
  duration_ms: 15_000,
  hashtags: ['pov'],
  music_id: other,
  region: 'NO',
};

test('the Research API: pages of videos, with exact IDs', async () => {
  const page = `{"data":{"videos":[${researchVideo}],"cursor":100,"search_id":"7201388525814961198","has_more":true},"error":{"code":"ok","message":"","log_id":"x"}}`;
  const empty =
    '{"data":{"videos":[],"cursor":200,"has_more":false},"error":{"code":"ok","message":"","log_id":"x"}}';
  const read = await readContent(`${page}\n${empty}\n`);
  expect(read).toMatchObject({ format: 'tiktok-research', records: 1, refused: [] });
  expect(read.rows['shortvideo.videos']).toMatchObject([researchRow]);
  expect(read.rows['shortvideo.hashtags']).toEqual([
    { name: 'pov', hashtag_id: other, description: 'points' },
  ]);
  expect(read.rows['shortvideo.transcripts']).toMatchObject([{ video_id: id, text: 'hello' }]);
});

test('the Research API: videos as CSV', async () => {
  const read = await readContent(
    csv({
      id,
      video_description: 'lol #pov',
      create_time: '1747648800',
      region_code: 'NO',
      share_count: '3',
      view_count: '100',
      like_count: '20',
      comment_count: '4',
      favorites_count: '6',
      music_id: other,
      hashtag_names: "['POV']",
      username: 'Ada.One',
      video_duration: '15',
    }),
  );
  expect(read).toMatchObject({ format: 'tiktok-research', records: 1, refused: [] });
  expect(read.rows['shortvideo.videos']).toMatchObject([researchRow]);
});

test('the Research API: comments, of which the first level has the video as its parent', async () => {
  const comment = (comment_id: string, parent: string) =>
    `{"id":${comment_id},"video_id":${id},"text":"nice","create_time":1747652400,"like_count":5,"reply_count":1,"parent_comment_id":${parent}}`;
  const [first, second] = [String(BigInt(id) + 7n), String(BigInt(id) + 9n)];
  const page = `{"data":{"comments":[${comment(first, id)},${comment(second, first)}],"has_more":true,"cursor":300},"error":{"code":"ok","message":"","log_id":"x"}}`;
  const read = await readContent(page);
  expect(read).toMatchObject({ format: 'tiktok-research', records: 2, refused: [] });
  const row = {
    video_id: id,
    text: 'nice',
    create_time: '2025-05-19T11:00:00.000Z',
    like_count: 5,
    reply_count: 1,
  };
  expect(read.rows['shortvideo.comments']).toEqual([
    { ...row, comment_id: first },
    { ...row, comment_id: second, parent_comment_id: first },
  ]);
});

test('the Research API: accounts have no ID and are refused with a reason', async () => {
  const user = {
    display_name: 'Ada',
    bio_description: 'x',
    is_verified: false,
    follower_count: 1,
    likes_count: 2,
  };
  const read = await readContent(
    JSON.stringify({ data: user, error: { code: 'ok', message: '', log_id: 'x' } }),
  );
  expect(read.records).toBe(1);
  expect(read.refused.join()).toContain('tells no ID of an account');
});

const seen = { Date: '2025-06-01 09:30:00', Link: `https://www.tiktokv.com/share/video/${id}/` };
const liked = { date: '2025-06-02 08:00:00', link: `https://www.tiktokv.com/share/video/${other}/` };

test.each([
  ['Activity', 'Video Browsing History', 'Video', 'Videos'],
  ['Your Activity', 'Watch History', 'Post', 'Posts'],
])(
  'the export of an account, %s: what was watched, liked and posted',
  async (activity, history, post, posts) => {
    const content = {
      [activity]: {
        [history]: { VideoList: [seen] },
        'Like List': { ItemFavoriteList: [liked] },
        'Search History': { SearchList: [{ Date: '2025-06-01 09:00:00', SearchTerm: 'boats' }] },
        'Follower List': { FansList: null },
      },
      Comment: { Comments: { CommentsList: [{ date: '2025-06-01 09:00:00', comment: 'nice' }] } },
      Profile: { 'Profile Information': { ProfileMap: { userName: 'Ada.One', likesReceived: '5' } } },
      [post]: {
        [posts]: {
          VideoList: [
            {
              Date: '2025-05-18 10:00:01',
              Link: `https://www.tiktok.com/@ada.one/video/${other}`,
              Likes: '12',
              Title: 'Sea #Fun',
              WhoCanView: 'Public',
            },
          ],
        },
      },
    };
    const read = await readContent(JSON.stringify(content));
    expect(read).toMatchObject({ format: 'tiktok-export', records: 5 });
    expect(read.refused).toEqual([
      expect.stringContaining(`"${activity} > Search History > SearchList" has 1 entries`),
      expect.stringContaining('"Comment > Comments > CommentsList" has 1 entries'),
    ]);
    const videos = read.rows['shortvideo.videos'] ?? [];
    expect(videos.filter(({ create_time: time }) => time !== undefined)).toEqual([
      { video_id: id, create_time: at },
      { video_id: other, create_time: '2025-05-18T10:00:00.000Z' },
      expect.objectContaining({
        video_id: other,
        author: 'ada.one',
        description: 'Sea #Fun',
        create_time: '2025-05-18T10:00:01.000Z',
        like_count: 12,
        hashtags: ['fun'],
      }),
    ]);
    expect(read.observedAt.slice(0, 2)).toEqual(['2025-06-01T09:30:00.000Z', '2025-06-02T08:00:00.000Z']);
  },
);

test('the export of an account as text', async () => {
  const text = `Date: 2025-06-01 09:30:00 UTC\nLink: ${seen.Link}\n\nDate: 2025-06-02 08:00:00 UTC\nLink: ${liked.link}\n\n`;
  const read = await readContent(text);
  expect(read).toMatchObject({ format: 'tiktok-export', records: 2, refused: [] });
  expect(read.observedAt.slice(0, 2)).toEqual(['2025-06-01T09:30:00.000Z', '2025-06-02T08:00:00.000Z']);
  expect((read.rows['shortvideo.videos'] ?? []).map(({ video_id }) => video_id)).toEqual([
    id,
    id,
    other,
    other,
  ]);
});

test('Bright Data’s CSV of TikTok', async () => {
  const read = await readContent(
    csv({
      url: `https://www.tiktok.com/@ada.one/video/${id}`,
      post_id: id,
      description: 'lol #pov',
      create_time: at,
      share_count: '3',
      collect_count: '6',
      comment_count: '4',
      play_count: '100',
      digg_count: '20',
      video_duration: '15',
      hashtags: '["pov"]',
      original_sound: 'original sound',
      profile_id: '6825540583826768111',
      profile_username: 'ada.one',
      profile_url: 'https://www.tiktok.com/@ada.one',
      region: 'NO',
      account_id: 'ada.one',
    }),
  );
  expect(read).toMatchObject({ format: 'csv', records: 1, refused: [] });
  const { music_id: _music, ...known } = researchRow;
  expect(read.rows['shortvideo.videos']).toMatchObject([known]);
});

test('one ID just above 2^53 is no sign of rounding; one of 19 digits is', async () => {
  const page = (id_: string) =>
    `{"data":{"comments":[{"id":${id_},"video_id":${id},"text":"x","create_time":1747652400,"like_count":5,"reply_count":1,"parent_comment_id":${id}}]}}`;
  expect(await readContent(page('12345616934634134'))).toMatchObject({ records: 1, refused: [] });
  const rounded = await readContent(page('7506094440893644800'));
  expect(rounded.refused.join()).toContain('id_rounded');
});
