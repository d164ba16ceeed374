import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeState } from './built-states.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;
let rows: number;

beforeAll(async () => {
  index = await openIndex((root) => makeState(root, 'whole'));
  rows = await numberOf('SELECT count(*) AS n FROM videos');
});

afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

async function numberOf(sql: string): Promise<number> {
  const { lines } = await index.answer(sql, []);
  return (JSON.parse(lines[0] ?? '') as { n: number }).n;
}

// Each row has a value of its own: groups that were made before have no such value.
test.each([
  'SELECT count(*) AS n FROM videos WHERE random() < 0.5',
  'SELECT count(*) FILTER (WHERE random() < 0.5) AS n FROM videos',
  'SELECT max(n)::BIGINT AS n FROM (SELECT random() < 0.5 AS half, count(*) AS n FROM videos GROUP BY half)',
  "SELECT sum(n)::BIGINT AS n FROM (SELECT date_trunc('month', create_time) AS m, count(*) AS n FROM videos WHERE random() < 0.5 GROUP BY m)",
])('about half of the rows: %s', async (sql) => {
  const half = await numberOf(sql);
  expect(half).toBeGreaterThan(rows * 0.4);
  expect(half).toBeLessThan(rows * 0.6);
});

test.each([
  'SELECT count(*) AS n FROM (SELECT DISTINCT random() AS r FROM videos)',
  'SELECT count(*) AS n FROM (SELECT uuid() AS id, count(*) FROM videos GROUP BY id)',
])('each row is a group of its own: %s', async (sql) => {
  expect(await numberOf(sql)).toBe(rows);
});
