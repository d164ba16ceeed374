import { readFile } from 'node:fs/promises';
import { builtInCatalog, builtInPlatforms } from '@sdq/catalog';
import { endpointsByPath } from '@sdq/catalog/define';
import { clickhouseBackend, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goldenFile, goldenText, knownRecords, parametersOf } from '../platforms/golden-requests.ts';
import { type SampleService, startSampleService } from '../support/sample-service.ts';
import { clusterName, hasClickHouse, openCluster, type TestCluster } from './nodes/cluster.ts';

/** What the data endpoints answer from a cluster is, byte for byte, what they answer from the index. */

const endpoints = [...endpointsByPath(builtInPlatforms).keys()];

describe.skipIf(!hasClickHouse).each([1, 3])('a cluster of %i nodes', (shards) => {
  let cluster: TestCluster;
  let service: SampleService;
  let known: Record<string, string>;
  beforeAll(async () => {
    cluster = await openCluster({ shards });
    const at = { urls: cluster.urls, cluster: shards === 1 ? cluster.cluster : clusterName };
    service = await startSampleService(undefined, async (index) => {
      await initCluster(at);
      await loadSnapshot({ ...at, index, catalog: builtInCatalog });
      return { backend: clickhouseBackend(at), isolation: undefined, threads: undefined };
    });
    known = await knownRecords(service);
  }, 300_000);
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await cluster?.[Symbol.asyncDispose]();
  });

  test.each(endpoints)('%s', async (endpoint) => {
    const answer = await service.get(endpoint, await parametersOf(service, endpoint, known));
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    if (endpoint === 'shortvideo/feed') return expect(answer.data.videos).toHaveLength(3);
    const golden = await readFile(new URL(`../platforms/${goldenFile(endpoint)}`, import.meta.url), 'utf8');
    expect(goldenText(answer.data)).toBe(golden);
  });
});
