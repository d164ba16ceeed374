import { storedColumns, videos } from '@sdq/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { makeState } from './built-states.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;

beforeAll(async () => {
  index = await openIndex(async (root) => {
    await makeState(root, 'deltas');
    // All rows of an author, a tag and a sound are gone, and others have none before.
    await changeRows(root, videos, {
      written: `SELECT * REPLACE ('8' || video_id[2:] AS video_id, 'first ever' AS author_id, ['never before', 'tag2', 'tag2'] AS hashtags,
        'new sound' AS music_id, 77_777 AS play_count) FROM living WHERE video_id[1] = '7' LIMIT 40`,
      removed: `author_id = '7919' OR list_contains(hashtags, 'tag0') OR music_id = '17'`,
    });
  });
});

afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

async function expectSame(sql: string, rule: string): Promise<void> {
  const original = await index.answer(sql, ruleNames);
  const routed = await index.answer(sql, [], rule);
  expect([...routed.lines].sort(), sql).toEqual([...original.lines].sort());
  expect(
    routed.plan.rules.some((outcome) => outcome.rule === rule && outcome.fired),
    `${rule}: ${sql}`,
  ).toBe(true);
  if (routed.plan.attempts.length > 0) expect(routed.attempt, sql).toBe(0);
}

test('distinct values of every column are counted after rows were added, replaced and removed', async () => {
  const { lines } = await index.answer('SELECT count(*) AS n FROM videos', ruleNames);
  expect(lines).not.toEqual(['{"n":4000}']);
  const counted = storedColumns(videos).filter(({ type }) => !type.endsWith('[]'));
  for (const { name } of counted) {
    const sql = `SELECT count(DISTINCT ${name}) AS n FROM videos`;
    const original = await index.answer(sql, ruleNames);
    expect((await index.answer(sql, [], 'table-totals')).lines, name).toEqual(original.lines);
  }
});

test.each([
  [
    'table-totals',
    'SELECT count(DISTINCT author_id) AS a, count(DISTINCT music_id) AS m, count(*) AS n FROM videos',
  ],
  [
    'table-totals',
    'SELECT count(DISTINCT region) AS r, sum(like_count) AS s, avg(play_count) AS p FROM videos',
  ],
  [
    'group-totals',
    'SELECT author_id, count(*) AS n, sum(play_count) AS s, count(like_count) AS l FROM videos GROUP BY 1',
  ],
  [
    'group-totals',
    'SELECT tag, count(*) AS n, avg(play_count) AS s FROM (SELECT unnest(hashtags) AS tag, play_count FROM videos) GROUP BY tag',
  ],
  [
    'group-totals',
    "SELECT count(DISTINCT author_id) AS n, sum(play_count) AS s FROM videos WHERE author_id LIKE '%1%'",
  ],
  ['top-groups', 'SELECT music_id, count(*) AS n FROM videos GROUP BY 1 ORDER BY n DESC, 1 LIMIT 2'],
  ['top-groups', 'SELECT music_id, sum(play_count) AS n FROM videos GROUP BY 1 ORDER BY n DESC, 1 LIMIT 5'],
  [
    'top-groups',
    'SELECT tag, count(*) AS n, sum(like_count) AS l FROM (SELECT unnest(hashtags) AS tag, like_count FROM videos) GROUP BY tag ORDER BY n DESC, tag LIMIT 4',
  ],
  [
    'time-totals',
    'SELECT region, count(*) AS n, sum(play_count) AS s, avg(like_count) AS a FROM videos GROUP BY 1',
  ],
  [
    'time-totals',
    "SELECT date_trunc('month', create_time) AS month, count(*) AS n FROM videos WHERE create_time >= '2026-01-01' GROUP BY 1",
  ],
  [
    'time-totals',
    "SELECT count(*) AS n, sum(share_count) AS s FROM videos WHERE create_time >= '2026-02-03 11:00:00' AND is_ad",
  ],
])('%s: %s', async (rule, sql) => {
  await expectSame(sql, rule);
});

test('the groups of changed rows are held once for all queries that ask for the same of them', async () => {
  const held = async (sql: string) => {
    const { plan } = await index.answer(sql, [], 'top-groups');
    return plan.attachments.flatMap((each) => ('sql' in each ? [each.name] : []));
  };
  const sql = 'SELECT music_id, sum(play_count) AS n FROM videos GROUP BY 1 ORDER BY n DESC, 1 LIMIT';
  const first = await held(`${sql} 5`);
  expect(first.some((name) => name.startsWith('groups_'))).toBe(true);
  expect(await held(`${sql} 3`)).toEqual(first);
});
