import { expect, test } from 'vitest';
import { awemeRecord, scraperRecord, Workspace } from './support.ts';

/** One test per trap seen in real files; the numbers are those of the list the ingest was built against. */

const video1 = '7506832745952218113';
const video2 = '7506832745952218114';

test('trap 1: a rounded id beside an exact twin', async () => {
  await using space = await Workspace.make();
  const withTwin = awemeRecord(video1, { music: { id: 1, id_str: '6790057285814061057', title: 'a' } });
  const text = JSON.stringify(withTwin).replace('"id":1,', '"id":6790057285814061000,');
  const alone = JSON.stringify(awemeRecord(video2, { music: { id: 1, title: 'b' } }));
  const file = await space.addText(`${text}\n${alone.replace('"id":1,', '"id":6790057285814061000,')}\n`);
  expect(file.notes.id_dropped_rounded).toBe(1);
  expect(await space.rows('SELECT video_id, music_id FROM videos ORDER BY ALL')).toEqual([
    { video_id: video1, music_id: '6790057285814061057' },
    { video_id: video2, music_id: null },
  ]);
});

test('trap 1: an exact 64-bit id as a JSON number stays exact', async () => {
  await using space = await Workspace.make();
  await space.addText(
    `[{"id": 7506832745952218113, "create_time": 1700000000, "view_count": 5, "username": "a"}]`,
  );
  expect(await space.rows('SELECT video_id FROM videos')).toEqual([{ video_id: video1 }]);
});

test('trap 2: an id as lossy float text is unknown, and counted', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    `video_id,views,create_time,music_id\n${video1},5,1700000000,7.506832745952218e+18\n`,
  );
  expect(file).toMatchObject({ accepted: 1, notes: { id_dropped_rounded: 1 } });
  expect(await space.rows('SELECT music_id FROM videos')).toEqual([{ music_id: null }]);
});

test('trap 3: ids in a CSV are never read as doubles', async () => {
  await using space = await Workspace.make();
  await space.addText(
    `video_id,views,create_time,music_id\n${video1},5,1700000000,7.5e+18\n${video2},5,1700000000,6790057285814061057\n`,
  );
  expect(await space.rows('SELECT video_id, music_id FROM videos ORDER BY ALL')).toEqual([
    { video_id: video1, music_id: null },
    { video_id: video2, music_id: '6790057285814061057' },
  ]);
});

test('trap 4: strings and numbers side by side', async () => {
  await using space = await Workspace.make();
  const stats = { diggCount: 1_500_000, playCount: 15_000_000, collectCount: '97723' };
  await space.addText(
    JSON.stringify([{ id: video1, desc: 'x', createTime: '1675963028', video: { duration: 16 }, stats }]),
  );
  expect(await space.rows('SELECT create_time, like_count, collect_count, duration_ms FROM videos')).toEqual([
    {
      create_time: '2023-02-09 17:17:08+00',
      like_count: '1500000',
      collect_count: '97723',
      duration_ms: 16_000,
    },
  ]);
});

test('trap 5: exact statsV2 before rounded stats', async () => {
  await using space = await Workspace.make();
  const profile = {
    user: { id: '6976999329680589111', uniqueId: 'Invented', createTime: 1_624_460_216 },
    stats: { followerCount: 4_000_000, heartCount: 77_600_000 },
    statsV2: { followerCount: '4001943', heartCount: '77615151' },
  };
  const file = await space.addText(JSON.stringify([profile]));
  expect(file).toMatchObject({ format: 'item-struct', accepted: 1 });
  expect(await space.rows('SELECT author, follower_count, like_count FROM authors')).toEqual([
    { author: 'invented', follower_count: '4001943', like_count: '77615151' },
  ]);
});

test('trap 6: counts as 541.2K, 1.4M, "228.2B views", "3 videos"', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    `video_id,views,likes,comments,create_time\n${video1},541.2K,1.4M,"1,234",1700000000\n`,
  );
  expect(file.notes.count_rounded).toBe(2);
  expect(await space.rows('SELECT play_count, like_count, comment_count FROM videos')).toEqual([
    { play_count: '541200', like_count: '1400000', comment_count: '1234' },
  ]);
  await space.addText('hashtag,views,videos\nInventedTag,228.2B views,3 videos\n');
  expect(await space.rows("SELECT view_count, video_count FROM hashtags WHERE name = 'inventedtag'")).toEqual(
    [{ view_count: '228200000000', video_count: '3' }],
  );
});

