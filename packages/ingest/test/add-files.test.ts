import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkContents, openSnapshot, takeWriteLock } from '@sdq/index';
import { expect, test } from 'vitest';
import type { AddProgress } from '../src/add-report.ts';
import { awemeRecord, scraperRecord, Workspace } from './support.ts';

test('the same content again changes nothing, under any name', async () => {
  await using space = await Workspace.make();
  const text = JSON.stringify({ collector: [scraperRecord('1'), scraperRecord('x')] });
  const first = await space.add([await space.write('a.json', text)]);
  const second = await space.add([await space.write('b.json', text)]);
  expect(second).toMatchObject({ changed: false, snapshotId: first.snapshotId });
  expect(second.files[0]).toMatchObject({
    status: 'already added',
    records: 2,
    accepted: 1,
    refusedBy: { id_invalid: 1 },
    rejectFile: first.files[0]?.rejectFile,
  });
  expect((await openSnapshot(space.index)).id).toBe(first.snapshotId);
});

test('the same records in another file change the sources and no table', async () => {
  await using space = await Workspace.make();
  const records = [awemeRecord('1'), awemeRecord('2')];
  await space.addText(records.map((record) => JSON.stringify(record)).join('\n'));
  const before = await space.tables();
  const report = await space.add([
    await space.write('again.json', JSON.stringify(records.reverse(), null, 2)),
  ]);
  expect(report.changed).toBe(true);
  expect(await space.tables()).toEqual(before);
  expect((await openSnapshot(space.index)).manifest.sources).toHaveLength(2);
});

test('each refused row is in the reject file with line, field, reason and excerpt', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(
    [
      'video_id,plays,create_time',
      '1,5,1700000000',
      ',5,1700000000',
      '2,many,1700000000',
      '3,5,',
      '4,5,soon',
      '5,5,1900-01-01',
      '6,5',
      '7,-5,1700000000',
      '7.5e18,5,1700000000',
    ].join('\n'),
  );
  const reasons = {
    id_missing: 1,
    time_missing: 1,
    time_invalid: 1,
    time_implausible: 1,
    columns_mismatch: 1,
    id_rounded: 1,
  };
  expect(file).toMatchObject({ records: 9, accepted: 3, refused: 6, refusedBy: reasons });
  expect(file.fieldsRefusedBy).toEqual({ count_invalid: 1, count_negative: 1 });
  const lines = (await readFile(file.rejectFile as string, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ line, field, reason }) => [line, field, reason])).toEqual([
    [3, 'video_id', 'id_missing'],
    [4, 'plays', 'count_invalid'],
    [5, 'create_time', 'time_missing'],
    [6, 'create_time', 'time_invalid'],
    [7, 'create_time', 'time_implausible'],
    [8, '', 'columns_mismatch'],
    [9, 'plays', 'count_negative'],
    [10, 'video_id', 'id_rounded'],
  ]);
  expect(lines[0].excerpt).toBe(',5,1700000000');
  expect(lines[1]).toMatchObject({ refused: 'field', excerpt: 'many' });
  expect((await openSnapshot(space.index)).manifest.sources[0]?.refused_by).toEqual(reasons);
});

test('a broken line costs that line; a broken array costs the file, and says where', async () => {
  await using space = await Workspace.make();
  const good = JSON.stringify(awemeRecord('1'));
  const lines = await space.addText(`${good}\n{"aweme_id": "2", \n${JSON.stringify(awemeRecord('3'))}\n`);
  expect(lines).toMatchObject({ accepted: 2, refused: 1, refusedBy: { json_malformed: 1 } });
  const before = await space.tables();
  const cut = await space.add([await space.write('cut.json', `[${good},\n${good.slice(0, 50)}`)]);
  expect(cut).toMatchObject({ changed: false });
  expect(cut.files[0]).toMatchObject({ status: 'failed', error: { code: 'file_malformed' } });
  expect(cut.files[0]?.error?.message).toMatch(/at byte \d+ after 1 record$/);
  expect(await space.tables()).toEqual(before);
});

