import type { SqlParameters } from '@sdq/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, openEngine } from '../../src/index.ts';

const limit = 1_000;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;
beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  engine = await openEngine({ index: directory.path, isolation: 'in-process', refreshMs: 0 });
});
afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

const unknown = limit;

test.each<[sql: string, rows: number, parameters?: SqlParameters]>([
  ['SELECT count(*) FROM videos', 1],
  ['SELECT count(*), max(play_count) + 1 AS m FROM videos WHERE region = $1', 1, ['DE']],
  ['SELECT author FROM videos LIMIT 5', 5],
  ['SELECT author FROM videos LIMIT 5 OFFSET 3', 5],
  ['SELECT author FROM videos ORDER BY play_count DESC LIMIT $n', 7, { n: 7 }],
  ['SELECT author FROM videos LIMIT ?', 3, [3]],
  ['SELECT author FROM videos LIMIT 5000', limit],
  ['SELECT author FROM videos LIMIT 0', 0],
  ['SELECT 1', 1],
  ["SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(n, s)", 2],
  ['SELECT * FROM (SELECT author FROM videos LIMIT 4)', 4],
  ['WITH top AS (SELECT author FROM videos LIMIT 6) SELECT * FROM top, (SELECT count(*) FROM videos)', 6],
  ['WITH a AS (SELECT 1), b AS (SELECT * FROM a) SELECT * FROM b', 1],
  ['SELECT count(*) FROM videos UNION ALL SELECT author FROM (SELECT 2 AS author)', 2],
  ['SELECT 1 INTERSECT SELECT author::INTEGER FROM (SELECT 3 AS author, * FROM videos)', 1],
  ['SELECT region FROM (VALUES (1)) AS t(n) LEFT JOIN (SELECT region FROM videos LIMIT 3) ON true', 3],
  ['SELECT sum(play_count) OVER () FROM videos', unknown],
  ['SELECT (SELECT count(*) FROM videos) FROM videos', unknown],
  ['SELECT region, count(*) FROM videos GROUP BY region', unknown],
  ['SELECT count(*) FROM videos GROUP BY GROUPING SETS ((), ())', unknown],
  ['SELECT count(*), region FROM videos GROUP BY ALL', unknown],
  ['SELECT unnest(list(author)) FROM videos', unknown],
  ['SELECT unlist([1, 2, 3])', unknown],
  ['SELECT author FROM videos LIMIT 10%', unknown],
  ['SELECT author FROM videos LIMIT (SELECT 400)', unknown],
  ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT * FROM n', unknown],
  ['WITH videos AS (SELECT 1 AS one) SELECT * FROM main.videos', unknown],
])('%s returns at most %i rows', async (sql, rows, parameters) => {
  const options = { limit, ...(parameters && { parameters }) };
  const prepared = await engine.prepare(sql, options);
  expect(prepared.rowsMax).toBe(rows);
  await using result = await engine.query(sql, { ...options, prepared });
  expect((await result.toArray()).length).toBeLessThanOrEqual(rows);
});

test('what was prepared is used for the same text alone', async () => {
  const prepared = await engine.prepare('SELECT 1 AS one');
  await using result = await engine.query('SELECT 2 AS two', { prepared });
  expect(await result.toArray()).toEqual([{ two: 2 }]);
});

test('a question is the same in any layout and with any limit, and another one with other parameters', async () => {
  const asked = async (sql: string, parameters?: SqlParameters, rows = 10) =>
    (await engine.prepare(sql, { limit: rows, ...(parameters && { parameters }) })).question;
  const one = await asked('SELECT author FROM videos WHERE region = ?', ['DE']);
  expect(one).not.toBeNull();
  expect(await asked('select author\n from videos where region = ?;', ['DE'], 20)).toBe(one);
  expect(await asked('SELECT author FROM videos WHERE region = ?', ['FR'])).not.toBe(one);
  expect(await asked('SELECT random()')).toBeNull();
});
