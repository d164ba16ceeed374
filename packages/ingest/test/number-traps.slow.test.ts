import { expect, test } from 'vitest';
import { awemeRecord, Workspace } from './support.ts';

/**
 * Traps seen in real files, of ids, counts and times. One test per trap; the numbers are those of the list
 * that the ingest was built against.
 */

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

test('trap 8: counts as whole floats pass, fractions are unknown and reported', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    `video_id,plays,create_time\n${video1},686000.0,1700000000\n${video2},12.5,1700000000\n`,
  );
  expect(file).toMatchObject({ accepted: 2, refused: 0, fieldsRefusedBy: { count_fraction: 1 } });
  expect(await space.rows('SELECT video_id, play_count FROM videos ORDER BY 1')).toEqual([
    { video_id: video1, play_count: '686000' },
    { video_id: video2, play_count: null },
  ]);
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

test('trap 27: an unknown follower count is no zero', async () => {
  await using space = await Workspace.make();
  await space.addText(JSON.stringify([awemeRecord(video1)]));
  expect(await space.rows('SELECT follower_count FROM authors')).toEqual([{ follower_count: null }]);
  expect(await space.rows('SELECT author_follower_count FROM videos')).toEqual([
    { author_follower_count: null },
  ]);
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
