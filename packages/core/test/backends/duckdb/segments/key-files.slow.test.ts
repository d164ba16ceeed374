import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { videos } from '@sdq/catalog';
import { buildIndex, openEngine } from '@sdq/core';
import { checkContents, makeManifest, openSnapshot, publish, type SegmentEntry } from '@sdq/index';
import { KeyFile } from '@sdq/row-store/keys';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { keyFilesOf } from '../../../../src/backends/duckdb/candidates/key-files.ts';
import { readSegment } from './read-segment.ts';

/** Owners that are numbers, texts that look like numbers, and texts. */
const columns = {
  author_id:
    "CASE WHEN i % 7 = 0 THEN NULL WHEN i % 5 = 0 THEN '00' || (i % 23) ELSE (i % 23 - 3)::VARCHAR END",
  music_id: "['👋', '', 'a', '7', '-7', '-0', '9223372036854775808', NULL][1 + i % 8]",
};

/** Makes the published segment another one. */
async function alter(root: string, change: (segment: SegmentEntry) => SegmentEntry): Promise<void> {
  const { manifest } = await openSnapshot(root);
  const tables = Object.fromEntries(Object.entries(manifest.tables).map(([id, table]) => [id, table.files]));
  const segments = (manifest.segments ?? []).map(change);
  await publish(root, makeManifest({ parent: manifest.snapshot_id, tables, sources: [], segments }));
}

test('each key file gives the rows of its structure, newest first', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 4_000, columns);
  await buildIndex({ index: folder.path });
  await using built = await readSegment(folder.path);
  const { key_files: entries = {} } = built.segment;
  const files = keyFilesOf(videos);
  expect(Object.keys(entries)).toEqual(files.map(({ name }) => name));
  for (const {
    name,
    columns: [column],
    isUnique,
  } of files) {
    const values = name === 'by_hashtags' ? 'unnest(list_distinct(hashtags))' : column?.name;
    const rows = await built.rows(
      `SELECT k, list(o ORDER BY create_time DESC, o) FROM (SELECT ${values} AS k, create_time, rowid AS o FROM segment.scan)
       WHERE k IS NOT NULL GROUP BY k`,
    );
    using file = KeyFile.open(join(folder.path, entries[name]?.path ?? ''));
    expect(file.head).toMatchObject({ isUnique, keys: rows.length, rows: 4_000 });
    for (const [key, ordinals] of rows as [string, string[]][])
      expect(file.ordinalsOf([key]), `${name} ${key}`).toEqual(ordinals.map(Number));
    expect(
      file.find([['none'], ['007'], ['']].filter(([key]) => !rows.some(([had]) => had === key))),
    ).toEqual([]);
  }
});

test('a segment that was built before there were key files answers, and a build adds nothing else', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 3_000);
  const index = folder.path;
  await buildIndex({ index });
  const [whole] = (await openSnapshot(index)).segments(videos);
  const sql = 'SELECT * FROM videos WHERE video_id = (SELECT min(video_id) FROM videos)';
  await using engine = await openEngine({ index, isolation: 'in-process' });
  const [{ video_id: id } = { video_id: '' }] = await rowsOf(engine, sql);
  const asked = `SELECT * FROM videos WHERE video_id IN ('${id}', 'none')`;
  const answer = await rowsOf(engine, asked);
  expect(answer).toHaveLength(1);
  await alter(index, ({ key_files: _, ...segment }) => segment);
  await engine.refresh();
  expect(await rowsOf(engine, asked)).toEqual(answer);
  const { rules } = await engine.explain(asked);
  expect(rules.find(({ rule }) => rule === 'key-rows')?.note).toContain(
    '2 keys; a segment has no key file: `sdq index build` writes it',
  );
  const [build] = (await buildIndex({ index })).tables;
  expect(Object.values(build?.segment.structures ?? {}).filter(({ seconds }) => seconds > 0)).toEqual([]);
  expect((await openSnapshot(index)).segments(videos)).toEqual([whole]);
  expect((await buildIndex({ index })).tables).toEqual([]);
});

test('key files are taken over from a segment over the same files, unless one is damaged', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000);
  const index = folder.path;
  await buildIndex({ index });
  const [whole] = (await openSnapshot(index)).segments(videos);
  const damaged = join(index, whole?.key_files?.by_author?.path ?? '');
  await damage(damaged);
  const { tags: _, ...structures } = whole?.structures ?? {};
  await alter(index, (segment) => ({ ...segment, structures }));
  const [build] = (await buildIndex({ index })).tables;
  const reused = Object.entries(build?.segment.keyFiles ?? {}).map(([name, { isReused }]) => [
    name,
    isReused,
  ]);
  expect(Object.fromEntries(reused)).toEqual({
    key: true,
    by_author: false,
    by_author_id: true,
    by_music_id: true,
    by_hashtags: true,
  });
  const [again] = (await openSnapshot(index)).segments(videos);
  expect(again?.key_files).toEqual(whole?.key_files);
  expect(await checkContents(await openSnapshot(index))).toEqual([]);
});

test('a damaged key file is named by a check, and its queries are answered without it', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000);
  const index = folder.path;
  await buildIndex({ index });
  await using engine = await openEngine({ index });
  const [{ video_id: id } = { video_id: '' }] = await rowsOf(engine, 'SELECT video_id FROM videos LIMIT 1');
  const sql = `SELECT video_id FROM videos WHERE video_id = '${id}' AND description IS NOT NULL`;
  expect(await rowsOf(engine, sql)).toEqual([{ video_id: id }]);
  const snapshot = await openSnapshot(index);
  const path = snapshot.segments(videos)[0]?.key_files?.key?.path ?? '';
  await damage(join(index, path));
  expect(await checkContents(snapshot)).toEqual([
    { path, reason: 'its content was altered: the checksum differs' },
  ]);
  expect(await rowsOf(engine, sql)).toEqual([{ video_id: id }]);
});

type Engine = Awaited<ReturnType<typeof openEngine>>;

async function rowsOf(engine: Engine, sql: string): Promise<Record<string, unknown>[]> {
  const result = await engine.query(sql);
  const rows: Record<string, unknown>[] = [];
  for await (const row of result.rows()) rows.push(row as Record<string, unknown>);
  return rows;
}

/** Alters a byte of each kilobyte, in place. */
async function damage(path: string): Promise<void> {
  const bytes = await readFile(path);
  for (let at = 500; at < bytes.length - 100; at += 1_000) bytes[at] = (bytes[at] as number) ^ 1;
  await writeFile(path, bytes);
}