test('trap 7: seconds, milliseconds and mm:ss are one unit', async () => {
  await using space = await Workspace.make();
  await space.addText(`video_id,views,create_time,duration\n${video1},5,1700000000,00:31\n`);
  await space.addText(JSON.stringify([awemeRecord(video2)]));
  expect(await space.rows('SELECT duration_ms FROM videos ORDER BY duration_ms')).toEqual([
    { duration_ms: 9_400 },
    { duration_ms: 31_000 },
  ]);
  await space.addText('video_id,views,create_time,duration\n7506832745952218199,5,1700000000,15300\n');
  expect(await space.rows("SELECT duration_ms FROM videos WHERE video_id = '7506832745952218199'")).toEqual([
    { duration_ms: 15_300 },
  ]);
});

test('trap 8: counts as whole floats pass, fractions are refused', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    `video_id,plays,create_time\n${video1},686000.0,1700000000\n${video2},12.5,1700000000\n`,
  );
  expect(file).toMatchObject({ accepted: 1, refused: 1, refusedBy: { count_fraction: 1 } });
  expect(await space.rows('SELECT video_id, play_count FROM videos')).toEqual([
    { video_id: video1, play_count: '686000' },
  ]);
});

test('trap 9: two schemas in one file are joined row by row', async () => {
  await using space = await Workspace.make();
  await space.addText(
    [
      'id,plays,create_time,views,posted_time,fetch_time',
      `${video1},100,1700000000,,,`,
      `${video2},,,200,2023-11-15 10:00:00,2023-12-01 00:00:00`,
    ].join('\n'),
  );
  expect(
    await space.rows('SELECT video_id, play_count, create_time, indexed_at FROM videos ORDER BY ALL'),
  ).toEqual([
    {
      video_id: video1,
      play_count: '100',
      create_time: '2023-11-14 22:13:20+00',
      indexed_at: '2023-11-15 10:00:00+00',
    },
    {
      video_id: video2,
      play_count: '200',
      create_time: '2023-11-15 10:00:00+00',
      indexed_at: '2023-12-01 00:00:00+00',
    },
  ]);
});

test('trap 10: lists as Python text, as "a, b", as objects', async () => {
  await using space = await Workspace.make();
  await space.addText(
    [
      'video_id,plays,create_time,hashtags',
      `1,1,1700000000,"['Fun', ""it's"", 'caf\\u00e9']"`,
      '2,1,1700000000,"Fun, #Dance"',
      '3,1,1700000000,#fun #Dance#Sun',
      `4,1,1700000000,"[{'id': '5', 'name': 'Fun'}]"`,
      '5,1,1700000000,[]',
      '6,1,1700000000,"[""a"",""b""]"',
    ].join('\n'),
  );
  expect(await space.rows('SELECT hashtags FROM videos ORDER BY video_id')).toEqual([
    { hashtags: ['fun', "it's", 'café'] },
    { hashtags: ['fun', 'dance'] },
    { hashtags: ['fun', 'dance', 'sun'] },
    { hashtags: ['fun'] },
    { hashtags: [] },
    { hashtags: ['a', 'b'] },
  ]);
});

test('trap 11: a tag repeated in a video stays in its place, and is one fact', async () => {
  await using space = await Workspace.make();
  const hashtags = ['b', 'a', 'b'].map((name) => ({ id: '1', name }));
  await space.addText(JSON.stringify({ collector: [scraperRecord(video1, { hashtags })] }));
  expect(await space.rows('SELECT hashtags FROM videos')).toEqual([{ hashtags: ['b', 'a', 'b'] }]);
  expect(await space.rows('SELECT hashtag FROM video_hashtags ORDER BY 1')).toEqual([
    { hashtag: 'a' },
    { hashtag: 'b' },
  ]);
});

test('trap 12: tags glued to mentions', async () => {
  await using space = await Workspace.make();
  await space.addText(
    `video_id,plays,create_time,hashtags\n${video1},1,1700000000,"['trending@Some.One']"\n`,
  );
  expect(await space.rows('SELECT hashtags, mentions FROM videos')).toEqual([
    { hashtags: ['trending'], mentions: ['some.one'] },
  ]);
});

test('trap 13: no caption is an empty caption', async () => {
  await using space = await Workspace.make();
  await space.addText(
    JSON.stringify({ collector: [scraperRecord('1', { text: '' }), scraperRecord('2', { text: null })] }),
  );
  expect(await space.rows('SELECT description FROM videos')).toEqual([
    { description: '' },
    { description: '' },
  ]);
});

