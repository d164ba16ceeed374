import { expect, test } from 'vitest';
import { awemeRecord, Workspace } from '../support.ts';

/** The second of an upload as the ID of its video has it. */
const idOf = (time: string, more = 7n) => String((BigInt(Date.parse(time) / 1000) << 32n) + more);

const csv = (...lines: (string | number)[][]) => `${lines.map((line) => line.join(',')).join('\n')}\n`;

test('finding 1: words for thousands and millions are read, and unknown words refuse the field', async () => {
  await using space = await Workspace.make();
  const counts = ['2 million', '3 mln', '5 万', '12 тыс', '7 Mio', '2 crore', '9 gazillion'];
  const rows = counts.map((count, i) => [i + 1, 1_700_000_000, count]);
  const file = await space.addText(csv(['video_id', 'create_time', 'views'], ...rows));
  expect(file).toMatchObject({ accepted: 7, refused: 0, fieldsRefusedBy: { count_invalid: 1 } });
  expect(file.fieldExamples.count_invalid).toEqual([
    { line: 8, field: 'views', message: '"9 gazillion" is not a count', excerpt: '9 gazillion' },
  ]);
  expect(await space.rows('SELECT play_count FROM videos ORDER BY video_id')).toEqual(
    ['2000000', '3000000', '50000', '12000', '7000000', '20000000', null].map((play_count) => ({
      play_count,
    })),
  );
});

test('finding 2: a file with plays, likes or shares is one of videos, not of sounds or authors', async () => {
  await using space = await Workspace.make();
  const id = idOf('2025-05-19T10:00:00Z');
  const file = await space.addText(
    csv(
      ['tiktok_url', 'posted', 'views', 'likes', 'music_id', 'user_id', 'username', 'title'],
      [`https://www.tiktok.com/@ada/video/${id}`, '2025-05-19 10:00:00', 5, 1, 77, 88, 'ada', 'Song'],
    ),
  );
  expect(file).toMatchObject({ table: 'shortvideo.videos', accepted: 1, refused: 0 });
  expect(await space.rows('SELECT video_id, author, play_count, music_id FROM videos')).toEqual([
    { video_id: id, author: 'ada', play_count: '5', music_id: '77' },
  ]);
  const failed = await space.addText(csv(['user_id', 'username', 'n_plays', 'duration'], [5, 'ada', 3, 9]));
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'format_unknown' } });
});

test('finding 3: counts with other names are found, and unused numbers are named first', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    csv(['video_id', 'create_time', 'n_plays', 'vid_nlikes', 'hashtags'], [1, 1_700_000_000, 5, 6, 'a']),
  );
  expect(file.unused).toEqual([]);
  expect(await space.rows('SELECT play_count, like_count FROM videos')).toEqual([
    { play_count: '5', like_count: '6' },
  ]);
  const other = await space.addText(
    csv(['video_id', 'create_time', 'note', 'zuschauer', 'hashtags'], [2, 1_700_000_000, 'x', 500, 'a']),
  );
  expect(other.unusedFields).toEqual([
    { name: 'zuschauer', values: 1, isNumber: true, examples: ['500'] },
    { name: 'note', values: 1, isNumber: false, examples: ['x'] },
  ]);
  expect(other.guesses.map(({ kind }) => kind)).toContain('counts_missing');
  const mended = await space.addText(
    csv(['video_id', 'create_time', 'zuschauer', 'hashtags'], [2, 1_700_000_000, 500, 'a']),
    { map: { zuschauer: 'play_count' } },
  );
  expect(mended.guesses.map(({ kind }) => kind)).not.toContain('counts_missing');
  expect(await space.rows("SELECT play_count FROM videos WHERE video_id = '2'")).toEqual([
    { play_count: '500' },
  ]);
});

test('finding 4: a file whose records are all refused fails, and nothing is published', async () => {
  await using space = await Workspace.make();
  const report = await space.add([
    await space.write('a.csv', csv(['video_id', 'create_time', 'views'], ['x', 1_700_000_000, 1])),
  ]);
  expect(report).toMatchObject({ changed: false, snapshotId: '' });
  const [file] = report.files;
  expect(file).toMatchObject({ status: 'failed', records: 1, accepted: 0, refused: 1 });
  expect(file?.error?.code).toBe('records_refused');
  expect(file?.error?.hint).toContain('--map THEIRS=OURS');
  expect(file?.rejectFile).not.toBeNull();
});

