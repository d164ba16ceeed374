import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { awemeRecord, scraperRecord, Workspace } from './support.ts';

const infoRecord = {
  id: '7340285086081846571',
  title: 'short',
  description: 'Go 🥊 #Boxing🥊#Ring @Some.One',
  timestamp: 1_709_043_367,
  view_count: 9_568_067,
  like_count: 462_520,
  repost_count: 14_009,
  comment_count: 2_291,
  save_count: 45_611,
  uploader: 'Invented',
  uploader_id: '7257424779153425111',
  channel: 'An Invented One',
  channel_id: 'MS4invented',
  track: 'original sound',
  artists: ['Ana', 'Bo'],
  duration: 9,
  thumbnails: [{ id: 'cover', url: 'https://p.example.com/c.jpeg?x-expires=1' }],
  subtitles: {},
  extractor: 'TikTok',
  extractor_key: 'TikTok',
  webpage_url: 'https://www.example.com/@invented/video/7340285086081846571',
  epoch: 1_711_000_000,
  _type: 'video',
};

const item = {
  id: '7555555104997346111',
  desc: 'whale #ocean',
  createTime: 1_759_164_774,
  video: { duration: 17, cover: 'https://p.example.com/c?x-expires=2' },
  author: {
    id: '6763395919847523111',
    uniqueId: 'Invented.Diver',
    nickname: 'Diver',
    verified: true,
    secUid: 'MS4x',
  },
  stats: {
    diggCount: 161_000,
    shareCount: 8_920,
    commentCount: 1_609,
    playCount: 2_600_000,
    collectCount: 11_400,
  },
  authorStats: { followerCount: 2_400_000, heartCount: 147_300_000, videoCount: 1_783 },
  music: { id: '7000000000000000123', title: 'Sea', authorName: 'Ana', original: true },
  textExtra: [{ hashtagName: 'Ocean' }, { hashtagName: '', userUniqueId: 'Some.One' }],
  challenges: [{ id: '5', title: 'ocean', desc: 'about the sea' }],
};

test('tiktok-scraper: a record tells of a video, its author, sound and hashtags', async () => {
  await using space = await Workspace.make();
  const record = scraperRecord('6907228749016714111', {
    text: 'hi #Fun',
    hashtags: [{ id: '77', name: 'Fun', title: '' }],
    mentions: ['@Some.One'],
    covers: { default: 'https://p.example.com/cover?x-expires=3' },
  });
  const file = await space.addText(JSON.stringify({ headers: {}, collector: [record], zip: 'x' }));
  expect(file).toMatchObject({
    format: 'tiktok-scraper',
    status: 'added',
    records: 1,
    accepted: 1,
    rejectFile: null,
  });
  expect(await space.rows('SELECT * EXCLUDE (_older) FROM videos')).toEqual([
    {
      video_id: '6907228749016714111',
      author: 'invented.one',
      author_id: '6825540583826768111',
      author_sec_uid: null,
      author_nickname: 'One',
      author_follower_count: null,
      author_verified: false,
      description: 'hi #Fun',
      create_time: '2020-12-17 14:15:17+00',
      play_count: '100',
      like_count: '10',
      comment_count: '3',
      share_count: '2',
      collect_count: null,
      duration_ms: 15_000,
      hashtags: ['fun'],
      mentions: ['some.one'],
      music_id: '6790057285814061057',
      music_title: 'Song',
      music_author: 'Band',
      region: null,
      language: null,
      is_ad: null,
      is_ai_generated: null,
      cover_url: 'https://p.example.com/cover',
      has_transcript: false,
      indexed_at: '2020-12-17 14:15:17+00',
    },
  ]);
  expect(await space.rows('SELECT name, hashtag_id FROM hashtags')).toEqual([
    { name: 'fun', hashtag_id: '77' },
  ]);
  expect(await space.rows('SELECT music_id, is_original FROM music')).toEqual([
    { music_id: '6790057285814061057', is_original: false },
  ]);
  expect(await space.rows('SELECT play_count, source FROM video_stats')).toEqual([
    { play_count: '100', source: 'tiktok-scraper' },
  ]);
});

