import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathRuleNames } from '../../../../src/backends/duckdb/plan/choose-paths.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { makeState } from './built-states.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

let index: OpenIndex;

beforeAll(async () => {
  index = await openIndex((root) => makeState(root, 'whole'));
}, 60_000);

afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

/** The name of a table, or its alias, is a value: the row as a struct. */
const statements = [
  'SELECT count(*), count(DISTINCT v) FROM videos v',
  'SELECT count(*), count(DISTINCT videos) FROM videos',
  'SELECT max(v) FROM videos v',
  'SELECT max(V).region FROM videos v',
  "SELECT to_json(v) ->> '$.region' AS r, count(*) FROM videos v GROUP BY r ORDER BY r",
  'SELECT (v).region AS r, count(*) FROM videos v GROUP BY r ORDER BY r',
  'SELECT hash(v) % 3 AS k, count(*), sum(play_count) FROM videos v GROUP BY k ORDER BY k',
  'SELECT region, count(DISTINCT v) FROM videos v GROUP BY region ORDER BY region',
  'SELECT region, count(v) FROM videos v GROUP BY region ORDER BY region',
  'SELECT region, count(*) FILTER (WHERE v IS NOT NULL) FROM videos v GROUP BY region ORDER BY region',
  'SELECT DISTINCT v FROM videos v ORDER BY v LIMIT 3',
  'SELECT year(create_time) AS y, max(to_json(v)) FROM videos v GROUP BY y ORDER BY y',
  'SELECT tag, count(DISTINCT v) FROM videos v, unnest(hashtags) AS t(tag) GROUP BY tag ORDER BY tag',
  'SELECT tag, count(DISTINCT v) FROM (SELECT v, unnest(hashtags) AS tag FROM videos v) GROUP BY tag ORDER BY tag',
  "SELECT count(*) FROM videos v WHERE len(to_json(v)::VARCHAR) > 700 AND author = 'user3'",
  'SELECT v FROM videos v ORDER BY play_count DESC NULLS LAST, video_id LIMIT 3',
  "SELECT description FROM videos v WHERE to_json(v)::VARCHAR NOT LIKE '%_ordinal%' ORDER BY play_count DESC NULLS LAST, video_id LIMIT 3",
  "SELECT count(description) AS n FROM (SELECT description FROM videos v WHERE to_json(v)::VARCHAR NOT LIKE '%_ordinal%' LIMIT 5)",
  "SELECT description, video_id FROM videos v WHERE region = 'SE' ORDER BY hash(v), video_id LIMIT 3",
  "SELECT count(description) AS n FROM (SELECT description FROM videos WHERE coalesce(COLUMNS(*)::VARCHAR, '') <> '5' AND list_contains(hashtags, 'fyp') LIMIT 5)",
  "SELECT description, video_id FROM videos WHERE coalesce(COLUMNS(*)::VARCHAR, '') NOT IN ('5', '11') ORDER BY play_count DESC NULLS LAST, video_id LIMIT 3",
];

test.each(statements)('the row as a value has all its columns on every access path: %s', async (sql) => {
  const { columns, lines } = await index.answer(sql, ruleNames);
  for (const preferred of [undefined, ...pathRuleNames]) {
    const given = await index.answer(sql, [], preferred);
    expect({ preferred, columns: given.columns, lines: given.lines }).toEqual({ preferred, columns, lines });
  }
});
