import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scraperRecord, Workspace } from '../support.ts';

const first = 7_546_000_000_000_000_000n;
const id = (n: number) => String(first + BigInt(n));

function csv(from: number, to: number): string {
  const rows = Array.from(
    { length: to - from },
    (_, at) => `${id(from + at)},c${from + at},${from + at},2026-01-02`,
  );
  return ['video_id,description,play_count,create_time', ...rows, ''].join('\n');
}

async function ids(space: Workspace, table = 'videos'): Promise<number[]> {
  const rows = await space.rows<{ video_id: string }>(`SELECT video_id FROM ${table} ORDER BY 1`);
  return rows.map(({ video_id }) => Number(BigInt(video_id) - first));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** A folder with these files. */
async function release(
  space: Workspace,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = join(space.root, name);
  await mkdir(join(folder, 'data'), { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, 'data', file), content);
  return folder;
}

test('a newer folder: what is new and changed is read, what is gone is told, and removed if asked', async () => {
  await using space = await Workspace.make();
  const collection = { name: 'monthly' };
  await space.add([await space.write('own.csv', csv(90, 95))]);
  const january = await release(space, 'videos-01', {
    'a.csv': csv(0, 10),
    'b.csv': csv(10, 20),
    'c.csv': csv(20, 30),
  });
  const one = await space.add([january], { collection });
  expect(one.collection).toEqual({
    name: 'monthly',
    unchanged: 0,
    added: ['data/a.csv', 'data/b.csv', 'data/c.csv'],
    replaced: [],
    withdrawn: [],
    recordsWithdrawn: {},
    removed: false,
    keptBecause: null,
  });

  // b.csv loses 10 to 14 and gets 30 to 34, c.csv is gone but for 20 and 21, which are in d.csv now
  const february = await release(space, 'videos-02', {
    'a.csv': csv(0, 10),
    'b.csv': csv(15, 20) + csv(30, 35).split('\n').slice(1).join('\n'),
    'd.csv': csv(20, 22),
  });
  const told = await space.add([february], { collection });
  expect(told.files.map(({ status }) => status)).toEqual(['already added', 'added', 'added']);
  const changes = {
    unchanged: 1,
    added: ['data/d.csv'],
    replaced: ['data/b.csv'],
    withdrawn: ['data/c.csv'],
    recordsWithdrawn: { 'shortvideo.videos': 13 },
  };
  expect(told.collection).toMatchObject({ ...changes, removed: false, keptBecause: null });
  expect(await ids(space)).toEqual([...range(0, 35), ...range(90, 95)]);

  const removed = await space.add([february], { collection: { ...collection, mirror: true } });
  expect(removed.collection).toMatchObject({ recordsWithdrawn: { 'shortvideo.videos': 13 }, removed: true });
  const left = [...range(0, 10), ...range(15, 22), ...range(30, 35), ...range(90, 95)];
  expect(await ids(space)).toEqual(left);
  const [why] = await space.rows('SELECT count(*)::INTEGER AS n, any_value(reason) AS reason FROM removals');
  expect(why).toEqual({ n: 13, reason: 'withdrawn by the publisher of monthly' });

  const again = await space.add([february], { collection: { ...collection, mirror: true } });
  expect(again.changed).toBe(false);
  expect(again.collection).toMatchObject({ unchanged: 3, added: [], withdrawn: [], recordsWithdrawn: {} });
  // the keys of what is gone take no room
  expect(await readdir(join(space.index, 'collections', 'monthly'))).toHaveLength(4);
});

test('a run that ended before the list was written is made good by the next one', async () => {
  await using space = await Workspace.make();
  const collection = { name: 'm', mirror: true };
  const folder = await release(space, 'r', { 'a.csv': csv(0, 5), 'b.csv': csv(5, 9) });
  await space.add([folder], { collection });
  await rm(join(folder, 'data/b.csv'));
  const list = join(space.index, 'collections/m/files.json');
  await rename(list, `${list}.old`);
  await space.add([folder], { collection });
  await rm(list);
  await rename(`${list}.old`, list); // the snapshot is published, the list is the former one
  const report = await space.add([folder], { collection });
  expect(report.collection).toMatchObject({ withdrawn: ['data/b.csv'], removed: true });
  expect(await ids(space)).toEqual(range(0, 5));
});

test('nothing is removed when a file cannot be read, and files that were imported before join the collection', async () => {
  await using space = await Workspace.make();
  const folder = await release(space, 'r', { 'a.csv': csv(0, 5), 'b.csv': csv(5, 9) });
  await space.add([folder]);
  const collection = { name: 'm', mirror: true };
  const sources = async () => (await space.rows('SELECT 1 AS one')).length;
  await sources();
  const joined = await space.add([folder], { collection });
  expect(joined.collection).toMatchObject({ added: ['data/a.csv', 'data/b.csv'] });
  await writeFile(join(folder, 'data/b.csv'), '{"video_id": [');
  const kept = await space.add([folder], { collection });
  expect(kept.collection).toMatchObject({
    removed: false,
    keptBecause: '1 of its files could not be imported',
  });
  expect(await ids(space)).toEqual(range(0, 9));
  await expect(space.add([folder], { collection: { name: '../up' } })).rejects.toMatchObject({
    code: 'usage_error',
  });
});

test('of nested records, what they bring along stays', async () => {
  await using space = await Workspace.make();
  const records = (from: number, to: number) =>
    JSON.stringify(
      range(from, to).map((n) =>
        scraperRecord(id(n), { authorMeta: { id: `68255405838267681${10 + n}`, name: `u${n}` } }),
      ),
    );
  const folder = await release(space, 'r', { 'a.json': records(0, 3), 'b.json': records(3, 6) });
  const collection = { name: 'nested', mirror: true };
  await space.add([folder], { collection });
  await rm(join(folder, 'data/b.json'));
  const report = await space.add([folder], { collection });
  expect(report.collection).toMatchObject({ recordsWithdrawn: { 'shortvideo.videos': 3 }, removed: true });
  expect(await ids(space)).toEqual([0, 1, 2]);
  expect(await space.rows('SELECT count(*)::INTEGER AS n FROM authors')).toEqual([{ n: 6 }]);
});