test('trap 14: newlines and quotes in captions, emoji escaped and raw', async () => {
  await using space = await Workspace.make();
  const long = 'x'.repeat(4_011);
  await space.addText(
    `video_id,plays,create_time,description\n1,1,1700000000,"two\nlines, ""quoted"" 👆"\n2,1,1700000000,${long}\n`,
  );
  await space.addText(
    '{"collector":[{"id":"3","createTime":1700000000,"text":"\\uD83D\\uDC46","authorMeta":{}}]}',
  );
  expect(await space.rows('SELECT description FROM videos ORDER BY video_id')).toEqual([
    { description: 'two\nlines, "quoted" 👆' },
    { description: long },
    { description: '👆' },
  ]);
});

test('trap 15: byte order mark and CRLF', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    `\uFEFFvideo_id,plays,create_time,author\r\n${video1},7,1700000000,someone\r\n`,
  );
  expect(file.accepted).toBe(1);
  expect(await space.rows('SELECT video_id, author FROM videos')).toEqual([
    { video_id: video1, author: 'someone' },
  ]);
  const lines = await space.addText(`\uFEFF${JSON.stringify(awemeRecord(video2))}\r\n`);
  expect(lines).toMatchObject({ format: 'aweme', accepted: 1 });
});

test('trap 16: bytes that are not UTF-8 are replaced and counted, the row stays', async () => {
  await using space = await Workspace.make();
  const bytes = Buffer.from(`created_at,text,url,replies,retweets,favorites,user
10/16/17 22:59,caf_ one,https://x.example.com/invented/status/920061541986250758,1,2,3,Invented
10/2/17 12:41,plain,https://x.example.com/invented/status/914832655170011137,1,2,3,Invented
`);
  bytes[bytes.indexOf('caf_') + 3] = 0xe4;
  const file = await space.addText(bytes);
  expect(file).toMatchObject({ accepted: 2, refused: 0, notes: { invalid_utf8: 1 } });
  expect(await space.rows('SELECT id, content FROM micro_tweets ORDER BY id')).toEqual([
    { id: '914832655170011137', content: 'plain' },
    { id: '920061541986250758', content: 'caf\uFFFD one' },
  ]);
});

test('trap 17: HTML entities are undone once', async () => {
  await using space = await Workspace.make();
  await space.addText(
    'created_at,text,url,user,retweets\n10/2/17 12:41,A &amp; B &gt; C &amp;lt; D &#39;E&#x27;,https://x.example.com/a/status/914832655170011137,Invented,1\n',
  );
  expect(await space.rows('SELECT content FROM micro_tweets')).toEqual([{ content: "A & B > C &lt; D 'E'" }]);
});

test('trap 18: dates in every writing, stored as UTC', async () => {
  await using space = await Workspace.make();
  const times = [
    '1747669553',
    '1747669553000',
    '2025-05-19 15:45:53',
    '2025-05-19T15:45:53Z',
    '2025-05-19T17:45:53+02:00',
    '5/19/25 15:45',
    'Mon May 19 15:45:53 +0000 2025',
    '2025-05-19',
  ];
  const file = await space.addText(
    `video_id,plays,create_time\n${times.map((time, i) => `${i + 1},1,${time}`).join('\n')}\n`,
  );
  expect(file.refused).toBe(0);
  const rows = await space.rows<{ create_time: string }>('SELECT create_time FROM videos ORDER BY video_id');
  expect(rows.map((row) => row.create_time)).toEqual([
    ...Array.from({ length: 5 }, () => '2025-05-19 15:45:53+00'),
    '2025-05-19 15:45:00+00',
    '2025-05-19 15:45:53+00',
    '2025-05-19 00:00:00+00',
  ]);
});

test('trap 19: create_time is believed, not the time in the id', async () => {
  await using space = await Workspace.make();
  const id = String((BigInt(1_699_438_400) << 32n) + 5n); // 6.5 days before
  await space.addText(JSON.stringify(awemeRecord(id)));
  expect(await space.rows('SELECT create_time FROM videos')).toEqual([
    { create_time: '2023-11-14 22:13:20+00' },
  ]);
});

test('trap 20: ids of 17 to 19 digits', async () => {
  await using space = await Workspace.make();
  const ids = ['99443725210131026', '237064301739803268', video1];
  await space.addText(`id,plays,create_time\n${ids.map((id) => `${id},1,1700000000`).join('\n')}\n`);
  expect(await space.rows('SELECT video_id FROM videos ORDER BY len(video_id)')).toEqual([
    { video_id: '99443725210131026' },
    { video_id: '237064301739803268' },
    { video_id: video1 },
  ]);
});

