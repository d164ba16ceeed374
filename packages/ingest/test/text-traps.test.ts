import { expect, test } from 'vitest';
import { awemeRecord, scraperRecord, Workspace } from './support.ts';

/**
 * Traps seen in real files, of texts and lists. One test per trap; the numbers are those of the list
 * that the ingest was built against.
 */

const video1 = '7506832745952218113';
const video2 = '7506832745952218114';

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
