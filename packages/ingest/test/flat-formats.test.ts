import { allRows, Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { expect, test } from 'vitest';
import { Workspace } from './support.ts';

test('json: records of the research API, ids exact', async () => {
  await using space = await Workspace.make();
  const text = `{"data":{"videos":[{"hashtag_names":["Avengers","pov"],"region_code":"CA","create_time":1633823999,
    "id":702874395068494965,"music_id":703847506349838791,"video_description":"lol #pov","view_count":1050,
    "username":"Invented","favorites_count":4}],"cursor":100,"has_more":true},"error":{"code":"ok"}}`;
  expect(await space.addText(text)).toMatchObject({ format: 'tiktok-research', accepted: 1 });
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

test('json and csv: short names that people give, of videos and of comments', async () => {
  await using space = await Workspace.make();
  const videos = await space.addText(
    '{"link":"https://www.tiktok.com/@ada.l/video/7563438530835439692","descr":"sea","metrics":{"views":7,"replies":3},"len":61}\n',
  );
  expect(videos).toMatchObject({ table: 'shortvideo.videos', accepted: 1, unusedFields: [] });
  const comments = await space.addText(
    'cid,clip id,parent,body,time\n7563438787764902828,7563438530835439692,,so nice,2025-10-20T22:45:51+02:00\n',
  );
  expect(comments).toMatchObject({ table: 'shortvideo.comments', accepted: 1, unusedFields: [] });
  expect(await space.rows('SELECT description, comment_count, duration_ms FROM videos')).toEqual([
    { description: 'sea', comment_count: '3', duration_ms: 61_000 },
  ]);
  expect(await space.rows('SELECT text, video_id, create_time, parent_comment_id FROM comments')).toEqual([
    {
      text: 'so nice',
      video_id: '7563438530835439692',
      create_time: '2025-10-20 20:45:51+00',
      parent_comment_id: null,
    },
  ]);
});
