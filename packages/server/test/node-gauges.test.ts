import { openEngine } from '@sdq/core';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { addNodeGauges } from '../src/operations/node-gauges.ts';

test('nodes of a cluster are told by name at each scrape; without a cluster there is none', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 10);
  await using engine = await openEngine({ index: folder.path, isolation: 'in-process' });
  const registry = new Registry();
  addNodeGauges(registry, engine);
  const samples = async () =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(await samples()).toEqual([]);
  let queries = 3;
  const status = engine.status();
  engine.status = () => ({
    ...status,
    nodes: [
      { name: 'https://ch1:8443', isUp: true, queries, losses: 0 },
      { name: 'https://ch2:8443', isUp: false, queries: 1, losses: 2 },
    ],
  });
  await samples();
  queries = 5;
  expect(await samples()).toEqual([
    'sdq_cluster_node_up{node="https://ch1:8443"} 1',
    'sdq_cluster_node_up{node="https://ch2:8443"} 0',
    'sdq_cluster_queries_total{node="https://ch1:8443"} 5',
    'sdq_cluster_queries_total{node="https://ch2:8443"} 1',
    'sdq_cluster_node_losses_total{node="https://ch1:8443"} 0',
    'sdq_cluster_node_losses_total{node="https://ch2:8443"} 2',
  ]);
});
