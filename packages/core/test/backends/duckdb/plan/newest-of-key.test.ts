import { buildIndex } from '@sdq/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;
beforeAll(async () => {
  index = await openIndex(async (root) => {
    await writeSmallIndex(root, 3_000, {
      create_time: "TIMESTAMPTZ '2025-11-01' + to_days((hash(i + 1) % 40)::INTEGER)",
    });
    await buildIndex({ index: root });
  });
});
afterAll(async () => await index[Symbol.asyncDispose]());

test('the newest rows of an owner or a tag, of which many have the same time, are those of the base files', async () => {
  const conditions = [
    "author = 'user3'",
    "'user4' = author",
    "list_contains(hashtags, 'tag2')",
    "author = 'none'",
  ];
  for (const condition of conditions) {
    for (const range of ['LIMIT 1', 'LIMIT 7', 'LIMIT 20 OFFSET 15', 'LIMIT 40', 'LIMIT 0']) {
      const sql = `SELECT * FROM videos WHERE ${condition} ORDER BY create_time DESC, video_id ${range}`;
      const answer = await index.answer(sql, [], 'ordered-first');
      expect(answer.plan.attempts[0]?.steps[0]?.keys?.limit, sql).toBeDefined();
      expect(answer.attempt, sql).toBe(0);
      expect(answer.lines, sql).toEqual((await index.answer(sql, ruleNames)).lines);
    }
  }
});

test('rows of the same time in another order are found too, with those that may be among them', async () => {
  const attempts = new Set<number | null>();
  for (const condition of ["author = 'user3'", "list_contains(hashtags, 'tag2')", "author = 'none'"])
    for (const ties of ['video_id DESC', 'play_count, video_id', 'region NULLS FIRST, video_id DESC'])
      for (const range of ['LIMIT 1', 'LIMIT 3', 'LIMIT 7 OFFSET 2', 'LIMIT 12', 'LIMIT 0']) {
        const sql = `SELECT * FROM videos WHERE ${condition} ORDER BY create_time DESC, ${ties} ${range}`;
        const answer = await index.answer(sql, [], 'ordered-first');
        expect(answer.plan.attempts[0]?.answer?.hasTies, sql).toBe(true);
        expect(answer.plan.attempts[0]?.isAnswerOnly, sql).toBe(true);
        expect(answer.lines, sql).toEqual((await index.answer(sql, ruleNames)).lines);
        attempts.add(answer.attempt);
      }
  expect(attempts).toContain(0);
});

test.each([
  "author = 'user3' AND length(region) = 2 ORDER BY create_time DESC, video_id LIMIT 5",
  "author IN ('user3', 'user4') ORDER BY create_time DESC, video_id LIMIT 5",
  "author = 'user3' ORDER BY create_time, video_id LIMIT 5",
  "author = 'user3' ORDER BY create_time DESC NULLS FIRST, video_id LIMIT 5",
  "author = 'user3' ORDER BY create_time DESC, length(author), video_id LIMIT 5",
  "author <> 'user3' ORDER BY create_time DESC, video_id LIMIT 5",
  "list_has_all(hashtags, ['tag1', 'tag2']) ORDER BY create_time DESC, video_id LIMIT 5",
])('others are not found that way: %s', async (rest) => {
  const sql = `SELECT * FROM videos WHERE ${rest}`;
  const answer = await index.answer(sql, [], 'ordered-first');
  const searches = answer.plan.attempts.flatMap(({ steps }) => steps.map(({ keys }) => keys));
  expect(searches.filter((keys) => keys !== undefined)).toEqual([]);
  expect(answer.lines).toEqual((await index.answer(sql, ruleNames)).lines);
});
