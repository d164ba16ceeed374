import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { videos } from '@sdq/catalog';
import { buildIndex, openEngine } from '@sdq/core';
import { checkContents, checkSizes, openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { structuresOf } from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import { readSegment } from './read-segment.ts';

const structures = structuresOf(videos);

const rows = 3_000;

test('a built segment holds what the base files hold', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, rows);
  const report = await buildIndex({ index: folder.path });
  expect(report).toMatchObject({
    tables: [{ table: 'shortvideo.videos', built: 'main', segment: { rows } }],
    isCompactionDue: false,
  });

  await using read = await readSegment(folder.path);
  expect(Object.keys(read.segment.structures)).toEqual(structures.map(({ name }) => name));
  const snapshot = await openSnapshot(folder.path);
  let ordinal = 0;
  for (const [i, covered] of read.segment.covers.entries()) {
    const file = snapshot.files(videos)[i];
    expect(covered).toMatchObject({ path: file?.path, rows: file?.rows, first_ordinal: ordinal });
    ordinal += covered.rows;
  }
  expect(ordinal).toBe(rows);

  // Said another way than the structures' own SQL says it.
  expect(await read.rows('SELECT video_id, author, play_count FROM scan ORDER BY rowid')).toEqual(
    (
      await Promise.all(
        read.segment.covers.map(({ path }) =>
          read.rows(`SELECT video_id, author, play_count FROM '${join(folder.path, path)}'`),
        ),
      )
    ).flat(),
  );
  expect(
    await read.rows(
      `SELECT count(*) FROM tags JOIN scan ON scan.rowid = tags.ordinal WHERE hashtag = 'tag1'`,
    ),
  ).toEqual(await read.rows(`SELECT count(*) FROM base WHERE list_contains(hashtags, 'tag1')`));
  expect(
    await read.rows(
      'SELECT region, sum(play_count_sum), sum(play_count_rows), sum(rows) FROM rollup_month GROUP BY ALL ORDER BY ALL',
    ),
  ).toEqual(
    await read.rows(
      'SELECT region, sum(play_count), count(play_count), count(*) FROM base GROUP BY ALL ORDER BY ALL',
    ),
  );
  expect(await read.rows('SELECT author, rows, like_count_max FROM author_totals ORDER BY ALL')).toEqual(
    await read.rows('SELECT author, count(*), max(like_count) FROM base GROUP BY author ORDER BY ALL'),
  );
  const captions = await read.rows('SELECT rowid::INTEGER, video_id FROM scan');
  const ordinals = new Map(captions.map(([number, id]) => [id, number]));
  const holders = (await read.rows('SELECT video_id, description FROM base'))
    .filter(([, text]) =>
      String(text)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.includes('7'),
    )
    .map(([id]) => ordinals.get(id));
  expect(
    (await read.rows(`SELECT ordinal FROM postings JOIN words USING (word_id) WHERE word = '7'`)).flat(),
  ).toEqual(holders.sort((a, b) => Number(a) - Number(b)));
  expect(holders.length).toBeGreaterThan(0);
  const [[floor, held]] = (await read.rows('SELECT min(play_count), count(*) FROM tier_play_count')) as [
    [string, string],
  ];
  expect(await read.rows(`SELECT count(*) FROM base WHERE play_count >= ${floor}`)).toEqual([[held]]);
  expect(Number(held)).toBeGreaterThanOrEqual(1_000);
  expect(Number(held)).toBeLessThan(1_100);
});

test('what is covered is not built again; a rebuild is, and uses the row files there are', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 300);
  const first = await buildIndex({ index: folder.path });
  expect(await buildIndex({ index: folder.path })).toEqual({
    snapshotId: first.snapshotId,
    tables: [],
    folded: [],
    lost: [],
    isCompactionDue: false,
  });
  const again = await buildIndex({ index: folder.path, mode: 'rebuild' });
  const [videosBuilt] = again.tables;
  expect(videosBuilt?.built).toBe('main');
  expect(videosBuilt?.segment.rowFiles.reused).toBe(videosBuilt?.segment.rowFiles.files);
  expect((await openSnapshot(folder.path)).segments(videos)).toHaveLength(1);
});

test('an index without videos has nothing to build', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 0);
  expect(await buildIndex({ index: folder.path, mode: 'rebuild' })).toMatchObject({ tables: [] });
});

test('nothing is built from a damaged base file', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 300);
  const before = await openSnapshot(folder.path);
  const path = before.path(before.files(videos)[1] as { path: string });
  await flipBit(path);
  await expect(buildIndex({ index: folder.path })).rejects.toMatchObject({ code: 'index_corrupt' });
  expect((await openSnapshot(folder.path)).id).toBe(before.id);
});

test('a flipped bit in a segment or in a row file is found, and a missing one stops the opening', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 300);
  await buildIndex({ index: folder.path });
  const snapshot = await openSnapshot(folder.path);
  const [segment] = snapshot.segments(videos);
  if (segment === undefined) throw new Error('nothing is built');
  expect(await checkContents(snapshot)).toEqual([]);
  const paths = [segment.path, segment.covers[2]?.row_file?.path ?? ''];
  for (const path of paths) {
    const whole = await readFile(snapshot.path({ path }));
    await flipBit(snapshot.path({ path }));
    expect(await checkContents(snapshot)).toEqual([{ path, reason: expect.stringContaining('checksum') }]);
    await writeFile(snapshot.path({ path }), whole.subarray(1));
    expect(await checkSizes(snapshot)).toMatchObject([{ path }]);
    await expect(openEngine({ index: folder.path })).rejects.toMatchObject({ code: 'index_corrupt' });
    await writeFile(snapshot.path({ path }), whole);
  }
  expect(await checkContents(snapshot)).toEqual([]);
});

test('a build that is aborted rejects with the reason, publishes nothing, and can be repeated', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 300);
  const before = await openSnapshot(folder.path);
  for (const phase of ['checking files', 'row files', 'scan', 'tags', 'postings']) {
    const controller = new AbortController();
    const build = buildIndex({
      index: folder.path,
      signal: controller.signal,
      onProgress: (state) => {
        if (state.phase === phase) controller.abort(new Error(`stopped at ${phase}`));
      },
    });
    await expect(build).rejects.toThrow(`stopped at ${phase}`);
    expect((await openSnapshot(folder.path)).id).toBe(before.id);
  }
  expect(await buildIndex({ index: folder.path })).toMatchObject({ tables: [{ built: 'main' }] });
});

async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 4;
  await writeFile(path, bytes);
}

test('notes of a fold that was killed after it had published are deleted by the next build', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, rows);
  await buildIndex({ index: folder.path });
  const note = join(folder.path, 'staging', `fold-${'0'.repeat(32)}.ndjson`);
  await mkdir(dirname(note), { recursive: true });
  await writeFile(note, '');
  await buildIndex({ index: folder.path });
  await expect(access(note)).rejects.toThrow('ENOENT');
});

test('tables that are named are built over, and no others', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 300);
  const build = (only: string[]) => buildIndex({ index: folder.path, only });
  expect((await build(['shortvideo.authors'])).tables).toEqual([]);
  await expect(build(['shortvideo.video'])).rejects.toMatchObject({
    code: 'usage_error',
    hint: 'Did you mean "shortvideo.videos"?',
  });
  expect((await build(['shortvideo.videos'])).tables).toMatchObject([{ table: 'shortvideo.videos' }]);
});
