import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { builtInCatalog } from '@sdq/catalog';
import { clickhouseBackend, dropCluster, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { AppError } from '@sdq/contract';
import { type Engine, openEngine } from '@sdq/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../support/small-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isMissing } from '../support/tools.ts';
import { clusterName, startCluster, type TestCluster } from './nodes/cluster.ts';
import { askNode } from './same-rows.ts';

const rows = 4_000;
const everyVideo = 'SELECT video_id, author, play_count FROM videos ORDER BY video_id';
const totals = 'SELECT count(*)::INTEGER AS n, count(DISTINCT author)::INTEGER AS authors FROM videos';

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error.code;
  throw error;
}

describe.skipIf(isMissing('clickhouse'))('a cluster of two shards, each on two nodes', () => {
  let cluster: TestCluster;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let index: string;
  let reference: Engine;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    index = join(directory.path, 'index');
    await writeSmallIndex(index, rows);
    cluster = await startCluster({ shards: 2, replicas: 2 });
    await initCluster({ urls: cluster.urls });
    await loadSnapshot({ urls: cluster.urls, index, catalog: builtInCatalog });
    reference = await openEngine({ index, isolation: 'in-process', advisoryParser: false });
  }, 300_000);
  afterAll(async () => {
    await reference?.close();
    await cluster?.[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const open = async (urls = cluster.urls, memoryBytes?: number) =>
    await openEngine({
      index,
      backend: clickhouseBackend({ urls, cluster: clusterName, memoryBytes }),
      advisoryParser: false,
      refreshMs: 0,
      cacheBytesMax: 0,
    });
  const answer = async (engine: Engine, sql: string) => await (await engine.query(sql)).toArray();

  test('answers the same from every node', async () => {
    for (const url of cluster.urls) {
      await using engine = await open([url]);
      expect(await answer(engine, everyVideo)).toEqual(await answer(reference, everyVideo));
      expect(await answer(engine, totals)).toEqual(await answer(reference, totals));
    }
  });

  test('ends a query on every node: by its signal, its time limit, and the memory that it may use', async () => {
    await using engine = await open();
    const slow =
      'SELECT count(*) AS n FROM videos a, videos b, videos c WHERE a.video_id < b.video_id AND b.video_id < c.video_id';
    const queries = async () => {
      const sql =
        "SELECT count() FROM clusterAllReplicas('sdq', system.processes) WHERE query LIKE '%video_id%' AND query NOT LIKE '%system.processes%'";
      return Number(await askNode(cluster.urls[0] as string, sql));
    };
    const controller = new AbortController();
    const running = codeOf(engine.query(slow, { signal: controller.signal }));
    await expect.poll(queries).toBeGreaterThan(0);
    controller.abort();
    expect(await running).toBe('query_cancelled');
    await expect.poll(queries, { timeout: 10_000 }).toBe(0);
    expect(await codeOf(engine.query(slow, { timeoutMs: 500 }))).toBe('query_timeout');
    await expect.poll(queries, { timeout: 10_000 }).toBe(0);
    await using narrow = await open(cluster.urls, 64 * 1024 ** 2);
    const large =
      'SELECT a.video_id, count(*) AS n FROM videos a, videos b GROUP BY a.video_id, b.video_id ORDER BY 1 LIMIT 1';
    expect(await codeOf(narrow.query(large))).toBe('query_memory_exceeded');
    expect(await answer(narrow, totals)).toEqual(await answer(reference, totals));
  });

  test('waits for a node that is slow', async () => {
    const slow = cluster.nodes[3];
    slow?.peers.delay(300);
    await using engine = await open([cluster.urls[0] as string]);
    expect(await answer(engine, totals)).toEqual(await answer(reference, totals));
    slow?.peers.delay(0);
  });

  test('goes on at another node when one is lost, and says so when a shard is lost', async () => {
    await using engine = await open();
    const [first, , third, fourth] = cluster.nodes;
    await third?.kill();
    // its connections are refused, by clients and by other nodes
    third?.front.cut();
    third?.peers.cut();
    for (let turn = 0; turn < 8; turn++) {
      expect(await answer(engine, totals)).toEqual(await answer(reference, totals));
      expect(await answer(engine, everyVideo)).toHaveLength(rows);
    }
    const { processes, nodes = [] } = engine.status();
    expect(processes).toMatchObject({ wanted: 4, living: 3 });
    expect(nodes.map(({ name, isUp }) => [name, isUp])).toEqual(
      cluster.urls.map((url, at) => [new URL(url).origin, at !== 2]),
    );
    expect(nodes[2]?.losses).toBeGreaterThan(0);
    expect(nodes[0]).toMatchObject({
      losses: 0,
      queries: expect.toSatisfy((queries: number) => queries > 0),
    });
    // a load must reach every node: it changes nothing
    const before = await codeOf(loadSnapshot({ urls: cluster.urls, index, catalog: builtInCatalog }));
    expect(before).toBe('cluster_unreachable');
    await fourth?.kill();
    fourth?.front.cut();
    fourth?.peers.cut();
    for (let turn = 0; turn < 4; turn++) {
      expect(await codeOf(engine.query(totals))).toBe('service_unavailable');
      expect(await codeOf(engine.query(everyVideo))).toBe('service_unavailable');
    }
    first?.front.cut();
    cluster.nodes[1]?.front.cut();
    expect(await codeOf(engine.query(totals))).toBe('service_unavailable');
    expect(await codeOf(engine.refresh())).toBe('service_unavailable');
    first?.front.restore();
    cluster.nodes[1]?.front.restore();
  });

  test('tells that a snapshot which was dropped is gone', async () => {
    await using one = await startCluster();
    const urls = one.urls;
    await initCluster({ urls });
    await loadSnapshot({ urls, index, catalog: builtInCatalog });
    await using engine = await openEngine({
      index,
      backend: clickhouseBackend({ urls }),
      advisoryParser: false,
      refreshMs: 0,
    });
    expect(await answer(engine, totals)).toEqual(await answer(reference, totals));
    await dropCluster({ urls, all: true });
    await pause(10);
    expect(await codeOf(engine.query(everyVideo))).toBe('result_expired');
    expect(await codeOf(openEngine({ index, backend: clickhouseBackend({ urls }) }))).toBe('index_missing');
  });
});
