import { expect, test } from 'vitest';
import { openEngine } from '../../src/open-engine.ts';
import { temporaryDirectory } from '../fixtures/small-index.ts';
import { makeState } from './built-states.ts';

test('a sample is of rows that are there, each once, and every row is as likely', async () => {
  await using directory = await temporaryDirectory();
  await makeState(directory.path, 'overlay');
  await using engine = await openEngine({
    index: directory.path,
    isolation: 'in-process',
    firstReader: false,
    cacheBytesMax: 0,
  });
  const ids = async (sql: string) =>
    (await (await engine.query(sql)).toArray()).map(({ video_id: id }) => String(id));
  const all = new Set(await ids('SELECT video_id FROM videos'));
  const counts = new Map([...all].map((id) => [id, 0]));
  const turns = 250;
  const size = 50;
  for (let turn = 0; turn < turns; turn++) {
    const result = await engine.query(`SELECT * FROM videos USING SAMPLE ${size} ROWS`);
    expect(result.rewrites.join()).toContain('sampled-rows');
    const sample = (await result.toArray()).map(({ video_id: id }) => String(id));
    expect(new Set(sample).size).toBe(size);
    for (const id of sample) counts.set(id, (counts.get(id) ?? Number.NaN) + 1);
  }
  expect(counts.size).toBe(all.size);
  // Chi-squared over all rows: its mean is about the number of rows, its deviation about the root of twice that.
  const expected = (turns * size) / all.size;
  const spread = (1 - size / all.size) * expected;
  const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / spread, 0);
  expect(Math.abs(chiSquared - all.size)).toBeLessThan(8 * Math.sqrt(2 * all.size));
}, 120_000);

test('a sample larger than the table is the table', async () => {
  await using directory = await temporaryDirectory();
  await makeState(directory.path, 'whole');
  await using engine = await openEngine({
    index: directory.path,
    isolation: 'in-process',
    firstReader: false,
  });
  const result = await engine.query(
    'SELECT count(DISTINCT video_id) AS n FROM (FROM videos USING SAMPLE 5000 ROWS)',
  );
  expect(await result.toArray()).toEqual([{ n: 4_000 }]);
});
