import { videos } from '@sdq/catalog';
import { expect, test } from 'vitest';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { buildIndex } from '../../../../src/backends/duckdb/segments/build-index.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

const rows = 12_000;
const isLate = 'i >= 9_000';
/** A few sounds have most of the videos; thousands have two, and lead too; those of late videos have one, which nobody plays. */
const columns = {
  music_id: `CASE WHEN i % 10 = 0 THEN NULL WHEN i % 2 = 0 THEN (((hash(i) % 40) * (hash(i + 7) % 40)) % 60)::VARCHAR
    WHEN ${isLate} THEN 'late ' || i ELSE 'pair ' || i // 4 END`,
  play_count: `CASE WHEN ${isLate} THEN 0 ELSE 1 + (hash(i + 2) % 1000)::BIGINT END`,
  like_count: `CASE WHEN ${isLate} THEN NULL ELSE 5 END`,
};

/** An index of the compact profile, which has the leading sounds and not all of them, in which rows have changed. */
async function changedIndex(written: string, removed?: string): Promise<OpenIndex> {
  return await openIndex(async (root) => {
    await writeSmallIndex(root, rows, { ...columns, music_title: "'Song ' || (i % 3)" });
    await buildIndex({ index: root, profile: 'compact' });
    await changeRows(root, videos, { written, ...(removed !== undefined && { removed }) });
  });
}

const topOf = (total: string, count: number, more = '') =>
  `SELECT music_id, ${total} AS n FROM videos WHERE music_id IS NOT NULL GROUP BY 1 ${more} ORDER BY n DESC, 1 LIMIT ${count}`;

const observedAgain =
  'SELECT * REPLACE (coalesce(play_count, 0) + hash(video_id) % 90 AS play_count) FROM living';

async function answers(index: OpenIndex, sql: string) {
  const routed = await index.answer(sql, [], 'top-groups');
  expect(
    routed.plan.rules.find(({ rule }) => rule === 'top-groups'),
    sql,
  ).toMatchObject({ fired: true });
  expect(routed.lines, sql).toEqual((await index.answer(sql, ruleNames)).lines);
  return routed;
}

test('without the totals of all groups, the leading ones are known where no other can have come near them', async () => {
  await using index = await changedIndex(
    `${observedAgain} WHERE hash(video_id) % 19 = 0
      UNION ALL SELECT * REPLACE ('8' || video_id[2:] AS video_id, CASE WHEN video_id[-1] = '1' THEN 'new' ELSE music_id END AS music_id)
      FROM living WHERE hash(video_id) % 101 = 1 AND video_id[1] = '7'`,
    'hash(video_id) % 61 = 2',
  );
  for (const sql of [
    topOf('count(*)', 5),
    topOf('sum(play_count)', 5),
    topOf('count(*)', 3, 'HAVING sum(play_count) > 100'),
  ])
    expect(await answers(index, sql), sql).toMatchObject({ attempt: 0 });
});

test.each([
  [
    'that did not lead grows',
    `SELECT * REPLACE ('8' || video_id[2:] AS video_id, 'late 9001' AS music_id) FROM living LIMIT 900`,
  ],
  ['is new', `SELECT * REPLACE ('8' || video_id[2:] AS video_id, 'new' AS music_id) FROM living LIMIT 900`],
  [
    'is observed again with other values',
    "SELECT * REPLACE (9_000_000 AS play_count) FROM living WHERE music_id LIKE 'late %' LIMIT 5",
  ],
])('a group %s: it is read from all rows', async (_, written) => {
  await using index = await changedIndex(written);
  const total = written.includes('9_000_000') ? 'sum(play_count)' : 'count(*)';
  expect((await answers(index, topOf(total, 5))).attempt).not.toBe(0);
});

test('a leading group that loses its rows leads no longer', async () => {
  await using index = await changedIndex(`${observedAgain} LIMIT 3`, "music_id IN ('0', '12')");
  const { lines, attempt } = await answers(index, topOf('count(*)', 5));
  expect(attempt).toBe(0);
  expect(lines.join()).not.toMatch(/"music_id":"(0|12)"/);
});
