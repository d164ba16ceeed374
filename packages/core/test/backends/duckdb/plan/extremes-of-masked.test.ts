import { videos } from '@sdq/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { buildIndex } from '../../../../src/backends/duckdb/segments/build-index.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;

/** The greatest plays of all, and of one region, are those of a row that is replaced by one with fewer. */
beforeAll(async () => {
  index = await openIndex(async (root) => {
    await writeSmallIndex(root, 3_000, {
      play_count: 'CASE WHEN i = 7 THEN 90_000 ELSE i END::BIGINT',
      region: "['DE', 'FR', 'VN'][1 + (i % 3)]",
    });
    await buildIndex({ index: root, smallTables: true });
    await changeRows(root, videos, {
      written: 'SELECT * REPLACE (5 AS play_count) FROM living WHERE play_count = 90_000 OR play_count = 100',
    });
  });
});

afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

test.each([
  // A replaced row was neither the least nor the greatest of all.
  { sql: 'SELECT min(play_count) AS least, count(*) AS n FROM videos', rule: 'table-totals', attempt: 0 },
  { sql: 'SELECT max(play_count) AS most FROM videos', rule: 'table-totals', attempt: null },
  { sql: "SELECT max(play_count) AS most FROM videos WHERE region = 'DE'", rule: 'time-totals', attempt: 0 },
  {
    sql: "SELECT max(play_count) AS most FROM videos WHERE region = 'FR'",
    rule: 'time-totals',
    attempt: null,
  },
  // In one statement, the rows of the first part are not handed on before the second part fails.
  {
    sql: 'SELECT video_id FROM videos UNION ALL SELECT max(play_count)::VARCHAR AS video_id FROM videos',
    rule: 'table-totals',
    attempt: null,
  },
])('least and greatest values without those of replaced rows: $sql', async ({ sql, rule, attempt }) => {
  const original = await index.answer(sql, ruleNames);
  const routed = await index.answer(sql, [], rule);
  expect([...routed.lines].sort()).toEqual([...original.lines].sort());
  expect(routed.plan.rules.some((outcome) => outcome.rule === rule && outcome.fired)).toBe(true);
  expect(routed.attempt).toBe(attempt);
});
