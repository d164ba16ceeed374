import { buildIndex } from '@sdq/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;
beforeAll(async () => {
  index = await openIndex(async (root) => {
    await writeSmallIndex(root, 21_000, { is_ad: 'hash(i + 9) % 4 = 0' });
    await buildIndex({ index: root });
  });
}, 120_000);
afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

const narrowed = fc.constantFrom(
  " WHERE region = 'DE'",
  ' WHERE is_ad',
  " WHERE create_time >= TIMESTAMPTZ '2026-02-01'",
  " WHERE author = 'user3'",
  " WHERE list_contains(hashtags, 'tag1')",
  ' WHERE w.region = v.region',
  ' WHERE w.author = v.author AND w.is_ad',
  " WHERE date_trunc('month', w.create_time) = date_trunc('month', v.create_time)",
  ' WHERE w.create_time::DATE = v.create_time::DATE',
  ' WHERE w.play_count % 500 = v.like_count % 500 AND w.is_ad',
);
// often enough that each of the paths below fires in some run
const inner = fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 2, arbitrary: narrowed });
const conditions = fc.oneof(
  inner.map((where) => `v.play_count > (SELECT avg(play_count) FROM videos AS w${where})`),
  inner.map((where) => `v.play_count = (SELECT max(play_count) FROM videos AS w${where})`),
  inner.map((where) => `(SELECT count(*) FROM videos AS w${where}) > 2000 AND v.like_count = 7`),
  inner.map((where) => `v.create_time = (SELECT max(create_time) FROM videos AS w${where})`),
  inner.map(
    (where) => `v.author IN (SELECT author FROM videos AS w${where} GROUP BY author HAVING count(*) > 900)`,
  ),
  inner.map((where) =>
    `v.region NOT IN (SELECT region FROM videos AS w${where} AND region IS NOT NULL)`.replace(
      'videos AS w AND',
      'videos AS w WHERE',
    ),
  ),
  fc.constant(
    'EXISTS (SELECT 1 FROM videos AS w WHERE w.author = v.author AND w.play_count > v.play_count + 990)',
  ),
  fc.constant(
    "(SELECT count(*) FROM video_hashtags AS h WHERE h.video_id = v.video_id AND h.hashtag = 'tag1') > 0",
  ),
  fc.constant('v.play_count >= ALL (SELECT max(play_count) FROM videos GROUP BY region)'),
  fc.constant(
    'v.author = (SELECT author FROM videos GROUP BY author ORDER BY count(*) DESC, author LIMIT 1)',
  ),
  fc.constant('v.video_id IN (SELECT video_id FROM videos ORDER BY play_count DESC, video_id LIMIT 5)'),
);
const lists = fc.constantFrom(
  'v.video_id, v.play_count',
  'count(*), max(v.play_count)',
  'v.region, count(*) AS n',
  'v.*',
);
const questions = fc
  .tuple(lists, conditions, fc.constantFrom('', ' AND v.is_ad', " AND v.author = 'user3'"))
  .map(([list, where, more]) => {
    const group = list.includes(' AS n') ? ' GROUP BY v.region' : '';
    return `SELECT ${list} FROM videos AS v WHERE ${where}${more}${group}`;
  });

test('subqueries in WHERE are routed, and the rows are the same', async () => {
  const fired = new Set<string>();
  const check = fc.asyncProperty(questions, async (sql) => {
    const routed = await index.answer(sql, []);
    const original = await index.answer(sql, ruleNames);
    expect(routed.columns, sql).toEqual(original.columns);
    expect([...routed.lines].sort(), sql).toEqual([...original.lines].sort());
    for (const { rule, fired: isFired } of routed.plan.rules) if (isFired) fired.add(rule);
  });
  await fc.assert(check, { numRuns: 120 });
  expect([...fired]).toEqual(expect.arrayContaining(['time-totals', 'table-totals', 'group-totals']));
}, 120_000);

test('a subquery that is the name of a result column keeps its text', async () => {
  const sql = 'SELECT (SELECT max(play_count) FROM videos), count(*) FROM videos WHERE is_ad';
  const routed = await index.answer(sql, []);
  expect(routed.columns).toEqual((await index.answer(sql, ruleNames)).columns);
  expect(routed.columns[0]?.name).toBe('(SELECT max(play_count) FROM videos)');
});