test('item-struct: bare items, response pages and items in envelopes are the same', async () => {
  const expected = [
    {
      author: 'invented.diver',
      author_follower_count: '2400000',
      hashtags: ['ocean'],
      mentions: ['some.one'],
      duration_ms: 17_000,
      music_title: 'Sea',
      cover_url: 'https://p.example.com/c',
    },
  ];
  const wrappings = [
    [item],
    item,
    { statusCode: 0, hasMore: true, itemList: [item] },
    { itemInfo: { itemStruct: item }, shareMeta: {} },
    { data: [{ type: 1, item }], has_more: 1 },
    [{ itemList: [item] }, { itemList: [], hasMore: false }],
    { ItemModule: { [item.id]: item } },
  ];
  for (const wrapping of wrappings) {
    await using space = await Workspace.make();
    const file = await space.addText(JSON.stringify(wrapping, null, 1));
    expect(file).toMatchObject({ format: 'item-struct', records: 1, accepted: 1 });
    const rows = await space.rows(
      'SELECT author, author_follower_count, hashtags, mentions, duration_ms, music_title, cover_url FROM videos',
    );
    expect(rows).toEqual(expected);
  }
});

test('yt-dlp: lines, gzip, zstd, an array and a playlist are the same, dated by epoch', async () => {
  const line = JSON.stringify(infoRecord);
  const contents = [
    `${line}\n`,
    gzipSync(`${line}\n`),
    zstdCompressSync(`${line}\n`),
    `[${line}]`,
    JSON.stringify({ _type: 'playlist', id: 'someone', entries: [infoRecord] }),
  ];
  for (const content of contents) {
    await using space = await Workspace.make();
    expect(await space.addText(content)).toMatchObject({ format: 'yt-dlp', records: 1, accepted: 1 });
    expect(
      await space.rows(
        'SELECT author, share_count, collect_count, hashtags, mentions, music_author, indexed_at FROM videos',
      ),
    ).toEqual([
      {
        author: 'invented',
        share_count: '14009',
        collect_count: '45611',
        hashtags: ['boxing🥊', 'ring'],
        mentions: ['some.one'],
        music_author: 'Ana, Bo',
        indexed_at: '2024-03-21 05:46:40+00',
      },
    ]);
  }
});

test('aweme: lines and response pages are the same; comments go to their table', async () => {
  const record = awemeRecord('7506832745952218113');
  for (const content of [
    JSON.stringify(record),
    JSON.stringify({ status_code: 0, aweme_list: [record], has_more: 1 }),
  ]) {
    await using space = await Workspace.make();
    expect(await space.addText(content)).toMatchObject({ format: 'aweme', accepted: 1 });
    expect(await space.rows('SELECT author, duration_ms, hashtags FROM videos')).toEqual([
      { author: 'invented.two', duration_ms: 9_400, hashtags: ['fun'] },
    ]);
  }
  await using space = await Workspace.make();
  const comment = {
    cid: '7198237103546139111',
    aweme_id: '7198206284949278111',
    text: 'wow',
    create_time: 1_700_000_000,
    digg_count: 3,
    reply_id: '0',
    reply_comment_total: 1,
    user: { uid: '6002375592750755111', unique_id: 'Invented', nickname: 'I' },
  };
  expect(await space.addText(JSON.stringify({ comments: [comment], cursor: 20, has_more: 1 }))).toMatchObject(
    {
      format: 'aweme',
      accepted: 1,
    },
  );
  expect(await space.rows('SELECT comment_id, author, like_count, parent_comment_id FROM comments')).toEqual([
    { comment_id: '7198237103546139111', author: 'invented', like_count: '3', parent_comment_id: null },
  ]);
});

test('set: constants fill what records lack and nothing else', async () => {
  await using space = await Workspace.make();
  const { author: _, ...bare } = item;
  await space.addText(JSON.stringify([bare, { ...item, id: '5' }]), { set: { author: '@Given' } });
  expect(await space.rows('SELECT video_id, author FROM videos ORDER BY 1')).toEqual([
    { video_id: '5', author: 'invented.diver' },
    { video_id: '7555555104997346111', author: 'given' },
  ]);
});
