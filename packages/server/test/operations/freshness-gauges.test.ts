import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addFreshnessGauges, type FreshnessFigures } from '../../src/operations/freshness-gauges.ts';

const figures: FreshnessFigures = {
  newestObservation: new Date(Date.now() - 60_000),
  secondsToVisible: 2.5,
  deltaFiles: 3,
  deltaRows: 1_000,
  maskedRows: 990,
};

/** Samples of the exposition, by name. */
function samples(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]),
  );
}

test('metrics tell how fresh an index is', async () => {
  const registry = new Registry();
  addFreshnessGauges(registry, async () => figures);
  const { sdq_index_newest_observation_age_seconds: age, ...others } = samples(await registry.metrics());
  expect(age).toBeGreaterThanOrEqual(60);
  expect(others).toEqual({
    sdq_index_add_visible_seconds: 2.5,
    sdq_index_delta_files: 3,
    sdq_index_delta_rows: 1_000,
    sdq_index_masked_rows: 990,
  });
});

test('what is not known, or cannot be read, is left out', async () => {
  const registry = new Registry();
  let read = async (): Promise<FreshnessFigures> => ({
    ...figures,
    newestObservation: null,
    secondsToVisible: null,
  });
  addFreshnessGauges(registry, () => read());
  const counts = ['sdq_index_delta_files', 'sdq_index_delta_rows', 'sdq_index_masked_rows'];
  expect(Object.keys(samples(await registry.metrics()))).toEqual(counts);
  read = () => Promise.reject(new Error('no index'));
  expect(samples(await registry.metrics())).toEqual({});
});
