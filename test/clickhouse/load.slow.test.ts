import { join } from 'node:path';
import { builtInCatalog, type CatalogTable } from '@sdq/catalog';
import { initCluster, loadSnapshot } from '@sdq/clickhouse';
import { compactIndex } from '@sdq/core';
import { openSnapshot, purgeSnapshots } from '@sdq/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeRows } from '../support/change-rows.ts';
import { writeSmallIndex } from '../support/small-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isMissing } from '../support/tools.ts';
import { startCluster, type TestCluster } from './nodes/cluster.ts';
import { askNode, rowsThatDiffer } from './same-rows.ts';

const tableNamed = (name: string) => builtInCatalog.find('shortvideo', name) as CatalogTable;
const videos = tableNamed('videos');
const none = { missing: 0, surplus: 0 };

describe.skipIf(isMissing('clickhouse'))('loading a cluster of two shards', () => {
  let cluster: TestCluster;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let index: string;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    index = join(directory.path, 'index');
    await writeSmallIndex(index, 6_000, {
      hashtags: "['tag' || (i % 40), 'ä' || (i % 3)]",
      play_count: 'CASE WHEN i % 13 = 0 THEN NULL ELSE 9007199254740000 + (hash(i + 2) % 2000)::BIGINT END',
    });
    cluster = await startCluster({ shards: 2 });
    await initCluster({ urls: cluster.urls });
  });
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const load = async (keepMs = 3_600_000) =>
    await loadSnapshot({ urls: cluster.urls, index, catalog: builtInCatalog, keepMs });
  const ask = async (sql: string, node = 0) => await askNode(cluster.urls[node] as string, sql);
  const expectSame = async () => {
    for (const url of cluster.urls)
      for (const table of [videos, tableNamed('video_hashtags')])
        expect(await rowsThatDiffer(url, index, table, directory.path), table.name).toMatchObject(none);
  };

  test('gives both nodes the rows of the index, spread by the hash of their key', async () => {
    const report = await load();
    expect(report).toMatchObject({ isUnchanged: false, patched: 0, sentRows: report.rows });
    await expectSame();
    const counts = await Promise.all(
      [0, 1].map(async (node) =>
        Number(await ask(`SELECT count() FROM sdq_${report.snapshotId}.\`shortvideo.videos.local\``, node)),
      ),
    );
    expect(counts.reduce((a, b) => a + b)).toBe(6_000);
    expect(Math.min(...counts)).toBeGreaterThan(2_500);
    // DuckDB placed the rows: the hash of the Distributed table must say the same
    const misplaced = `SELECT count() FROM sdq_${report.snapshotId}.\`shortvideo.videos.local\` WHERE reinterpretAsUInt64(MD5(toString(video_id))) % 2 != 1`;
    expect(await ask(misplaced, 1)).toBe('0');
    expect(await load()).toMatchObject({ isUnchanged: true, sentRows: 0 });
  });

  test('sends only what changed: rows of deltas, and keys that masks hide', async () => {
    const before = (await openSnapshot(index)).id;
    await changeRows(index, videos, {
      written: `SELECT * REPLACE (play_count + 1 AS play_count, ['new'] AS hashtags) FROM (SELECT * EXCLUDE (file_path, pos) FROM living) WHERE hash(video_id) % 100 = 0`,
      removed: 'hash(video_id) % 100 = 1',
    });
    const report = await load();
    expect(report).toMatchObject({ patched: 2, whole: 0 });
    expect(report.sentRows).toBeLessThan(1_500);
    await expectSame();
    // the snapshot before shares its files and keeps its rows
    expect(await ask(`SELECT count() FROM sdq_${before}.\`shortvideo.videos\``)).toBe('6000');
  });

  test('follows further deltas, a compaction, and new months', async () => {
    await changeRows(index, videos, {
      written: `SELECT * REPLACE (play_count + 1 AS play_count, create_time + INTERVAL 40 DAY AS create_time)
        FROM (SELECT * EXCLUDE (file_path, pos) FROM living) WHERE hash(video_id) % 50 = 0`,
    });
    await changeRows(index, videos, {
      written: `SELECT * REPLACE (video_id || '9' AS video_id) FROM (SELECT * EXCLUDE (file_path, pos) FROM living) WHERE hash(video_id) % 50 = 3`,
      removed: 'hash(video_id) % 50 = 4',
    });
    expect(await load()).toMatchObject({ patched: 2 });
    await expectSame();
    await compactIndex({ index });
    await load();
    await expectSame();
    await changeRows(index, videos, {
      written: `SELECT * EXCLUDE (file_path, pos) FROM living WHERE false`,
      removed: "author = 'user3'",
    });
    expect(await load()).toMatchObject({ patched: 2 });
    await expectSame();
  });

  test('drops snapshots that are no longer current, and withdrawn ones at once', async () => {
    const databases = async () =>
      Number(await ask("SELECT count() FROM system.databases WHERE name LIKE 'sdq\\_%'"));
    expect(await databases()).toBeGreaterThan(2);
    const { dropped } = await load(0);
    expect(dropped.length).toBeGreaterThan(2);
    expect(await databases()).toBe(1);
    await changeRows(index, videos, {
      written: `SELECT * EXCLUDE (file_path, pos) FROM living WHERE false`,
      removed: "author = 'user4'",
    });
    const before = (await openSnapshot(index)).manifest.parent;
    await purgeSnapshots(index);
    expect((await load()).dropped).toEqual([before]);
    await expectSame();
    // no part holds the removed rows behind a mask of its own
    expect(
      await ask(
        "SELECT sum(has_lightweight_delete) FROM system.parts WHERE active AND database LIKE 'sdq\\_%'",
      ),
    ).toBe('0');
  });
});
