import { join } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { clickhouseBackend, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { AppError } from '@sdq/contract';
import { type Engine, openEngine } from '@sdq/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../support/small-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isMissing } from '../support/tools.ts';
import { startCluster, type TestCluster } from './nodes/cluster.ts';
import { askNode } from './same-rows.ts';

const reader = { name: 'sdq_reader', password: 'a word of its own' };

describe.skipIf(isMissing('clickhouse'))('a service whose user only reads', () => {
  let cluster: TestCluster;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let index: string;
  let engine: Engine;
  const open = async (password: string) =>
    await openEngine({
      index,
      backend: clickhouseBackend({ urls: cluster.urls, username: reader.name, password }),
      advisoryParser: false,
      refreshMs: 0,
    });
  beforeAll(async () => {
    directory = await temporaryDirectory();
    index = join(directory.path, 'index');
    await writeSmallIndex(index, 5_000);
    cluster = await startCluster({ reader });
    await initCluster(cluster);
    await loadSnapshot({ ...cluster, index, catalog: builtInCatalog });
    engine = await open(reader.password);
  });
  afterAll(async () => {
    await engine?.close();
    await cluster?.[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  test('asks, explains, and ends its own queries', async () => {
    expect(await (await engine.query('SELECT count(*)::INTEGER AS n FROM videos')).toArray()).toEqual([
      { n: 5_000 },
    ]);
    expect((await engine.explain('SELECT author FROM videos')).routes).toMatchObject([
      { filesRead: expect.any(Number) },
    ]);
    const controller = new AbortController();
    const slow =
      'SELECT count(*) AS n FROM videos a, videos b, videos c WHERE a.video_id < b.video_id AND b.video_id < c.video_id';
    const running = engine.query(slow, { signal: controller.signal }).catch((error: unknown) => error);
    const queries = async () =>
      Number(
        await askNode(
          cluster.urls[0] as string,
          "SELECT count() FROM system.processes WHERE user = 'sdq_reader'",
        ),
      );
    await expect.poll(queries, { interval: 20, timeout: 10_000 }).toBeGreaterThan(0);
    controller.abort();
    expect(await running).toMatchObject({ code: 'query_cancelled' });
    await expect.poll(queries, { timeout: 10_000 }).toBe(0);
  });

  test('cannot load, and is told so when its password is wrong, which no error repeats', async () => {
    const load = loadSnapshot({
      urls: cluster.urls,
      username: reader.name,
      password: reader.password,
      index,
      catalog: builtInCatalog,
    });
    await expect(load).rejects.toMatchObject({ code: 'cluster_refused' });
    const wrong = await open('another word').catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(AppError);
    expect(wrong).toMatchObject({
      code: 'cluster_refused',
      hint: expect.stringContaining('SDQ_CLICKHOUSE_USER'),
    });
    expect((wrong as Error).message).not.toContain('word of');
    expect((wrong as Error).message).not.toContain('another word');
  });
});
