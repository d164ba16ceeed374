import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addPlatformGauges } from '../src/operations/platform-gauges.ts';

test('metrics of drivers are read at each scrape, and counters have both their old and new names', async () => {
  const registry = new Registry();
  let waiting = 3;
  addPlatformGauges(registry, () => ({
    drivers: [
      {
        driver: 'x-api',
        calls: [],
        circuits: [{ op: 'micro.post', state: 'half-open' }],
        running: 8,
        waiting,
        runningMax: 8,
        waitingMax: 32,
        items: [{ op: 'micro.post', read: 10, dropped: 1 }],
        cache: { hits: 5, misses: 2 },
      },
    ],
    writeThrough: null,
  }));
  expect(await registry.metrics()).toContain('sdq_upstream_calls_waiting{driver="x-api"} 3');
  waiting = 0;
  const text = await registry.metrics();
  for (const line of [
    'sdq_upstream_calls_waiting{driver="x-api"} 0',
    'sdq_upstream_circuit_state{driver="x-api",op="micro.post"} 1',
    'sdq_upstream_items_dropped{driver="x-api"} 1',
    'sdq_upstream_cache_hits{driver="x-api"} 5',
    '# TYPE sdq_upstream_cache_hits_total counter',
    'sdq_upstream_cache_hits_total{driver="x-api"} 5',
  ]) {
    expect(text).toContain(line);
  }
});
