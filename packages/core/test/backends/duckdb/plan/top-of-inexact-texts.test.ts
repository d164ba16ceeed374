import { videos } from '@sdq/catalog';
import { expect, test } from 'vitest';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { buildIndex } from '../../../../src/backends/duckdb/segments/build-index.ts';
import { openIndex } from './open-index.ts';

/** Rows that lead have both words, but not in the order that is asked for; one row further down passes. */
const invented = {
  description: "CASE WHEN i < 40 THEN 'second first' WHEN i = 40 THEN 'first second' ELSE 'other' END",
  play_count: '(10_000 - i)::BIGINT',
};

/** An index to which a row that passes was added since, with so many plays. */
async function openChanged(playCount: number) {
  return await openIndex(async (root) => {
    await writeSmallIndex(root, 2_000, invented);
    await buildIndex({ index: root, smallTables: true });
    await changeRows(root, videos, {
      written: `SELECT * REPLACE ('6' AS video_id, 'first second' AS description, ${playCount} AS play_count) FROM living LIMIT 1`,
    });
  });
}

test('an added row that passes does not stand for rows of the segment that were not looked at', async () => {
  await using index = await openChanged(5);
  const sql = `SELECT video_id, play_count, description FROM videos WHERE description LIKE '%first second%' ORDER BY play_count DESC LIMIT 1`;
  const { lines } = await index.answer(sql, ruleNames);
  expect(lines[0]).toContain('9960');
  for (const rule of ['ordered-first', 'text-rows', 'filtered-first'])
    expect((await index.answer(sql, [], rule)).lines, rule).toEqual(lines);
  const routed = await index.answer(sql, [], 'ordered-first', undefined, ({ rowsMin }) => rowsMin === 1);
  // The row was added below those that were looked at, and so does not count.
  expect(routed.plan.attempts).toHaveLength(1);
  expect(routed.attempt).toBeNull();
  expect(routed.lines).toEqual(lines);
});

test('an added row that leads is found beside the rows of an inexact source', async () => {
  await using index = await openChanged(20_000);
  const sql = `SELECT video_id, play_count, description FROM videos WHERE description LIKE '%first second%' ORDER BY play_count DESC LIMIT 1`;
  const { lines } = await index.answer(sql, ruleNames);
  expect(lines[0]).toContain('20000');
  const routed = await index.answer(sql, [], 'ordered-first', undefined, ({ rowsMin }) => rowsMin === 1);
  expect(routed.lines).toEqual(lines);
  expect(routed.attempt).toBe(0);
});