test('trap 21: more likes than plays are kept and counted', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(`video_id,plays,likes,create_time\n${video1},0,458500,1700000000\n`);
  expect(file).toMatchObject({ accepted: 1, notes: { likes_above_plays: 1 } });
  expect(await space.rows('SELECT play_count, like_count FROM videos')).toEqual([
    { play_count: '0', like_count: '458500' },
  ]);
});

test('trap 22: views missing on a re-crawl overwrite nothing', async () => {
  await using space = await Workspace.make();
  await space.addText(
    `video_id,views,likes,create_time,fetch_time\n${video1},541,10,2025-05-19 15:45:53,2025-05-20 00:00:00\n`,
  );
  await space.addText(
    `video_id,views,likes,create_time,fetch_time\n${video1},,20,2025-05-19 15:45:53,2025-06-20 00:00:00\n`,
  );
  expect(await space.rows('SELECT play_count, like_count, indexed_at FROM videos')).toEqual([
    { play_count: '541', like_count: '20', indexed_at: '2025-06-20 00:00:00+00' },
  ]);
  // An observation from between the two is newer for the plays and older for the likes.
  await space.addText(
    `video_id,views,likes,create_time,fetch_time\n${video1},600,15,2025-05-19 15:45:53,2025-06-01 00:00:00\n`,
  );
  expect(await space.rows('SELECT play_count, like_count, indexed_at FROM videos')).toEqual([
    { play_count: '600', like_count: '20', indexed_at: '2025-06-20 00:00:00+00' },
  ]);
});

test('trap 23: a video seen many times is one row, and one observation each', async () => {
  await using space = await Workspace.make();
  const seen = [3, 1, 2].map((day) =>
    awemeRecord(video1, {
      collected_at: `2023-12-0${day} 00:00:00`,
      statistics: { play_count: 100 * day, digg_count: 10 },
    }),
  );
  const file = await space.addText(seen.map((record) => JSON.stringify(record)).join('\n'));
  expect(file.accepted).toBe(3);
  expect(await space.rows('SELECT play_count FROM videos')).toEqual([{ play_count: '300' }]);
  expect(await space.rows('SELECT observed_at, play_count FROM video_stats ORDER BY 1')).toEqual([
    { observed_at: '2023-12-01 00:00:00+00', play_count: '100' },
    { observed_at: '2023-12-02 00:00:00+00', play_count: '200' },
    { observed_at: '2023-12-03 00:00:00+00', play_count: '300' },
  ]);
});

test('trap 24: JSON inside strings is left alone', async () => {
  await using space = await Workspace.make();
  const music = {
    id_str: '6790057285814061058',
    title: '{"a": [1, "]"]}',
    extra: '{"x": {"y": 7506832745952218113}}',
  };
  const file = await space.addText(JSON.stringify([awemeRecord(video1, { music })]));
  expect(file).toMatchObject({ accepted: 1, notes: {} });
  expect(await space.rows('SELECT music_title FROM videos')).toEqual([{ music_title: '{"a": [1, "]"]}' }]);
});

test('trap 25: "un" is no language and "" no region', async () => {
  await using space = await Workspace.make();
  await space.addText(
    [
      awemeRecord('1', { desc_language: 'un', region: '' }),
      awemeRecord('2', { desc_language: 'pt-BR', region: 'br' }),
    ]
      .map((record) => JSON.stringify(record))
      .join('\n'),
  );
  expect(await space.rows('SELECT language, region FROM videos ORDER BY video_id')).toEqual([
    { language: null, region: null },
    { language: 'pt-BR', region: 'BR' },
  ]);
});

test('trap 26: fields may be missing', async () => {
  await using space = await Workspace.make();
  const bare = { aweme_id: video1, create_time: 1_700_000_000, desc: 'only this' };
  const file = await space.addText(`${JSON.stringify(bare)}\n${JSON.stringify(awemeRecord(video2))}\n`);
  expect(file).toMatchObject({ format: 'aweme', accepted: 2 });
  expect(
    await space.rows(`SELECT author, play_count, hashtags FROM videos WHERE video_id = '${video1}'`),
  ).toEqual([{ author: null, play_count: null, hashtags: [] }]);
});

test('trap 27: an unknown follower count is no zero', async () => {
  await using space = await Workspace.make();
  await space.addText(JSON.stringify([awemeRecord(video1)]));
  expect(await space.rows('SELECT follower_count FROM authors')).toEqual([{ follower_count: null }]);
  expect(await space.rows('SELECT author_follower_count FROM videos')).toEqual([
    { author_follower_count: null },
  ]);
});

