import { videos } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import type { LookUpAttempt } from '../../../../src/backends/duckdb/runnable-plan.ts';
import { type KeyedIndexes, keys, limits, lists, openKeyedIndexes, orders, tests } from './keyed-queries.ts';
import { openIndex } from './open-index.ts';

let indexes: KeyedIndexes;
beforeAll(async () => {
  indexes = await openKeyedIndexes();
});
afterAll(async () => await indexes[Symbol.asyncDispose]());

const owners = fc.constantFrom(
  ...["author = 'user3'", "author IN ('user7', 'nobody')", "author = 'nobody'", "author = 'newcomer'"],
  ...["list_contains(hashtags, 'tag1')", "list_contains(hashtags, 'fresh')", 'author IS NULL'],
);
const newest = fc.constantFrom(
  ...['ORDER BY create_time DESC', 'ORDER BY create_time DESC, video_id'],
  'ORDER BY create_time DESC, video_id DESC',
);
const questions = fc
  .tuple(lists, fc.oneof(keys, owners), fc.option(tests, { nil: 'true' }), fc.oneof(orders, newest), limits)
  .map(
    ([list, named, test, order, limit]) =>
      `SELECT ${list} FROM videos WHERE ${named} AND ${test} ${order} ${limit}`,
  );

/** What a look-up and the first speculative plan have in common: the latter has a name for the rows, and bounds of its own. */
function commonOf({ steps, rowsMin, answer, isAnswerOnly }: LookUpAttempt) {
  const common = steps.map(({ placeholder: _, rowsMax: __, ...step }) => step);
  return { steps: common, rowsMin, answer, isAnswerOnly };
}

test('a look-up is the first speculative plan, and has its rows, or misses', async () => {
  const { index, changed, rewritten } = indexes;
  const counts = { lookUps: 0, answers: 0, missed: 0 };
  for (const each of [index, changed, rewritten]) {
    const check = fc.asyncProperty(questions, async (sql) => {
      const { lookUp, answer, plan } = await each.lookUp(sql);
      if (lookUp === undefined) return;
      counts.lookUps++;
      const [own] = lookUp.attempts;
      const [first] = plan.attempts;
      expect(own && commonOf(own), sql).toEqual(first && commonOf(first));
      expect(lookUp.routes, sql).toEqual(plan.routes);
      counts[answer === undefined ? 'missed' : 'answers']++;
      if (answer === undefined) return;
      const { columns, lines } = await each.answer(sql, ruleNames);
      expect(answer.columns, sql).toEqual(columns);
      // rows that are equal by ORDER BY may come in any order
      if (/ORDER BY .*video_id/.test(sql)) expect(answer.lines, sql).toEqual(lines);
      else expect(answer.lines, sql).toHaveLength(lines.length);
    });
    await fc.assert(check, { numRuns: 100 });
  }
  expect(counts.lookUps).toBeGreaterThan(60);
  expect(counts.answers).toBeGreaterThan(30);
});

test('the number of rows of keys is that of the rows, also where some have changed', async () => {
  let answers = 0;
  for (const each of [indexes.index, indexes.changed, indexes.rewritten]) {
    const check = fc.asyncProperty(fc.oneof(keys, owners), async (named) => {
      const sql = `SELECT count(*) AS n FROM videos WHERE ${named}`;
      const { lookUp, answer, plan } = await each.lookUp(sql);
      if (lookUp?.counted === undefined) return;
      answers++;
      expect(lookUp.counted, sql).toEqual(plan.counted);
      expect(lookUp.routes, sql).toEqual(plan.routes);
      const { columns, lines } = await each.answer(sql, ruleNames);
      expect(answer, sql).toEqual({ columns, lines });
    });
    await fc.assert(check, { numRuns: 40 });
  }
  expect(answers).toBeGreaterThan(40);
});

test('where many rows have changed, processes hold by how much the number of each key has changed', async () => {
  await using index = await openIndex(async (root) => {
    await writeSmallIndex(root, 12_000, { video_id: 'i::VARCHAR' });
    await buildIndex({ index: root });
    await changeRows(root, videos, {
      written: `SELECT * REPLACE (['fresh', 'tag1', 'fresh'] AS hashtags, 'user4' AS author) FROM living
        WHERE hash(video_id) % 2 = 0`,
      removed: 'hash(video_id) % 50 = 1',
    });
  });
  for (const where of [
    ...["author = 'user3'", "author IN ('user4', 'nobody')", "list_contains(hashtags, 'fresh')"],
    ...["list_contains(hashtags, 'tag1')", "list_contains(hashtags, 'tag0')", "'nothing' = ANY(hashtags)"],
    ...["video_id IN ('5', '12', '21', '34', '120000')", "author = 'user4' AND author = 'user3'"],
  ]) {
    const sql = `SELECT count(*) FROM videos WHERE ${where}`;
    const { lookUp, answer } = await index.lookUp(sql);
    if (!where.includes(' AND '))
      expect(lookUp?.counted?.changed?.from, sql).toMatch(/FROM changes\.main\."?numbers_/);
    const { columns, lines } = await index.answer(sql, ruleNames);
    expect(answer, sql).toEqual({ columns, lines });
  }
});

test('what reads more than it finds is no look-up', async () => {
  for (const sql of [
    'SELECT * FROM videos',
    "SELECT count(*) FROM videos WHERE video_id = '7' AND play_count > like_count",
    "SELECT count(play_count) FROM videos WHERE video_id = '7'",
    `SELECT count(*) FROM videos WHERE video_id IN (${Array.from({ length: 51 }, (_, i) => `'${i}'`).join(', ')})`,
    "SELECT * FROM videos WHERE video_id = '7' OR play_count > 3",
    "SELECT a.* FROM videos a, videos b WHERE a.video_id = '7' AND b.video_id = '8'",
    'SELECT * FROM videos WHERE video_id = (SELECT max(video_id) FROM videos)',
  ])
    expect((await indexes.index.lookUp(sql)).lookUp, sql).toBeUndefined();
});