test('files that fail do not hold up the others', async () => {
  await using space = await Workspace.make();
  const files = [
    join(space.root, 'nowhere.json'),
    await mkdtemp(join(space.root, 'empty-')),
    await space.write('empty', ''),
    await space.write('page.html', '<html></html>'),
    await space.write('other.csv', 'colour,size\nred,3\n'),
    await space.write('other.json', '[{"colour": "red"}]'),
    await space.write('cut.gz', gzipSync(JSON.stringify([awemeRecord('1')])).subarray(0, 60)),
    await space.write('open.csv', `video_id,plays,create_time,text\n1,5,1700000000,"never closed\n`),
    await space.write('good.jsonl', JSON.stringify(awemeRecord('1'))),
  ];
  const report = await space.add(files);
  expect(report.files.map((file) => file.error?.code ?? file.status)).toEqual([
    'file_missing',
    'file_missing',
    'format_unknown',
    'format_unknown',
    'format_unknown',
    'format_unknown',
    'file_malformed',
    'file_malformed',
    'added',
  ]);
  expect(report.files[4]?.error?.message).toContain('CSV with the columns colour, size');
  expect(report.files[4]?.error?.hint).toContain('--table');
  expect(report.tables['shortvideo.videos']).toEqual({ before: 0, after: 1 });
});

test('nothing is ignored silently: a first record that is too large, lists too deep', async () => {
  await using space = await Workspace.make();
  const row = { video_id: '1', create_time: 1_700_000_000, play_count: 1 };
  const large = JSON.stringify({ ...row, description: 'x'.repeat(17 << 20) });
  const lines = await space.addText(`${large}\n${JSON.stringify(row)}\n`, { table: 'videos' });
  expect(lines).toMatchObject({ status: 'failed', error: { code: 'file_malformed' } });
  const deep = await space.addText(`${'['.repeat(9)}1${']'.repeat(9)}`);
  expect(deep.status === 'failed' || deep.refused === 1).toBe(true);
});

test.each(['null', '7', '"text"', '[]'])('a line that holds %s costs at most that line', async (line) => {
  await using space = await Workspace.make();
  const flat = JSON.stringify({ video_id: '1', create_time: 1_700_000_000, play_count: 1 });
  expect(await space.addText(`${flat}\n${line}\n`)).toMatchObject({ format: 'json', accepted: 1 });
  const nested = JSON.stringify(awemeRecord('2'));
  expect(await space.addText(`${nested}\n${line}\n`)).toMatchObject({ format: 'aweme', accepted: 1 });
});

test('messages about files that are no text hold neither their bytes nor SQL of ours', async () => {
  await using space = await Workspace.make();
  const binary = await space.addText(Buffer.from('x\u001b[2Ja,b\u0007,\u0001c\n\u0002,\u0003,\u0004\n'));
  expect(binary.error?.code).toBe('format_unknown');
  expect(binary.error?.message).toMatch(/: it is binary data$/);
  const parquet = await space.addText(`PAR1${'x'.repeat(500)}PAR1`);
  expect(parquet.error?.code).toBe('file_malformed');
  expect(parquet.error?.message).not.toMatch(/\n|read_parquet/);
});

test('a video whose create_time moves to another month is in one month only', async () => {
  await using space = await Workspace.make();
  const csv = (time: string, seen: string) => `video_id,plays,create_time,fetch_time\n77,5,${time},${seen}\n`;
  await space.addText(csv('2024-01-31 23:00:00', '2024-03-01'));
  await space.addText(csv('2024-02-01 01:00:00', '2024-03-02'));
  expect(await space.rows('SELECT create_time FROM videos')).toEqual([
    { create_time: '2024-02-01 01:00:00+00' },
  ]);
  await space.addText(csv('2024-01-01 00:00:00', '2024-02-15'));
  expect(await space.rows('SELECT create_time FROM videos')).toEqual([
    { create_time: '2024-02-01 01:00:00+00' },
  ]);
  const { manifest } = await openSnapshot(space.index);
  expect(manifest.tables['shortvideo.videos']?.files.map((file) => file.month)).toEqual(['2024-02']);
});

