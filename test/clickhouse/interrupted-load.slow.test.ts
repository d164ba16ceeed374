import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { builtInCatalog, type CatalogTable } from '@sdq/catalog';
import { clickhouseBackend, clusterStatus, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { openEngine } from '@sdq/core';
import { openSnapshot } from '@sdq/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSdq } from '../cli-process.ts';
import { changeRows } from '../support/change-rows.ts';
import { writeSmallIndex } from '../support/small-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isMissing } from '../support/tools.ts';
import { startCluster, type TestCluster } from './nodes/cluster.ts';
import { askNode, rowsThatDiffer } from './same-rows.ts';

const videos = builtInCatalog.find('shortvideo', 'videos') as CatalogTable;

describe.skipIf(isMissing('clickhouse'))('a load that is interrupted', () => {
  let cluster: TestCluster;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let index: string;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    index = join(directory.path, 'index');
    await writeSmallIndex(index, 3_000);
    cluster = await startCluster({ shards: 2 });
    await initCluster(cluster);
  });
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const load = async () => await loadSnapshot({ ...cluster, index, catalog: builtInCatalog });
  const expectWhole = async () => {
    for (const url of cluster.urls)
      expect(await rowsThatDiffer(url, index, videos, directory.path)).toMatchObject({
        missing: 0,
        surplus: 0,
      });
  };

  test('by kill -9, at several moments, changes no answer, and is continued', async () => {
    await load();
    await using engine = await openEngine({
      index,
      backend: clickhouseBackend(cluster),
      advisoryParser: false,
      refreshMs: 0,
    });
    const count = async () =>
      (
        await (
          await engine.query('SELECT count(*)::INTEGER AS n, sum(like_count)::INTEGER AS likes FROM videos')
        ).toArray()
      )[0];
    const before = await count();
    await changeRows(index, videos, {
      written: `SELECT * REPLACE (like_count + 1 AS like_count) FROM (SELECT * EXCLUDE (file_path, pos) FROM living) WHERE hash(video_id) % 3 = 0`,
      removed: 'hash(video_id) % 30 = 1',
    });
    const env = { SDQ_CLICKHOUSE_URL: cluster.urls.join(' ') };
    for (const afterMs of [900, 1_800, 3_000]) {
      const child = startSdq(['cluster', 'load', '--index', index], { env });
      const ended = once(child, 'exit');
      await Promise.race([pause(afterMs), ended]);
      child.kill('SIGKILL');
      await ended;
      const isThere = (await clusterStatus(cluster)).currentId === (await openSnapshot(index)).id;
      await engine.refresh();
      if (!isThere) expect(await count()).toEqual(before);
      // the place of a loader that was killed is free after a minute: here it is freed
      for (const url of cluster.urls) await askNode(url, 'TRUNCATE TABLE sdq.loaders');
    }
    await load();
    await engine.refresh();
    expect(await count()).not.toEqual(before);
    await expectWhole();
  });

  test('by another load at the same time is refused, and the first one ends', async () => {
    await changeRows(index, videos, {
      written: 'SELECT * EXCLUDE (file_path, pos) FROM living WHERE false',
      removed: 'hash(video_id) % 30 = 2',
    });
    const both = await Promise.allSettled([load(), load()]);
    const refused = both.filter((each) => each.status === 'rejected');
    expect(refused.map(({ reason }) => reason)).toMatchObject([{ code: 'index_locked' }]);
    await expectWhole();
  });

  test('by a node that is lost is told, and continued when the node is back', async () => {
    await changeRows(index, videos, {
      written: 'SELECT * EXCLUDE (file_path, pos) FROM living WHERE false',
      removed: 'hash(video_id) % 30 = 3',
    });
    const { currentId } = await clusterStatus(cluster);
    const running = load();
    await pause(300);
    cluster.nodes[1]?.front.cut();
    await expect(running).rejects.toMatchObject({ code: 'cluster_unreachable' });
    cluster.nodes[1]?.front.restore();
    expect((await clusterStatus(cluster)).currentId).toBe(currentId);
    await load();
    await expectWhole();
  });
});