test('finding 5: an object shadows no later name', async () => {
  await using space = await Workspace.make();
  const record = { create_time: 1_700_000_000, views: 5, comments: [{ text: 'hi' }], comment_count: 1 };
  await space.addText(JSON.stringify([{ video_id: '1', author: { unique_id: 'abc' }, ...record }]));
  expect(await space.rows('SELECT author, play_count, comment_count FROM videos')).toEqual([
    { author: 'abc', play_count: '5', comment_count: '1' },
  ]);
});

test('finding 6: flat records with aweme_id and desc keep their author and counts', async () => {
  await using space = await Workspace.make();
  const flat = {
    aweme_id: idOf('2025-01-02T03:04:05Z'),
    desc: 'hello #Fun',
    create_time: 1_735_787_045,
    nickname: 'Ada',
    user_unique_id: 'ada.one',
    liked_count: '12',
    collected_count: '3',
    comment_count: '4',
    share_count: '5',
    aweme_url: 'https://www.douyin.com/video/1',
  };
  const file = await space.addText(JSON.stringify([flat]));
  expect(file).toMatchObject({ format: 'json', table: 'shortvideo.videos', accepted: 1 });
  expect(
    await space.rows('SELECT author, like_count, collect_count, share_count, hashtags FROM videos'),
  ).toEqual([
    { author: 'ada.one', like_count: '12', collect_count: '3', share_count: '5', hashtags: ['fun'] },
  ]);
});

test('finding 7: a wrapper with an ID is an envelope, and its time is that of the observation', async () => {
  await using space = await Workspace.make();
  const wrapped = (id: string) => ({
    id: 5,
    item_id: id,
    source_platform: 'tiktok.com',
    timestamp_collected: 1_750_000_000_000,
    data: { id, desc: 'hi', createTime: 1_700_000_000, stats: { playCount: 3 }, author: { uniqueId: 'ada' } },
  });
  const lines = [idOf('2023-11-14T22:13:20Z'), idOf('2023-11-14T22:13:20Z', 8n)].map((id) =>
    JSON.stringify(wrapped(id)),
  );
  const file = await space.addText(lines.join('\n'));
  expect(file).toMatchObject({ format: 'item-struct', records: 2, accepted: 2 });
  expect(await space.rows('SELECT DISTINCT author, indexed_at FROM videos')).toEqual([
    { author: 'ada', indexed_at: '2025-06-15 15:06:40+00' },
  ]);
});

test('finding 8: day and month are decided by the whole file, and by the time in the ID', async () => {
  await using space = await Workspace.make();
  const many = Array.from({ length: 1_200 }, (_, i) => [i + 1, '05/06/2025 10:00', 1]);
  const late = await space.addText(
    csv(['video_id', 'posted', 'views'], ...many, [5_000, '19/06/2025 10:00', 1]),
  );
  expect(late.guesses.find(({ kind }) => kind === 'day_order')?.message).toMatch(
    /^Dates are read as day, month/,
  );
  expect(await space.rows('SELECT DISTINCT month(create_time) AS month FROM videos')).toEqual([
    { month: '6' },
  ]);
  const known = idOf('2025-06-05T10:00:00Z');
  await space.addText(csv(['video_id', 'posted', 'views'], [known, '5/6/2025 10:00', 1]));
  expect(await space.rows(`SELECT create_time FROM videos WHERE video_id = '${known}'`)).toEqual([
    { create_time: '2025-06-05 10:00:00+00' },
  ]);
});

test('finding 8: the zone is taken from the IDs, and from the caller', async () => {
  await using space = await Workspace.make();
  const rows = [1n, 2n, 3n].map((n) => [idOf('2025-06-05T10:00:00Z', n), '2025-06-05 17:00:00', 1]);
  const file = await space.addText(csv(['video_id', 'posted', 'views'], ...rows));
  expect(file.guesses.find(({ kind }) => kind === 'time_zone')?.message).toContain('read as +07:00');
  await space.addText(
    csv(['video_id', 'posted', 'views'], [9, '2025-07-01 12:00', 1], [8, '2025-01-01 12:00', 1]),
    {
      timeZone: 'Europe/Berlin',
    },
  );
  expect(await space.rows('SELECT DISTINCT create_time FROM videos ORDER BY 1')).toEqual([
    { create_time: '2025-01-01 11:00:00+00' },
    { create_time: '2025-06-05 10:00:00+00' },
    { create_time: '2025-07-01 10:00:00+00' },
  ]);
});

