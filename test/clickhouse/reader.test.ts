import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { builtInCatalog } from '@sdq/catalog';
import { clickhouseBackend, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { AppError } from '@sdq/contract';
import { type Engine, openEngine } from '@sdq/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '../postgres/postgres-service.ts';
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

  test('asks over TLS, with a certificate that is known, and not with another one', async () => {
    const [own, other] = [makeCertificate(), makeCertificate()];
    const target = Number(new URL(cluster.urls[0] as string).port);
    const server = createServer({ key: own.key, cert: own.cert }, (client) => {
      const node = connect(target, '127.0.0.1');
      client.on('error', () => node.destroy());
      node.on('error', () => client.destroy());
      client.pipe(node).pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const urls = [
      `https://${reader.name}:${encodeURIComponent(reader.password)}@localhost:${(server.address() as AddressInfo).port}`,
    ];
    const over = async (caCert: string) =>
      await openEngine({
        index,
        backend: clickhouseBackend({ urls, caCert: Buffer.from(caCert) }),
        advisoryParser: false,
        refreshMs: 0,
      });
    try {
      await using secured = await over(own.cert);
      expect(await (await secured.query('SELECT count(*)::INTEGER AS n FROM videos')).toArray()).toEqual([
        { n: 5_000 },
      ]);
      await expect(over(other.cert)).rejects.toMatchObject({ code: 'service_unavailable' });
    } finally {
      server.close();
    }
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
