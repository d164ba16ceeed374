import { expect, test } from 'vitest';
import { awemeRecord, Workspace } from './support.ts';

/**
 * Traps seen in real files, of records: schemas, repeats, what is missing or joined. One test per trap; the numbers are those of the list
 * that the ingest was built against.
 */

const video1 = '7506832745952218113';
const video2 = '7506832745952218114';

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

test('trap 26: fields may be missing', async () => {
  await using space = await Workspace.make();
  const bare = { aweme_id: video1, create_time: 1_700_000_000, desc: 'only this' };
  const file = await space.addText(`${JSON.stringify(bare)}\n${JSON.stringify(awemeRecord(video2))}\n`);
  expect(file).toMatchObject({ format: 'aweme', accepted: 2 });
  expect(
    await space.rows(`SELECT author, play_count, hashtags FROM videos WHERE video_id = '${video1}'`),
  ).toEqual([{ author: null, play_count: null, hashtags: [] }]);
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