test('finding 9: a re-crawl without creation time updates the video and keeps its exact creation time', async () => {
  await using space = await Workspace.make();
  const id = idOf('2025-01-01T00:00:00Z');
  const fresh = idOf('2025-02-01T00:00:00Z');
  await space.addText(JSON.stringify([awemeRecord(id, { create_time: 1_735_700_000 })]));
  await space.addText(
    csv(['video_id', 'plays', 'fetch_time'], [id, 900, '2025-03-01'], [fresh, 5, '2025-03-01']),
  );
  expect(await space.rows('SELECT video_id, create_time, play_count FROM videos ORDER BY 1')).toEqual([
    { video_id: id, create_time: '2025-01-01 02:53:20+00', play_count: '900' },
    { video_id: fresh, create_time: '2025-02-01 00:00:00+00', play_count: '5' },
  ]);
});

test('finding 10: a rounded ID beside an address takes the ID from the address', async () => {
  await using space = await Workspace.make();
  const ids = ['7506832745952218113', '7506832745952218114'];
  const file = await space.addText(
    csv(
      ['video_id', 'create_time', 'views', 'url'],
      ['7.50683E+18', 1_747_831_811, 1, `https://www.tiktok.com/@ada/video/${ids[0]}`],
      ['7506832745952210000', 1_747_831_811, 2, `https://www.tiktok.com/@ada/video/${ids[1]}?lang=en`],
    ),
  );
  expect(file).toMatchObject({ accepted: 2, refused: 0 });
  expect(await space.rows('SELECT video_id FROM videos ORDER BY 1')).toEqual(
    ids.map((video_id) => ({ video_id })),
  );
});

test('finding 11: hashtags and mentions of flat files come from the caption, unless a column has them', async () => {
  await using space = await Workspace.make();
  await space.addText(
    csv(['video_id', 'create_time', 'views', 'caption'], [1, 1_700_000_000, 1, 'go #Fun @Bo']),
  );
  await space.addText(
    csv(['video_id', 'create_time', 'hashtags', 'caption'], [2, 1_700_000_000, '', 'go #Fun']),
  );
  expect(await space.rows('SELECT hashtags, mentions FROM videos ORDER BY video_id')).toEqual([
    { hashtags: ['fun'], mentions: ['bo'] },
    { hashtags: [], mentions: [] },
  ]);
});

test('finding 12: records of another platform never land in the tables of short videos', async () => {
  await using space = await Workspace.make();
  const info = {
    id: '1900000000000000001',
    timestamp: 1_740_000_000,
    view_count: 5,
    uploader: 'a',
    title: 'x',
  };
  const ofOther = await space.addText(JSON.stringify({ ...info, extractor_key: 'Vimeo' }));
  expect(ofOther).toMatchObject({ status: 'failed', refusedBy: { platform_foreign: 1 } });
  const ofX = await space.addText(JSON.stringify({ ...info, extractor_key: 'Twitter', uploader_id: 'ada' }));
  expect(ofX).toMatchObject({ accepted: 1 });
  expect((await space.tables()) as object).not.toHaveProperty(['shortvideo.videos']);
  const row = {
    id: '3500000000000000001',
    likesCount: 3,
    videoViewCount: 5,
    url: 'https://www.instagram.com/p/C8QxInvent1/',
  };
  const ofInstagram = await space.addText(JSON.stringify([row]));
  expect(ofInstagram).toMatchObject({ status: 'failed', error: { code: 'format_unknown' } });
  expect(ofInstagram.error?.hint).toContain('photo.posts');
  const dated = await space.addText(JSON.stringify([{ ...row, timestamp: '2025-05-19T10:00:00Z' }]));
  expect(dated).toMatchObject({ table: 'photo.posts', accepted: 1 });
  const ofYouTube = await space.addText(
    csv(['title', 'url', 'published', 'views'], ['a', 'https://www.youtube.com/shorts/abc', '2025-01-01', 5]),
  );
  expect(ofYouTube.error?.message).toBe('The records are of youtube.com, which no table is for');
  const mixed = await space.addText(
    csv(
      ['video_id', 'create_time', 'views', 'url'],
      [1, 1_700_000_000, 5, 'https://www.tiktok.com/@a/video/1'],
      [2, 1_700_000_000, 5, 'https://www.instagram.com/reel/abc/'],
    ),
    { table: 'videos' },
  );
  expect(mixed).toMatchObject({ accepted: 1, refusedBy: { platform_foreign: 1 } });
  // X's IDs contain the time of the post.
  const post = String((BigInt(Date.parse('2025-05-19T10:00:00Z')) - 1_288_834_974_657n) << 22n);
  const byId = await space.addText(csv(['id', 'created_at', 'views'], [post, '2025-05-19T10:00:00Z', 5]));
  expect(byId.table).not.toBe('shortvideo.videos');
});

