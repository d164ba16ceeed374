import type { SqlParameters } from '@sdq/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, openEngine } from '../../src/index.ts';

const limit = 1_000;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;
beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  engine = await openEngine({ index: directory.path, isolation: 'in-process', refreshMs: 0 });
});
afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

const unknown = limit;

test.each<[sql: string, rows: number, parameters?: SqlParameters]>([
  ['SELECT count(*) FROM videos', 1],
  ['SELECT count(*), max(play_count) + 1 AS m FROM videos WHERE region = $1', 1, ['DE']],
  ['SELECT author FROM videos LIMIT 5', 5],
  ['SELECT author FROM videos LIMIT 5 OFFSET 3', 5],
  ['SELECT author FROM videos ORDER BY play_count DESC LIMIT $n', 7, { n: 7 }],
  ['SELECT author FROM videos LIMIT ?', 3, [3]],
  ['SELECT author FROM videos LIMIT 5000', limit],
  ['SELECT author FROM videos LIMIT 0', 0],
  ['SELECT 1', 1],
  ["SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(n, s)", 2],
  ['SELECT * FROM (SELECT author FROM videos LIMIT 4)', 4],
  ['WITH top AS (SELECT author FROM videos LIMIT 6) SELECT * FROM top, (SELECT count(*) FROM videos)', 6],
  ['WITH a AS (SELECT 1), b AS (SELECT * FROM a) SELECT * FROM b', 1],
  ['SELECT count(*) FROM videos UNION ALL SELECT author FROM (SELECT 2 AS author)', 2],
  ['SELECT 1 INTERSECT SELECT author::INTEGER FROM (SELECT 3 AS author, * FROM videos)', 1],
  ['SELECT region FROM (VALUES (1)) AS t(n) LEFT JOIN (SELECT region FROM videos LIMIT 3) ON true', 3],
  ['SELECT sum(play_count) OVER () FROM videos', unknown],
  ['SELECT (SELECT count(*) FROM videos) FROM videos', unknown],
  ['SELECT region, count(*) FROM videos GROUP BY region', unknown],
  ['SELECT count(*) FROM videos GROUP BY GROUPING SETS ((), ())', 2],
  ['SELECT 1 AS one FROM (SELECT author FROM videos LIMIT 0) GROUP BY ()', 1],
  ['SELECT n FROM (VALUES (1), (2), (3)) AS t(n) GROUP BY CUBE (n)', 4],
  ['SELECT region FROM videos GROUP BY ROLLUP (region)', unknown],
  ['SELECT count(*) AS n FROM (SELECT 1 LIMIT 0) GROUP BY ALL', 1],
  ['SELECT count(*), region FROM videos GROUP BY ALL', unknown],
  ['SELECT unnest(list(author)) FROM videos', unknown],
  ['SELECT unlist([1, 2, 3])', unknown],
  ["SELECT regexp_split_to_table('a b c', ' ')", unknown],
  ['SELECT 1 AS one ORDER BY unnest([1, 2])', unknown],
  ['SELECT DISTINCT ON (unnest([1, 2])) 1 AS one', unknown],
  ['SELECT max(play_count) FROM videos ORDER BY unnest([1, 2, 3]) LIMIT 2', 2],
  ['SELECT author FROM videos LIMIT 10%', unknown],
  ['SELECT author FROM videos LIMIT (SELECT 400)', unknown],
  ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT * FROM n', unknown],
  ['WITH videos AS (SELECT 1 AS one) SELECT * FROM main.videos', unknown],
])('%s returns at most %i rows', async (sql, rows, parameters) => {
  const options = { limit, ...(parameters && { parameters }) };
  const prepared = await engine.prepare(sql, options);
  expect(prepared.rowsMax).toBe(rows);
  await using result = await engine.query(sql, { ...options, prepared });
  expect((await result.toArray()).length).toBeLessThanOrEqual(rows);
});