test('only the months that are touched are written anew', async () => {
  await using space = await Workspace.make();
  const row = (id: number, month: string, plays: number) =>
    `${id},${plays},2024-${month}-10,2024-06-0${plays}\n`;
  const head = 'video_id,plays,create_time,fetch_time\n';
  await space.addText(head + row(1, '01', 1) + row(2, '02', 1) + row(3, '03', 1));
  const before = (await openSnapshot(space.index)).manifest;
  await space.addText(head + row(2, '02', 2));
  const after = (await openSnapshot(space.index)).manifest;
  const paths = (manifest: typeof before, month: string) =>
    manifest.tables['shortvideo.videos']?.files
      .filter((file) => file.month === month)
      .map((file) => file.path);
  expect(paths(after, '2024-01')).toEqual(paths(before, '2024-01'));
  expect(paths(after, '2024-03')).toEqual(paths(before, '2024-03'));
  expect(paths(after, '2024-02')).not.toEqual(paths(before, '2024-02'));
  expect(await checkContents(await openSnapshot(space.index))).toEqual([]);
});

test('an id rounded in a whole column is refused, not completed with zeros', async () => {
  await using space = await Workspace.make();
  const rows = Array.from(
    { length: 12 },
    (_, i) =>
      `{"id": ${BigInt(Number(7506832745952218113n + BigInt(i) * 99991n))}, "create_time": 1700000000, "view_count": 5}`,
  );
  const file = await space.addText(`[${rows.join(',')}]`);
  expect(file).toMatchObject({ accepted: 0, refusedBy: { id_rounded: 12 } });
});

test('batches do not change the result; progress ends at the whole', async () => {
  const records = Array.from({ length: 50 }, (_, i) =>
    JSON.stringify(awemeRecord(String(i % 20), { collected_at: 1_700_100_000 + i })),
  );
  await using one = await Workspace.make();
  await one.addText(records.join('\n'));
  await using many = await Workspace.make();
  const seen: AddProgress[] = [];
  const file = await many.addText(records.join('\n'), {
    batchRecordsMax: 7,
    onProgress: (progress) => seen.push(progress),
  });
  expect(file.records).toBe(50);
  expect(await many.tables()).toEqual(await one.tables());
  const read = seen.filter((progress) => progress.phase === 'read').at(-1);
  expect(read).toMatchObject({ records: 50 });
  expect(read?.bytesDone).toBe(read?.bytesTotal);
});

test('bad options are told at once', async () => {
  await using space = await Workspace.make();
  const file = await space.write('a.csv', 'video_id,plays,create_time\n1,5,1700000000\n');
  await expect(space.add([file], { table: 'nothing' })).rejects.toMatchObject({
    code: 'mapping_invalid',
    param: 'table',
  });
  await expect(space.add([file], { mapping: '/nowhere' })).rejects.toMatchObject({ code: 'file_missing' });
  const mapping = await space.write('m.json', JSON.stringify({ columns: { plays: 'plays' } }));
  const wrong = await space.add([file], { mapping });
  expect(wrong.files[0]?.error).toMatchObject({
    code: 'mapping_invalid',
    message: 'Table "videos" has no column "plays"',
  });
  const absent = await space.write('n.json', JSON.stringify({ columns: { play_count: 'views' } }));
  expect((await space.add([file], { mapping: absent })).files[0]?.error?.message).toContain(
    'no column "views"',
  );
});

test('one writer at a time, also within one process', async () => {
  await using space = await Workspace.make();
  const file = await space.write('a.csv', 'video_id,plays,create_time\n1,5,1700000000\n');
  {
    await using _lock = await takeWriteLock(space.index);
    await expect(space.add([file])).rejects.toMatchObject({ code: 'index_locked' });
  }
  expect((await space.add([file])).changed).toBe(true);
});

test('an aborted run rejects with the reason, publishes nothing, and can be repeated', async () => {
  await using space = await Workspace.make();
  const records = Array.from({ length: 300 }, (_, i) => JSON.stringify(awemeRecord(String(i + 1))));
  const file = await space.write('a.jsonl', records.join('\n'));
  const abort = new AbortController();
  const reason = new Error('enough');
  const onProgress = ({ phase }: AddProgress) => phase === 'merge' && abort.abort(reason);
  await expect(space.add([file], { signal: abort.signal, onProgress })).rejects.toBe(reason);
  await expect(openSnapshot(space.index)).rejects.toMatchObject({ code: 'index_missing' });
  expect((await space.add([file])).tables['shortvideo.videos']).toEqual({ before: 0, after: 300 });
});