test('finding 13: messages say what a file is and how to mend it; encodings are told apart', async () => {
  await using space = await Workspace.make();
  const report = await space.add([
    'nothing',
    '/dev/null',
    await space.write('half.json', '{"nothing": [1, 2'),
  ]);
  expect(report.files.map(({ error }) => [error?.code, error?.message.replace(space.root, '')])).toEqual([
    ['file_missing', 'The file "nothing" does not exist'],
    ['format_unknown', 'Unknown format of "/dev/null": it is an empty file'],
    ['file_malformed', '"/half.json" is not valid JSON: it ends within a record, at byte 17'],
  ]);
  const rows = (...names: string[]) =>
    csv(
      ['video_id', 'create_time', 'views', 'music_title'],
      ...names.map((name, i) => [i + 1, 1_700_000_000, 1, name]),
    );
  const wide = await space.addText(Buffer.from(rows('Größe', 'Maß'), 'utf16le'));
  expect(wide).toMatchObject({ accepted: 2, guesses: [{ kind: 'encoding' }] });
  await space.addText(Buffer.from(rows('Café', 'Größe', 'plain'), 'latin1'), {
    observedAt: new Date('2024-01-01'),
  });
  expect(await space.rows('SELECT music_title FROM videos ORDER BY video_id')).toEqual([
    { music_title: 'Café' },
    { music_title: 'Größe' },
    { music_title: 'plain' },
  ]);
  const greek = await space.addText(
    Buffer.from([...Buffer.from(rows('?', '?')).map((byte) => (byte === 0x3f ? 0xe1 : byte))]),
    {
      encoding: 'iso-8859-7',
      observedAt: new Date('2024-02-01'),
    },
  );
  expect(greek).toMatchObject({ accepted: 2, guesses: [] });
  expect(await space.rows("SELECT music_title FROM videos WHERE video_id = '1'")).toEqual([
    { music_title: 'α' },
  ]);
  const repeated = await space.addText(
    csv(['video_id', 'create_time', 'views', 'views'], [1, 1_700_000_000, 1, 2]),
  );
  expect(repeated).toMatchObject({ notes: { names_repeated: 1 }, unused: ['views#4'] });
});

test('finding 14: times in every writing; one unreadable count costs one value', async () => {
  await using space = await Workspace.make();
  const times = [
    '20251009',
    '"May 19, 2025"',
    '2025/05/19 10:00',
    '19-05-2025 15:45',
    'Mon May 19 15:45:53 2025',
    '45796.65625',
    '19 May 2025 3:45 PM',
  ];
  const rows = times.map((time, i) => [i + 1, time, i === 0 ? 'many' : 5]);
  const file = await space.addText(csv(['video_id', 'posted', 'views'], ...rows));
  expect(file).toMatchObject({ accepted: 7, refused: 0, fieldsRefusedBy: { count_invalid: 1 } });
  expect(await space.rows('SELECT create_time, play_count FROM videos ORDER BY video_id')).toEqual(
    [
      ['2025-10-09 00:00:00+00', null],
      ['2025-05-19 00:00:00+00', '5'],
      ['2025-05-19 10:00:00+00', '5'],
      ['2025-05-19 15:45:00+00', '5'],
      ['2025-05-19 15:45:53+00', '5'],
      ['2025-05-19 15:45:00+00', '5'],
      ['2025-05-19 15:45:00+00', '5'],
    ].map(([create_time, play_count]) => ({ create_time, play_count })),
  );
});

test('accepted, merged and refused records are all records', async () => {
  await using space = await Workspace.make();
  const row = [1, 1_700_000_000, 5];
  const file = await space.addText(
    csv(['video_id', 'create_time', 'views'], row, row, ['x', 1_700_000_000, 5]),
  );
  expect(file).toMatchObject({ records: 3, accepted: 1, merged: 1, refused: 1 });
  expect(file.examples.id_invalid).toHaveLength(1);
});
