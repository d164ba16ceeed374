import { gzipSync, zstdCompressSync } from 'node:zlib';
import { allRows, Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
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

test('json: records of the research API by their usual names, ids exact', async () => {
  await using space = await Workspace.make();
  const text = `{"data":{"videos":[{"hashtag_names":["Avengers","pov"],"region_code":"CA","create_time":1633823999,
    "id":702874395068494965,"music_id":703847506349838791,"video_description":"lol #pov","view_count":1050,
    "username":"Invented","favorites_count":4}],"cursor":100,"has_more":true},"error":{"code":"ok"}}`;
  expect(await space.addText(text)).toMatchObject({ format: 'json', accepted: 1 });
  expect(
    await space.rows('SELECT video_id, author, music_id, hashtags, region, collect_count FROM videos'),
  ).toEqual([
    {
      video_id: '702874395068494965',
      author: 'invented',
      music_id: '703847506349838791',
      hashtags: ['avengers', 'pov'],
      region: 'CA',
      collect_count: '4',
    },
  ]);
});

test('csv: semicolons and tabs, and columns by a mapping file with a constant', async () => {
  await using space = await Workspace.make();
  await space.addText('video_id;views;posted_time\n1;5;2024-01-01 00:00:00\n');
  await space.addText('video_id\tviews\tposted_time\n2\t6\t2024-01-01 00:00:00\n');
  const mapping = await space.write(
    'mapping.json',
    JSON.stringify({
      columns: {
        video_id: 'nummer',
        play_count: 'aufrufe',
        create_time: { from: 'tag', day_first: true },
        duration_ms: { from: 'dauer', unit: 's' },
        author: { value: 'Someone' },
      },
    }),
  );
  const file = await space.addText('nummer,aufrufe,tag,dauer\n3,7,1/2/2024,2000\n', { mapping });
  expect(file).toMatchObject({ format: 'csv', accepted: 1 });
  expect(
    await space.rows('SELECT video_id, author, play_count, create_time, duration_ms FROM videos ORDER BY 1'),
  ).toEqual([
    {
      video_id: '1',
      author: null,
      play_count: '5',
      create_time: '2024-01-01 00:00:00+00',
      duration_ms: null,
    },
    {
      video_id: '2',
      author: null,
      play_count: '6',
      create_time: '2024-01-01 00:00:00+00',
      duration_ms: null,
    },
    {
      video_id: '3',
      author: 'someone',
      play_count: '7',
      create_time: '2024-02-01 00:00:00+00',
      duration_ms: 2_000_000,
    },
  ]);
});

test('parquet: 64-bit ids, lists and times', async () => {
  await using space = await Workspace.make();
  const path = `${space.root}/videos.parquet`;
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  await allRows(
    connection,
    `COPY (SELECT 7506832745952218000 + i AS video_id, 'Ana' AS author, TIMESTAMPTZ '2024-01-01' AS create_time, i AS play_count,
       ['Fun'] AS hashtags, 15 AS duration, TIMESTAMP '2024-02-01 00:00:00' AS observed_at FROM range(25000) r(i)) TO ${sqlString(path)}`,
  );
  const report = await space.add([path]);
  expect(report.files[0]).toMatchObject({ format: 'parquet', records: 25_000, accepted: 25_000 });
  expect(report.tables['shortvideo.videos']).toEqual({ before: 0, after: 25_000 });
  expect(
    await space.rows(
      'SELECT min(video_id) AS min, max(video_id) AS max, count(DISTINCT indexed_at) AS times FROM videos',
    ),
  ).toEqual([{ min: '7506832745952218000', max: '7506832745952242999', times: '1' }]);
});

test('tables of their own are told by their columns', async () => {
  await using space = await Workspace.make();
  await space.addText('author_id,unique_id,follower_count\n5,Ana,10\n');
  await space.addText('music_id,title,author_name,duration\n6,Song,Band,15\n');
  await space.addText('comment_id,video_id,text,create_time\n7,8,hi,1700000000\n');
  await space.addText('video_id,observed_at,play_count\n8,2024-01-01,3\n8,2024-01-02,4\n');
  expect(await space.rows('SELECT author, follower_count FROM authors')).toEqual([
    { author: 'ana', follower_count: '10' },
  ]);
  expect(await space.rows('SELECT title, author, duration_ms FROM music')).toEqual([
    { title: 'Song', author: 'Band', duration_ms: 15_000 },
  ]);
  expect(await space.rows('SELECT comment_id, text FROM comments')).toEqual([
    { comment_id: '7', text: 'hi' },
  ]);
  expect(await space.rows('SELECT play_count FROM video_stats ORDER BY observed_at')).toEqual([
    { play_count: '3' },
    { play_count: '4' },
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

test('NaN as Python writes it is unknown', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    '[{"video_id":"1","create_time":1700000000,"views":NaN,"likes":3,"caption":"NaN, Infinity"}]',
  );
  expect(file).toMatchObject({ accepted: 1, notes: { nan_replaced: 1 } });
  expect(await space.rows('SELECT play_count, like_count, description FROM videos')).toEqual([
    { play_count: null, like_count: '3', description: 'NaN, Infinity' },
  ]);
});

test('tiktok-scraper CSV: all that its columns tell, as from the JSON', async () => {
  await using space = await Workspace.make();
  const columns = {
    id: '6907228749016714111',
    text: 'hello, "you"',
    createTime: '1608214517',
    'authorMeta.id': '6825540583826768111',
    'authorMeta.name': 'Invented.One',
    'authorMeta.following': '3',
    'authorMeta.fans': '400',
    'authorMeta.heart': '5',
    'authorMeta.signature': 'about me',
    'musicMeta.musicId': '6790057285814061057',
    'musicMeta.musicName': 'Song',
    'musicMeta.musicOriginal': 'true',
    'musicMeta.duration': '12',
    'covers.default': 'https://p.example.com/c.jpeg',
    'videoMeta.duration': '15',
    playCount: '100',
    diggCount: '10',
    mentions: '[]',
    hashtags: '[{"id":"1","name":"Fun","title":"","cover":""}]',
  };
  const quoted = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
  const file = await space.addText(`${quoted(Object.keys(columns))}\n${quoted(Object.values(columns))}\n`);
  expect(file).toMatchObject({ format: 'tiktok-scraper-csv', accepted: 1, refused: 0 });
  expect(
    await space.rows(
      'SELECT description, play_count, duration_ms, hashtags, author_follower_count FROM videos',
    ),
  ).toEqual([
    {
      description: 'hello, "you"',
      play_count: '100',
      duration_ms: 15_000,
      hashtags: ['fun'],
      author_follower_count: '400',
    },
  ]);
  expect(await space.rows('SELECT bio, following_count, like_count FROM authors')).toEqual([
    { bio: 'about me', following_count: '3', like_count: '5' },
  ]);
  expect(await space.rows('SELECT title, duration_ms, is_original FROM music')).toEqual([
    { title: 'Song', duration_ms: 12_000, is_original: true },
  ]);
});

test('comments that call their own id `id`, in pages of a response', async () => {
  await using space = await Workspace.make();
  const comment = {
    id: 7_300_000,
    video_id: 7_200_000,
    text: 'nice',
    like_count: 1,
    reply_count: 0,
    parent_comment_id: 7_200_000,
    create_time: 1_700_000_000,
  };
  const file = await space.addText(
    JSON.stringify({ data: { comments: [comment], cursor: 1, has_more: false }, error: { code: 'ok' } }),
  );
  expect(file).toMatchObject({ accepted: 1, refused: 0 });
  expect(await space.rows('SELECT comment_id, video_id, text FROM comments')).toEqual([
    { comment_id: '7300000', video_id: '7200000', text: 'nice' },
  ]);
});