test('trap 28: signed addresses lose their signature', async () => {
  await using space = await Workspace.make();
  await space.addText(JSON.stringify([awemeRecord(video1)]));
  expect(await space.rows('SELECT cover_url FROM videos')).toEqual([
    { cover_url: 'https://p.example.com/abc' },
  ]);
});

test('trap 29: a handle in any script; a masked video id is refused', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    `video_id,plays,create_time,author\n${video1},1,1700000000,@Jzt███_Ñ\njzt███_ar███,1,1700000000,x\n`,
  );
  expect(file).toMatchObject({ accepted: 1, refusedBy: { id_invalid: 1 } });
  expect(await space.rows('SELECT author FROM videos')).toEqual([{ author: 'jzt███_ñ' }]);
});

test('trap 30: numbers beyond 32 bits', async () => {
  await using space = await Workspace.make();
  await space.addText(
    JSON.stringify([
      {
        user: { id: '5', uniqueId: 'a' },
        stats: { heartCount: 7_600_000_000, followerCount: 228_200_000_000 },
      },
    ]),
  );
  expect(await space.rows('SELECT like_count, follower_count FROM authors')).toEqual([
    { like_count: '7600000000', follower_count: '228200000000' },
  ]);
});

test('trap 31: a post id joined with its account’s is split, a missing caption is empty', async () => {
  await using space = await Workspace.make();
  const mapping = await space.write(
    'mapping.json',
    JSON.stringify({
      table: 'photo.posts',
      columns: {
        id: 'code',
        media_id: 'id',
        username: 'user.username',
        caption: 'caption.text',
        created_at: 'taken_at',
        like_count: 'like_count',
        media_type: { value: 'image' },
      },
    }),
  );
  const post = (code: string, caption: object | null) => ({
    id: '3210987654321098765_123456789',
    code,
    user: { username: 'Invented' },
    caption,
    taken_at: 1_700_000_000,
    like_count: 5,
  });
  const file = await space.addText(JSON.stringify([post('Ab1', { text: 'hi' }), post('Ab2', null)]), {
    mapping,
  });
  expect(file).toMatchObject({ format: 'json', accepted: 2, refused: 0 });
  expect(await space.rows('SELECT id, media_id, username, caption FROM photo_posts ORDER BY id')).toEqual([
    { id: 'Ab1', media_id: '3210987654321098765', username: 'invented', caption: 'hi' },
    { id: 'Ab2', media_id: '3210987654321098765', username: 'invented', caption: '' },
  ]);
});

test('trap 32: a year as text, a range as text, specialties in one string', async () => {
  await using space = await Workspace.make();
  const mapping = await space.write(
    'mapping.json',
    JSON.stringify({
      table: 'network.companies',
      columns: {
        company: 'slug',
        name: 'Name',
        founded: 'Founded',
        company_size: 'Size',
        specialties: 'Specialties',
      },
    }),
  );
  const companies = [
    {
      slug: 'invented',
      Name: 'Invented & Co',
      Founded: '1976',
      Size: '10,001+ employees',
      Specialties: 'Music, Deep Sea',
    },
    { slug: 'other', Name: 'Other', Founded: '1999-05', Size: null, Specialties: null },
  ];
  await space.addText(JSON.stringify(companies), { mapping });
  expect(
    await space.rows('SELECT founded, company_size, specialties FROM network_companies ORDER BY company'),
  ).toEqual([
    { founded: 1976, company_size: '10,001+ employees', specialties: ['Music', 'Deep Sea'] },
    { founded: 1999, company_size: null, specialties: [] },
  ]);
});

test('trap 33: a count as text inside an object', async () => {
  await using space = await Workspace.make();
  const tweet = {
    id_str: '920061541986250758',
    username: 'Invented',
    text: 'hi',
    created_at: 'Thu Apr 20 23:21:13 +0000 2023',
    retweet_count: 3,
    views: { count: '1234' },
  };
  const mapping = await space.write(
    'm.json',
    JSON.stringify({ table: 'micro.tweets', columns: { view_count: 'views.count' } }),
  );
  await space.addText(JSON.stringify([tweet]), { mapping });
  expect(await space.rows('SELECT id, created_at, view_count FROM micro_tweets')).toEqual([
    { id: '920061541986250758', created_at: '2023-04-20 23:21:13+00', view_count: '1234' },
  ]);
});
