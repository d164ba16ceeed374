import { buildIndex } from '@sdq/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;
beforeAll(async () => {
  index = await openIndex(async (root) => {
    await writeSmallIndex(root, 3_000);
    await buildIndex({ index: root });
  });
});
afterAll(async () => await index[Symbol.asyncDispose]());

const numbered = 'row_number() OVER (PARTITION BY of ORDER BY lead DESC)';
const rows = (where: string) =>
  `SELECT region AS of, region AS shown, play_count AS lead FROM videos WHERE ${where}`;

test.each([
  "create_time >= '2026-01-10' AND create_time < '2026-01-20'",
  "create_time < '2025-11-20' AND play_count > 10",
])('the first rows by number, of files that WHERE leaves: %s', async (where) => {
  for (const sql of [
    `SELECT of, shown, lead FROM (SELECT of, shown, lead, ${numbered} AS place FROM (${rows(where)}) WHERE lead IS NOT NULL) WHERE place <= 3`,
    `SELECT of, shown, lead FROM (${rows(where)}) QUALIFY ${numbered} = 1`,
    `SELECT (SELECT max(lead) FROM (${rows(where)} QUALIFY ${numbered} <= 2)) AS most`,
  ]) {
    const [routed, original] = [
      await index.answer(sql, [], 'native-scan'),
      await index.answer(sql, ruleNames),
    ];
    expect(routed.plan.attachments.length, sql).toBeGreaterThan(0);
    expect([...routed.lines].sort(), sql).toEqual([...original.lines].sort());
  }
});
