import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSnapshot } from '@sdq/index';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRecords } from '../src/follow/add-records.ts';
import { followFolder } from '../src/follow/follow-folder.ts';
import { followLines } from '../src/follow/follow-lines.ts';
import { lineBatches } from '../src/follow/line-batches.ts';
import { awemeRecord, Workspace } from './support.ts';

const line = (id: number) => `${JSON.stringify(awemeRecord(String(id)))}\n`;
const ids = (space: Workspace) => space.rows<{ video_id: string }>('SELECT video_id FROM videos ORDER BY 1');

async function* chunksOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test('batches have the lines of the stream, each whole and once, wherever it was cut', async () => {
  await using space = await Workspace.make();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[a-z\n]{0,9}$/), { maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      async (texts, recordsMax) => {
        const batches: string[] = [];
        for await (const path of lineBatches(space.index, chunksOf(...texts), { recordsMax }))
          batches.push(await readFile(path, 'utf8'));
        expect(batches.join('')).toBe(texts.join(''));
        for (const batch of batches.slice(0, -1)) expect(batch.endsWith('\n')).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

test('a batch is published when it is old enough, while the stream waits', async () => {
  await using space = await Workspace.make();
  let goOn = () => {};
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* stream() {
    yield Buffer.from(line(1));
    await waiting;
    yield Buffer.from(line(2));
  }
  const reports = followLines(stream(), { index: space.index, batch: { ageMsMax: 10 } });
  expect((await reports.next()).value).toMatchObject({ changed: true });
  expect(await ids(space)).toEqual([{ video_id: '1' }]);
  goOn();
  expect((await reports.next()).value).toMatchObject({ changed: true });
  expect((await reports.next()).done).toBe(true);
  expect(await ids(space)).toEqual([{ video_id: '1' }, { video_id: '2' }]);
  expect(await readdir(join(space.index, 'follow'))).toEqual([]);
});

test('what a killed run had received is imported by the next one, and twice changes nothing', async () => {
  await using space = await Workspace.make();
  const folder = join(space.index, 'follow');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '999999999.1.dead-000000000.ndjson'), line(7) + line(8));
  const reports = [];
  for await (const report of followLines(chunksOf(line(8)), { index: space.index })) reports.push(report);
  expect(reports.map(({ changed }) => changed)).toEqual([true, false]);
  expect(await ids(space)).toEqual([{ video_id: '7' }, { video_id: '8' }]);
});

test('files of a folder are imported as they come, each once', async () => {
  await using space = await Workspace.make();
  const folder = join(space.root, 'collected');
  await mkdir(folder);
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    await utimes(join(folder, name), 1_700_000_000, 1_700_000_000);
  };
  await put('a.ndjson', line(1));
  await put('b.ndjson.part', line(9));
  const controller = new AbortController();
  const reports = followFolder(folder, { index: space.index, signal: controller.signal });
  expect((await reports.next()).value).toMatchObject({ files: [{ status: 'added' }] });
  await put('c.ndjson', line(3));
  expect((await reports.next()).value).toMatchObject({ files: [{ status: 'added', records: 1 }] });
  controller.abort();
  expect((await reports.next()).done).toBe(true);
  expect(await ids(space)).toEqual([{ video_id: '1' }, { video_id: '3' }]);
  const again = followFolder(folder, { index: space.index, signal: AbortSignal.timeout(60_000) });
  const { value } = await again.next();
  expect(value).toMatchObject({
    changed: false,
    files: [{ status: 'already added' }, { status: 'already added' }],
  });
  await again.return(undefined);
});

test('records of a program become one report', async () => {
  await using space = await Workspace.make();
  async function* records() {
    for (const id of [1, 2, 3]) yield awemeRecord(String(id), { statistics: { play_count: 12n } });
  }
  const report = await addRecords(records(), { index: space.index, batch: { recordsMax: 2 } });
  expect(report).toMatchObject({
    changed: true,
    files: [{ name: 'records', records: 3, accepted: 3, refused: 0 }],
    tables: { 'shortvideo.videos': { before: 0, after: 3 } },
  });
  expect((await openSnapshot(space.index)).manifest.sources).toEqual([]);
  expect(await space.rows('SELECT sum(play_count)::INTEGER AS plays FROM videos')).toEqual([{ plays: 36 }]);
});
