import { join } from 'node:path';
import { builtInCatalog, type CatalogTable } from '@sdq/catalog';
import { clickhouseBackend, clusterStatus, dropCluster, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { openEngine } from '@sdq/core';
import { openSnapshot } from '@sdq/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeRows } from '../support/change-rows.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { writeSmallIndex } from '../support/small-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isMissing } from '../support/tools.ts';
import { startCluster, type TestCluster } from './nodes/cluster.ts';

const videos = builtInCatalog.find('shortvideo', 'videos') as CatalogTable;

describe.skipIf(isMissing('clickhouse') || isMissing('tmpfs'))('a node whose disk is full', () => {
  let cluster: TestCluster;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let index: string;
  let disk: Awaited<ReturnType<typeof mountSmallDisk>>;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    index = join(directory.path, 'index');
    await writeSmallIndex(index, 60_000, { description: 'repeat(md5(i::VARCHAR), 4)' });
    disk = await mountSmallDisk(24 * 2 ** 20);
    cluster = await startCluster({ shards: 2, lastData: disk.path });
    await initCluster(cluster);
  }, 120_000);
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await disk?.[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  test('refuses a load and says so; answers stay those of the snapshot before', async () => {
    const load = async () => await loadSnapshot({ ...cluster, index, catalog: builtInCatalog });
    await load();
    await using engine = await openEngine({
      index,
      backend: clickhouseBackend(cluster),
      advisoryParser: false,
      refreshMs: 0,
      cacheBytesMax: 0,
    });
    const state = async () => {
      await engine.refresh();
      const sql = 'SELECT count(*)::INTEGER AS n, sum(like_count)::INTEGER AS likes FROM videos';
      const rows = await (await engine.query(sql)).toArray();
      return { loaded: (await clusterStatus(cluster)).currentId, rows };
    };
    let before = await state();
    let failed: unknown;
    for (let round = 0; failed === undefined && round < 8; round++) {
      await changeRows(index, videos, {
        written: `SELECT * REPLACE (like_count + 1 AS like_count, repeat(md5(description || ${round}), 6) AS description)
          FROM (SELECT * EXCLUDE (file_path, pos) FROM living)`,
      });
      try {
        await load();
        before = await state();
      } catch (error) {
        failed = error;
      }
    }
    expect(failed).toMatchObject({ code: 'disk_full' });
    expect(await state()).toEqual(before);
    expect(before.rows).toMatchObject([{ n: 60_000 }]);

    // what the error says helps: older snapshots are dropped
    await dropCluster(cluster);
    await load();
    const after = await state();
    expect(after.loaded).toBe((await openSnapshot(index)).id);
    expect(after.rows).not.toEqual(before.rows);
  }, 120_000);
});
