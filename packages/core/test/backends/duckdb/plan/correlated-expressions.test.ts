import { buildIndex } from '@sdq/core';
import { allRows, Database } from '@sdq/duckdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { asUnion } from '../../../../src/backends/duckdb/candidates/relation/relation.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;
beforeAll(async () => {
  index = await openIndex(async (root) => {
    await writeSmallIndex(root, 2_000);
    await buildIndex({ index: root });
  });
}, 120_000);
afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

const equated = [
  'w.create_time::DATE = v.create_time::DATE',
  'w.play_count % 7 = v.play_count % 7 AND w.is_ad',
  'v.play_count // 9 = w.play_count // 9',
  'w.author[1:4] = v.author[1:4]',
  'w.like_count = v.play_count + 1',
];
const around: readonly ((where: string) => string)[] = [
  (where) =>
    `SELECT count(*) AS n FROM videos AS v WHERE v.play_count > (SELECT avg(play_count) FROM videos AS w WHERE ${where})`,
  (where) =>
    `SELECT count(*) AS n FROM videos AS v WHERE v.play_count IN (SELECT play_count FROM videos AS w WHERE ${where})`,
  (where) =>
    `SELECT count(*) AS n FROM videos AS v WHERE EXISTS (SELECT 1 FROM videos AS w WHERE ${where} AND w.play_count > v.play_count)`,
  (where) =>
    `SELECT v.video_id, (SELECT max(play_count) FROM videos AS w WHERE ${where}) AS most FROM videos AS v ORDER BY v.video_id LIMIT 20`,
  (where) =>
    `SELECT v.video_id, m FROM videos AS v, LATERAL (SELECT max(play_count) AS m FROM videos AS w WHERE ${where}) AS best ORDER BY v.video_id LIMIT 20`,
];

test.each(equated)(
  'correlated by %s: the rows are the same, and no row is compared with each',
  async (where) => {
    for (const write of around) {
      const sql = write(where);
      const routed = await index.answer(sql, []);
      const original = await index.answer(sql, ruleNames);
      expect([...routed.lines].sort(), sql).toEqual([...original.lines].sort());
      for (const { plan } of [routed, original]) {
        const texts = [plan.sql, ...plan.views.map(({ relation }) => relation)].join('\n');
        expect(texts, sql).toMatch(/UNION ALL FROM .* WHERE false/s);
      }
    }
  },
);

test.each([
  "SELECT count(*) AS n FROM videos WHERE create_time::DATE = DATE '2026-02-01'",
  'SELECT count(*) AS n FROM videos AS v WHERE v.play_count % 7 = v.like_count % 7',
  'SELECT count(*) AS n FROM videos AS v WHERE EXISTS (SELECT 1 FROM videos AS w WHERE w.author = v.author)',
  'SELECT count(*) AS n FROM videos AS v WHERE v.play_count > (SELECT avg(play_count) FROM videos AS w WHERE w.play_count % 7 = 3)',
])('nothing is changed in %s', async (sql) => {
  const { plan } = await index.answer(sql, ruleNames);
  expect(plan.sql).not.toContain('UNION ALL FROM');
});

test('DuckDB moves a condition that may fail through a union, and not through a projection', async () => {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  await connection.run(
    "CREATE TABLE rows AS SELECT TIMESTAMPTZ '2026-01-01' + INTERVAL (i) HOUR AS moment, i AS n FROM range(900) AS r(i)",
  );
  const planOf = async (relation: string) => {
    const sql = `EXPLAIN SELECT count(*) FROM rows AS v WHERE v.n = (SELECT max(n) FROM ${relation} AS w WHERE w.moment::DATE = v.moment::DATE)`;
    return JSON.stringify(await allRows(connection, sql));
  };
  const projection = '(SELECT moment, n FROM rows)';
  expect(await planOf('rows')).not.toContain('CROSS_PRODUCT');
  // when this fails, a newer DuckDB no longer needs the union
  expect(await planOf(projection)).toContain('CROSS_PRODUCT');
  expect(await planOf(asUnion(projection))).not.toContain('CROSS_PRODUCT');
});