const sources = fc.oneof(
  { depthSize: 'small' },
  fc.constantFrom(
    'videos',
    '(VALUES (1), (2), (3)) AS v(play_count)',
    'range(4) AS r(play_count)',
    'authors',
  ),
);
const items = fc.constantFrom(
  '1 AS play_count',
  'count(*) AS play_count',
  'max(1) + min(2) AS play_count',
  'sum(1) OVER () AS play_count',
  'unnest([1, 2, 3]) AS play_count',
  'unlist([1, 2]) AS play_count',
  "length(regexp_split_to_table('a b c', ' ')) AS play_count",
  'generate_subscripts([7, 8], 1) AS play_count',
  '(SELECT count(*) FROM videos) AS play_count',
  'list_sum([1, 2]) AS play_count',
  'any_value(1) AS play_count',
  'count(*) FILTER (false) AS play_count',
);
const groups = fc.constantFrom(
  '',
  '',
  '',
  ' GROUP BY ()',
  ' GROUP BY ALL',
  ' GROUP BY GROUPING SETS ((), ())',
  ' GROUP BY CUBE (play_count)',
  ' HAVING true',
);
const orders = fc.constantFrom('', '', ' ORDER BY 1', ' ORDER BY unnest([1, 2])', ' ORDER BY ALL DESC');
const limits = fc.constantFrom(
  '',
  '',
  ' LIMIT 2',
  ' LIMIT 0',
  ' LIMIT 3 OFFSET 1',
  ' LIMIT 50%',
  ' LIMIT (SELECT 4)',
  ' LIMIT 1 + 1',
);
const joins = fc.constantFrom(
  '',
  ', (VALUES (1), (2)) AS w(n)',
  ' LEFT JOIN (VALUES (1), (2)) AS w(n) ON true',
  ' FULL JOIN (VALUES (1), (2)) AS w(n) ON false',
  ' POSITIONAL JOIN (VALUES (1), (2), (3), (4), (5)) AS w(n)',
  ' SEMI JOIN (VALUES (1)) AS w(n) ON true',
  ', LATERAL (SELECT unnest([1, 2]) AS n) AS w',
);
const { query } = fc.letrec<{ query: string; source: string }>((tie) => ({
  source: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    sources,
    tie('query').map((sql) => `(${sql}) AS q`),
  ),
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc
      .tuple(items, fc.constantFrom('', 'DISTINCT '), tie('source'), joins, groups, orders, limits)
      .map(
        ([item, distinct, source, join, ...rest]) =>
          `SELECT ${distinct}${item} FROM ${source}${join}${rest.join('')}`,
      ),
    fc.tuple(items, orders, limits).map((parts) => `SELECT ${parts.join('')}`),
    fc
      .tuple(
        tie('query'),
        fc.constantFrom('UNION ALL', 'UNION', 'EXCEPT', 'INTERSECT ALL'),
        tie('query'),
        limits,
      )
      .map(([left, operation, right, limit]) => `(${left}) ${operation} (${right})${limit}`),
    fc
      .tuple(tie('query'), tie('query'))
      .map(([one, two]) => `WITH a AS (${one}) SELECT * FROM a, (${two}) AS b`),
  ),
}));

test('no query returns more rows than it is said to', async () => {
  const numRuns = propertyRuns(150);
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(query, async (sql) => {
      const most = 10_000;
      const prepared = await engine.prepare(sql, { limit: most }).catch(() => undefined);
      if (prepared === undefined) return;
      // asked with a higher limit than the rows it can have: what it returns beyond them would be neither quoted nor reserved
      const rows = await engine.query(`SELECT count(*) AS n FROM (${sql}) AS counted`, { limit: 1 }).then(
        async (result) => Number((await result.toArray())[0]?.n),
        () => undefined,
      );
      if (rows === undefined) return;
      ran++;
      expect(Math.min(rows, most), sql).toBeLessThanOrEqual(prepared.rowsMax);
    }),
    { numRuns },
  );
  expect(ran).toBeGreaterThan((numRuns * 40) / 150);
});

test('what was prepared is used for the same text alone', async () => {
  const prepared = await engine.prepare('SELECT 1 AS one');
  await using result = await engine.query('SELECT 2 AS two', { prepared });
  expect(await result.toArray()).toEqual([{ two: 2 }]);
});

test('a question is the same in any layout and with any limit, and another one with other parameters', async () => {
  const asked = async (sql: string, parameters?: SqlParameters, rows = 10) =>
    (await engine.prepare(sql, { limit: rows, ...(parameters && { parameters }) })).question;
  const one = await asked('SELECT author FROM videos WHERE region = ?', ['DE']);
  expect(one).not.toBeNull();
  expect(await asked('select author\n from videos where region = ?;', ['DE'], 20)).toBe(one);
  expect(await asked('SELECT author FROM videos WHERE region = ?', ['FR'])).not.toBe(one);
  expect(await asked('SELECT random()')).toBeNull();
});
