import { defineTable, key } from '@sdq/catalog';
import { expect, test } from 'vitest';
import { previewFiles } from '../src/preview-files.ts';
import { scraperRecord, Workspace } from './support.ts';

/** What `npm run fuzz -- files` found, each in its smallest file. */

const header = 'video_id,plays,create_time\n';
const id = '6907228749016714111';

test('a zero byte between JSON values is a refused record, and not an endless loop', async () => {
  await using space = await Workspace.make();
  const [a, b] = [scraperRecord(id), scraperRecord('6907228749016714222')].map((one) => JSON.stringify(one));
  expect(await space.addText(`[${a},\0${b}]`)).toMatchObject({
    records: 2,
    accepted: 1,
    refusedBy: { json_malformed: 1 },
  });
});

test('a number of 400 digits, and one beyond all numbers, are refused fields', async () => {
  await using space = await Workspace.make();
  const digits = '9'.repeat(400);
  const record = JSON.stringify(scraperRecord(id)).replace('"playCount":100', `"playCount":${digits}`);
  expect(await space.addText(`[${record}]`)).toMatchObject({
    accepted: 1,
    fieldsRefusedBy: { count_invalid: 1 },
  });
  const file = await space.addText(`${header}6907228749016714333,${digits},1e999\n`);
  expect(file.fieldsRefusedBy).toEqual({ count_invalid: 1, time_invalid: 1 });
  expect(await space.rows('SELECT create_time FROM videos WHERE author IS NULL')).toEqual([
    { create_time: '2020-12-17 14:15:15+00' },
  ]);
});

test('values that are nested 20,000 levels deep are told in a report', async () => {
  await using space = await Workspace.make();
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const record = scraperRecord(id, { playCount: 'DEEP', authorMeta: 'DEEP', createTime: 'DEEP' });
  const text = JSON.stringify(record).replaceAll('"DEEP"', deep);
  expect(await space.addText(`[${text}]`)).toMatchObject({ records: 1, accepted: 1 });
  const flat = `[{"video_id":"${id}","plays":${deep},"likes":1,"hashtags":${deep},"is_ad":${deep}}]`;
  expect(await space.addText(flat)).toMatchObject({ accepted: 1, fieldsRefusedBy: { value_invalid: 2 } });
});

test('an object in place of one value is a refused field, unless columns are read from it', async () => {
  await using space = await Workspace.make();
  const record = scraperRecord(id, { text: { en: 'a' }, diggCount: [1], shareCount: {}, commentCount: [] });
  const nested = await space.addText(`[${JSON.stringify(record)}]`);
  expect(nested).toMatchObject({ accepted: 1, fieldsRefusedBy: { value_invalid: 2 } });
  const [example] = nested.fieldExamples.value_invalid ?? [];
  expect(example).toMatchObject({
    field: 'text',
    message: 'One value is expected here, and this is an object',
  });
  const flat = [
    {
      video_id: `${id.slice(0, -1)}9`,
      plays: 1,
      caption: ['a'],
      music: { id: 5 },
      author: { unique_id: 'abc' },
    },
  ];
  const told = { accepted: 1, fieldsRefusedBy: { value_invalid: 1 } };
  expect(await space.addText(JSON.stringify(flat))).toMatchObject(told);
  const other = JSON.stringify(flat).replace(`${id.slice(0, -1)}9`, `${id.slice(0, -1)}8`);
  expect(await space.addText(other, { columnsBytesMin: 1 })).toMatchObject(told);
  expect(await space.rows("SELECT count(*)::INTEGER AS n FROM videos WHERE author = 'abc'")).toEqual([
    { n: 2 },
  ]);
});

test('a value that is nested too deep to be stored is a refused field', async () => {
  await using space = await Workspace.make();
  const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const notes = defineTable({
    name: 'notes',
    description: 'One row per note.',
    columns: { note_id: key('VARCHAR'), body: 'VARCHAR' },
  });
  const text = (depth: number) => `{"note_id":"${depth}","body":${lists(depth)}}\n`;
  const file = await space.addText(text(500) + text(501) + text(20_000), { tables: [notes], table: 'notes' });
  expect(file).toMatchObject({ accepted: 1, refused: 2, refusedBy: { value_invalid: 2 } });
  expect(await space.rows('SELECT note_id, length(body)::INTEGER AS n FROM own_notes', [notes])).toEqual([
    { note_id: '500', n: 1_000 },
  ]);
});

test('large integers in a list of a flat file are shown in a preview', async () => {
  await using space = await Workspace.make();
  const path = await space.write(
    'flat',
    `[{"video_id":"${id}","plays":1,"hashtags":[12345678901234567890]}]`,
  );
  const {
    files: [file],
  } = await previewFiles({ files: [path] });
  expect(file?.columns.find(({ column }) => column === 'hashtags')?.examples).toEqual([
    '["12345678901234567890"]',
  ]);
});

test('control characters of a file do not reach messages', async () => {
  await using space = await Workspace.make();
  const csi = '\u009b';
  const messages = [
    (await space.addText(`${csi}31m text`)).error?.message,
    (await space.addText(`video_id,caption,a${csi}b\n${id},x,5\n`)).error?.message,
    (await space.addText(`video_id,plays,create_time\n${csi},1,${csi}x\n`)).error?.message,
    (await space.addText(`${header}${id},${csi}1,2020-01-01\n`)).fieldExamples.count_invalid?.[0]?.message,
  ];
  expect(messages).toEqual(messages.map(() => expect.any(String)));
  expect(messages.join('')).not.toContain(csi);
});

test('a file of 20,000 columns and names of 100,000 characters is matched, and all unused columns are named', async () => {
  await using space = await Workspace.make();
  const names = Array.from({ length: 20_000 }, (_, i) => `c${i}`);
  const head = `video_id,plays,create_time,${names.join(',')},${'a.'.repeat(50_000)}`;
  const file = await space.addText(`${head}\n${id},5,2020-01-01,${names.join(',')},1\n`);
  expect(file).toMatchObject({ table: 'shortvideo.videos', accepted: 1 });
  expect(file.unused).toHaveLength(20_001);
});

test('long runs of one character are read in a time that grows with their length', async () => {
  await using space = await Workspace.make();
  const run = (character: string) => character.repeat(300_000);
  const texts = [`[${run(' ')}x`, `[${run("'")}x`, `['${run('"')}x`, `${run('9')}x`, `${run('9,')}9`];
  const rows = texts.map((text, i) => ({ video_id: `690722874901671411${i}`, plays: text, hashtags: text }));
  const file = await space.addText(JSON.stringify(rows));
  expect(file).toMatchObject({ accepted: 5, fieldsRefusedBy: { count_invalid: 5 } });
});
