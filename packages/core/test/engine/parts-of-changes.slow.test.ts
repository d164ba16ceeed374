import { videos } from '@sdq/catalog';
import { buildIndex, openEngine } from '@sdq/core';
import { coverageOf, openSnapshot } from '@sdq/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRows } from '../../../../test/support/change-rows.ts';
import { openPlainDuckDB } from '../../../../test/support/plain-duckdb.ts';
import { compareRows } from '../../../../test/support/same-rows.ts';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 24_000, {
    video_id: 'i::VARCHAR',
    author: "'user' || (i % 400)",
    hashtags: "['tag' || (i % 700), 'tag' || (i % 3)]",
  });
  await buildIndex({ index: directory.path });
});
afterAll(async () => await directory[Symbol.asyncDispose]());

/** Videos are observed again: those whose numbers lie between two. */
async function observeAgain(from: number, to: number): Promise<void> {
  await changeRows(directory.path, videos, {
    written: `SELECT * EXCLUDE (file_path, pos) REPLACE (coalesce(play_count, 0) + ${to} AS play_count,
      create_time + INTERVAL (video_id::INTEGER % 3) HOUR AS create_time) FROM living WHERE video_id::INTEGER BETWEEN ${from} AND ${to - 1}`,
    removed: `video_id = '${to}'`,
  });
}

async function partsNow() {
  const { delta, segments } = coverageOf(await openSnapshot(directory.path), videos);
  const names = (rows = delta) => rows?.parts?.map(({ name }) => name) ?? [];
  return { added: names(), replaced: names(segments[0]?.masked?.values) };
}

const queries = [
  'SELECT * FROM videos ORDER BY play_count DESC NULLS LAST, video_id LIMIT 70',
  "SELECT * FROM videos WHERE video_id IN ('3', '9100', '12100', '12800', '13000', '20000')",
  "SELECT * FROM videos WHERE author = 'user7' ORDER BY create_time DESC, video_id LIMIT 20",
  "SELECT video_id, play_count FROM videos WHERE author = 'user7' ORDER BY play_count NULLS FIRST, video_id DESC LIMIT 9 OFFSET 5",
  "SELECT video_id FROM videos WHERE list_contains(hashtags, 'tag7') ORDER BY create_time DESC, video_id LIMIT 12",
  "SELECT video_id, create_time FROM videos WHERE list_contains(hashtags, 'tag333')",
  "SELECT count(*) FROM videos WHERE list_contains(hashtags, 'tag1')",
  "SELECT count(*) FROM videos WHERE author IN ('user7', 'user8')",
  "SELECT count(*) FROM videos WHERE create_time >= TIMESTAMPTZ '2026-03-03 11:59:58+00'",
  "SELECT date_trunc('month', create_time) AS month, count(*), sum(play_count) FROM videos GROUP BY month",
  "SELECT date_trunc('hour', create_time) AS hour, count(*), max(play_count) FROM videos WHERE create_time < TIMESTAMPTZ '2025-12-03 01:30:00+00' GROUP BY hour",
  "SELECT video_id, description, play_count FROM videos WHERE create_time BETWEEN TIMESTAMPTZ '2026-02-03' AND TIMESTAMPTZ '2026-02-04 12:00:00+00'",
  'SELECT author, count(*) AS n, sum(like_count) FROM videos GROUP BY author ORDER BY n DESC, author LIMIT 30',
  'SELECT region, count(DISTINCT author), median(play_count) FROM videos GROUP BY region',
  'SELECT hashtag, count(*) AS n FROM video_hashtags GROUP BY hashtag ORDER BY n DESC, hashtag LIMIT 25',
] as const;

test('changed rows of large files are held apart, stay over later adds, and give the answers of all of them', async () => {
  await using engine = await openEngine({ index: directory.path, isolation: 'in-process', cacheBytesMax: 0 });
  const expectSame = async () => {
    await engine.refresh();
    await using plain = await openPlainDuckDB(directory.path);
    // twice: some is only read of changed rows that were read before
    for (let turn = 0; turn < 2; turn++)
      for (const sql of queries)
        expect(await compareRows(sql, engine, plain), sql).toMatchObject({ outcome: 'same rows' });
  };
  await observeAgain(0, 9_000);
  expect(await partsNow()).toEqual({ added: [], replaced: [] });
  await expectSame();
  await observeAgain(9_000, 12_000);
  await expectSame();
  await observeAgain(12_500, 13_200);
  const before = await partsNow();
  expect(before).toMatchObject({ added: { length: 3 }, replaced: { length: 3 } });
  await expectSame();

  await observeAgain(20_000, 20_300);
  const after = await partsNow();
  expect(after.added.slice(0, 2)).toEqual(before.added.slice(0, 2));
  expect(after.replaced.slice(0, 2)).toEqual(before.replaced.slice(0, 2));
  expect(after.added[2]).not.toEqual(before.added[2]);
  await expectSame();

  // rows of the first delta file, which is another part now
  await observeAgain(8_000, 9_500);
  const masked = await partsNow();
  expect(masked.added[0]).not.toEqual(after.added[0]);
  expect(masked.replaced[0]).toEqual(after.replaced[0]);
  await expectSame();
});
