import { afterAll, beforeAll, expect, test } from 'vitest';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { makeState } from './built-states.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;

beforeAll(async () => {
  index = await openIndex((root) => makeState(root, 'whole'));
});
afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

const tags = '(SELECT unnest(hashtags) AS tag, play_count, like_count FROM videos)';

/** Questions whose groups are rows of totals. */
const ungrouped = [
  'SELECT author_id, author, sum(play_count) FROM videos GROUP BY ALL',
  'SELECT author AS a, author_id AS i, count(*) AS n FROM videos GROUP BY a, i HAVING n > 2 ORDER BY n, 1, 2 LIMIT 7',
  "SELECT author, avg(like_count), count(share_count) + 1 FROM videos WHERE author > 'b' OR author IS NULL GROUP BY author_id, author HAVING count(*) > 1 OR author_id IS NULL",
  'SELECT max(play_count) - min(play_count) AS spread, count(*) FROM videos GROUP BY author, author_id HAVING sum(play_count) IS NOT NULL -- a comment\n ORDER BY spread DESC NULLS LAST, 2',
  `SELECT tag, sum(like_count), max(play_count) AS most FROM ${tags} GROUP BY 1 HAVING count(*) BETWEEN 2 AND 90`,
  `SELECT tag, count(*) AS n, sum(count(*)) OVER () AS all_rows, rank() OVER (ORDER BY sum(play_count) DESC) AS place FROM ${tags} WHERE tag <> '' GROUP BY tag QUALIFY place < 9`,
  `SELECT count(*) AS tags, sum(n) AS rows FROM (SELECT tag, count(*) AS n FROM ${tags} GROUP BY tag HAVING n > 1)`,
  'SELECT author_id, author, any_value(author) AS name, any_value(author_id), count(*) FROM videos GROUP BY 1, 2',
  `SELECT DISTINCT count(*) AS n FROM ${tags} GROUP BY tag ORDER BY 1`,
  // A result column with the name of the table: in ORDER BY it is that column, not the row.
  'SELECT author_id, author, count(*) AS videos FROM videos GROUP BY ALL ORDER BY videos DESC, 1, 2',
  'SELECT author_id, author, sum(play_count) AS "V" FROM videos AS v GROUP BY 1, 2 ORDER BY v LIMIT 20',
];

/** Questions that still group: their groups may have several rows, or they need something else than totals. */
const grouped = [
  'SELECT author, count(*) AS n FROM videos GROUP BY author',
  'SELECT music_id, max(music_title) AS title, count(*) AS n FROM videos GROUP BY music_id HAVING n > 1',
  "SELECT author, author_id, count(*) FILTER (WHERE author > 'b') AS n FROM videos GROUP BY ALL",
  'SELECT author, author_id, count(*) AS play_count FROM videos GROUP BY ALL',
  'SELECT author_id, author, count(*) FROM videos GROUP BY ROLLUP (author_id, author)',
  'SELECT author_id, author, count(*) AS videos FROM videos GROUP BY 1, 2 HAVING videos > 1 AND NOT videos = 3 ORDER BY videos, 1',
  'SELECT author_id, author, count(*) AS v FROM videos AS v GROUP BY 1, 2 HAVING v.author IS NOT NULL AND v IN (3, 4, 5, 6, 7, 8) ORDER BY v, 1',
  `SELECT length(tag) AS letters, count(*) FROM ${tags} GROUP BY letters`,
  `SELECT tag, count(DISTINCT tag) FROM ${tags} GROUP BY tag`,
];

test.each([
  ...ungrouped.map((sql) => ({ sql, isUngrouped: true })),
  ...grouped.map((sql) => ({ sql, isUngrouped: false })),
])('$sql', async ({ sql, isUngrouped }) => {
  const original = await index.answer(sql, ruleNames);
  const routed = await index.answer(sql, [], 'group-totals');
  expect(routed.columns).toEqual(original.columns);
  expect([...routed.lines].sort()).toEqual([...original.lines].sort());
  expect(original.lines.length).toBeGreaterThan(0);
  const note = routed.plan.rules.find(({ rule, fired }) => rule === 'group-totals' && fired)?.note;
  expect(note).toMatch(/^from \d+ groups by /);
  expect(note?.endsWith('each of which is a group of the result')).toBe(isUngrouped);
});
