import { buildIndex } from '@sdq/core';
import { Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../test/support/small-index.ts';
import { ruleNames } from '../../../src/backends/duckdb/plan/plan.ts';
import { type OpenIndex, openIndex } from '../../backends/duckdb/plan/open-index.ts';

let index: OpenIndex;
beforeAll(async () => {
  index = await openIndex(async (root) => {
    await writeSmallIndex(root, 25_000, {
      is_ad: 'hash(i + 9) % 4 = 0',
      mentions:
        "[NULL, [], ['tag1', NULL], [NULL], ['tag1', 'tag2'], ['tag3']][1 + (hash(i + 4) % 6)::INTEGER]",
    });
    await buildIndex({ index: root });
  });
}, 120_000);
afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

async function isSame(sql: string, isOrdered = false): Promise<boolean> {
  const merged = await index.answer(sql, []);
  const original = await index.answer(sql, ruleNames);
  const lines = ({ lines }: typeof merged) => (isOrdered ? lines : [...lines].sort());
  expect(merged.columns, sql).toEqual(original.columns);
  expect(lines(merged), sql).toEqual(lines(original));
  return merged.plan.rules.some(({ rule, fired }) => rule === 'merge-subqueries' && fired);
}

/** What a layer selects, and the names it has then: of numbers, of texts, and of a time. */
interface Layer {
  readonly list: string;
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
}
const table: Layer = { list: '*', numbers: ['play_count', 'like_count'], texts: ['author', 'region'] };

const lists = ({ numbers: [n = '', m = ''], texts: [t = '', u = ''] }: Layer) =>
  fc.constantFrom<Layer>(
    { list: '*', numbers: [n, m], texts: [t, u] },
    { list: `${m}, ${t}, ${n}, ${u}`, numbers: [n, m], texts: [t, u] },
    { list: `${n} AS ${m}, ${m} AS ${n}, ${t}, ${u}`, numbers: [n, m], texts: [t, u] },
    { list: `${n} AS plays, ${m}, ${u} AS land, ${t}`, numbers: ['plays', m], texts: [t, 'land'] },
    {
      list: `coalesce(${n}, 0) + ${m} AS both_counts, ${m}, upper(${t}) AS shouted, ${u}`,
      numbers: ['both_counts', m],
      texts: ['shouted', u],
    },
    {
      list: `*, ${n} // 10 AS tens, ${t} IS NULL AS is_unknown`,
      numbers: ['tens', m],
      texts: [t, u],
    },
    { list: `*, 7 AS seven`, numbers: [n, 'seven'], texts: [t, u] },
  );
const conditions = ({ numbers: [n = ''], texts: [, u = ''] }: Layer) =>
  fc.constantFrom(
    '',
    ` WHERE ${n} > 300`,
    ` WHERE ${u} = 'DE' OR ${n} IS NULL`,
    ` WHERE ${u} IS NOT NULL AND ${n} < 900`,
  );
const finals = ({ numbers: [n = '', m = ''], texts: [t = '', u = ''] }: Layer) =>
  fc.constantFrom(
    `SELECT ${u}, count(*), sum(${n}) FROM v GROUP BY ${u}`,
    `SELECT ${t} AS name, count(*) AS n, max(${m}) FROM v GROUP BY ${t} ORDER BY n DESC, name LIMIT 5`,
    `SELECT count(*), min(${n}), avg(${m}) + 1 FROM v`,
    `SELECT DISTINCT ${u}, ${t} FROM v WHERE ${m} % 7 = 1`,
    `SELECT ${n}, ${t}, v.${m} FROM v WHERE v.${t} = 'user3' ORDER BY ${n}, ${m} LIMIT 20`,
    `SELECT ${u}, ${n} % 5 AS rest, count(DISTINCT ${t}) FROM v GROUP BY ALL HAVING count(*) > 3`,
    `SELECT ${n}, rank() OVER (PARTITION BY ${u} ORDER BY ${n} DESC NULLS LAST) AS place FROM v WHERE ${t} = 'user5' QUALIFY place < 4`,
    `SELECT * FROM v WHERE ${n} = 401`,
    `SELECT ${n} AS x, x + 1 AS y FROM v WHERE ${t} = 'user2' ORDER BY y, x`,
    `SELECT ${u}, count(*) FROM v GROUP BY 1 ORDER BY 2, 1 NULLS FIRST`,
    `SELECT count(*) FILTER (WHERE ${n} > 10), list(DISTINCT ${u} ORDER BY ${u}) FROM v`,
  );

const statements = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.boolean())
  .chain(([depth, asCte, isNamed]) => {
    const wrapped = (
      layer: Layer,
      from: string,
      left: number,
    ): fc.Arbitrary<{ from: string; layer: Layer }> =>
      left === 0
        ? fc.constant({ from, layer })
        : fc
            .tuple(lists(layer), conditions(layer))
            .chain(([next, where]) =>
              wrapped(
                next,
                `(SELECT ${next.list} FROM ${from}${where})${left > 1 && isNamed ? ` AS l${left}` : ''}`,
                left - 1,
              ),
            );
    return wrapped(table, 'videos', depth).chain(({ from, layer }) =>
      finals(layer).map((sql) =>
        asCte ? `WITH v AS ${from} ${sql}` : sql.replace('FROM v', `FROM ${from} AS v`),
      ),
    );
  });

test('a statement with merged subqueries has the rows, names and types of the one that was sent', async () => {
  let merged = 0;
  const check = fc.asyncProperty(statements, async (sql) => {
    if (await isSame(sql)) merged++;
  });
  await fc.assert(check, { numRuns: 150 });
  expect(merged).toBeGreaterThan(90);
}, 120_000);

test.each([
  'SELECT count(*) AS n FROM (SELECT * FROM videos WHERE play_count > 5)',
  'SELECT unnamed_subquery.region, count(*) FROM (SELECT * FROM videos) GROUP BY 1',
  'SELECT v FROM (SELECT * FROM videos) AS v ORDER BY video_id LIMIT 3',
  'SELECT * EXCLUDE (description) FROM (SELECT * FROM videos) AS v ORDER BY video_id LIMIT 3',
  'WITH a AS (SELECT * FROM videos), b AS (SELECT * FROM a WHERE is_ad) SELECT count(*) FROM b',
  'SELECT p, count(*) FROM (SELECT play_count % 3 AS p FROM videos) GROUP BY p ORDER BY p',
  'SELECT DISTINCT p FROM (SELECT play_count % 3 AS p FROM videos) ORDER BY p',
  "SELECT day, count(*) FROM (SELECT *, date_trunc('day', create_time) AS day FROM videos) GROUP BY day ORDER BY day",
  'SELECT region FROM (SELECT region, author FROM videos) UNION SELECT author FROM (SELECT author FROM videos)',
  'SELECT count(*) FROM comments_of WHERE author IN (SELECT author FROM (SELECT author, play_count FROM videos) WHERE play_count > 990)'.replace(
    'comments_of',
    'videos',
  ),
  'SELECT h.tag, count(*) AS n FROM videos, unnest(hashtags) AS h(tag) GROUP BY 1 ORDER BY n DESC, 1 LIMIT 5',
  'SELECT lower(h.tag), max(v.play_count) FROM videos AS v CROSS JOIN unnest(v.hashtags) AS h(tag) GROUP BY 1',
  "SELECT v.region, count(DISTINCT tag) FROM videos AS v JOIN unnest(hashtags) AS h(tag) ON true WHERE v.author = 'user3' AND h.tag <> 'tag1' GROUP BY v.region",
  'SELECT * FROM videos, unnest(hashtags) AS h(tag) WHERE play_count = 401',
  'SELECT tag, region FROM videos, (SELECT unnest(hashtags) AS tag) AS h WHERE play_count > 990',
  'SELECT h.unnest FROM videos, unnest(hashtags) AS h WHERE play_count > 990',
  'WITH t AS (SELECT unnest(hashtags) AS tag FROM videos) SELECT tag, count(*) FROM t GROUP BY tag',
  // DuckDB parses these as subqueries
  "SELECT count(*), sum(play_count) FROM videos WHERE 'tag1' = ANY(mentions) OR region = 'DE' AND play_count > 500",
  "SELECT region, count(*) FROM videos AS v WHERE ('tag1' IN (SELECT unnest(v.mentions)) OR is_ad) AND 'tag2' = ANY(hashtags) GROUP BY region",
  "SELECT count(*) FROM videos WHERE author IN (SELECT author FROM videos WHERE 'tag3' = ANY(mentions))",
  // windows that number rows of partitions by expressions
  "SELECT video_id, play_count FROM videos QUALIFY row_number() OVER (PARTITION BY date_trunc('month', create_time) ORDER BY video_id DESC) = 1",
  "SELECT date_trunc('day', create_time) AS day, video_id FROM videos AS v WHERE region = 'DE' QUALIFY row_number() OVER (PARTITION BY day, v.author ORDER BY v.video_id) <= 2 ORDER BY day, video_id",
  'SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY length(description), region ORDER BY video_id) AS place FROM videos) WHERE place = 1',
  'SELECT row_number() OVER (PARTITION BY play_count % 3 ORDER BY video_id), author FROM videos WHERE play_count > 990',
  'SELECT v.* FROM videos v QUALIFY row_number() OVER (PARTITION BY upper(region) ORDER BY video_id) = 1',
  'SELECT DISTINCT author FROM videos QUALIFY row_number() OVER (PARTITION BY length(author) ORDER BY video_id) < 3 ORDER BY 1',
  'SELECT author, max(play_count) OVER (PARTITION BY author) AS most, play_count % 7 AS author_rest FROM (SELECT * FROM videos WHERE is_ad) QUALIFY row_number() OVER (PARTITION BY author_rest ORDER BY video_id) = 1',
  // of which only the first are wanted, by several terms
  'SELECT video_id FROM videos QUALIFY row_number() OVER (PARTITION BY author ORDER BY create_time DESC, video_id) = 1',
  'SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY region, author ORDER BY play_count DESC, video_id DESC) AS place FROM videos WHERE play_count > 5) WHERE place = 1',
  'WITH numbered AS (SELECT v.video_id, v.region, row_number() OVER (PARTITION BY v.region ORDER BY v.play_count + v.like_count, v.video_id) AS rn FROM videos v) SELECT region, video_id FROM numbered WHERE rn = 1 AND region IS NOT NULL',
  "SELECT video_id, author FROM videos QUALIFY row_number() OVER (PARTITION BY date_trunc('month', create_time), play_count ORDER BY author DESC NULLS LAST, video_id) = 1 ORDER BY video_id LIMIT 5",
  'SELECT length(author) AS n, v.* FROM videos v QUALIFY row_number() OVER (PARTITION BY n ORDER BY v.play_count, v.video_id) = 1 AND n > 5',
])('it is merged: %s', async (sql) => {
  expect(await isSame(sql)).toBe(true);
});

test('a CTE with random values has one value for all rows, wherever it is read', async () => {
  const sql =
    'WITH r AS (SELECT random() AS x) SELECT count(*) AS n FROM videos AS v WHERE (SELECT x + 0 * length(v.video_id) FROM r) < 0.5';
  for (let turn = 0; turn < 3; turn++) {
    const { lines } = await index.answer(sql, []);
    expect(['{"n":0}', '{"n":25000}']).toContain(lines[0]?.replaceAll(/["']?(\d+)["']?/g, '$1'));
  }
});

test('a condition with another value at each call is evaluated once for each row', async () => {
  const window = 'row_number() OVER (PARTITION BY author ORDER BY play_count DESC, video_id)';
  const sql = `SELECT video_id FROM videos WHERE random() < 0.5 QUALIFY ${window} = 1`;
  const { plan } = await index.answer(sql, []);
  expect(plan.rules.some(({ rule, fired }) => rule === 'merge-subqueries' && fired)).toBe(false);
});

test('a condition that differs from element to element is not one on the table', async () => {
  const sql =
    'SELECT h.tag, v.video_id FROM videos AS v, unnest(v.hashtags) AS h(tag) WHERE random() < 0.5 AND v.is_ad';
  const { plan } = await index.answer(sql, []);
  expect(plan.attempts.at(-1)?.sql).toMatch(
    /unnest\(v\.hashtags\).*WHERE v\.is_ad\).*WHERE \(random\(\) < 0\.5\)/s,
  );
});

test('a condition on an alias of the list stays where the alias is', async () => {
  const sql =
    "SELECT upper(h.tag) AS shouted, count(*) FROM videos, unnest(hashtags) AS h(tag) WHERE shouted = 'TAG1' AND region = 'DE' GROUP BY 1";
  expect(await isSame(sql)).toBe(true);
  // the merged statement is what runs: DuckDB accepts it
  expect((await index.answer(sql, [])).attempt).not.toBeNull();
});

test.each([
  // names that the table has and the subquery has not
  'SELECT length(author) AS description FROM (SELECT author FROM videos) WHERE description > 5',
  `SELECT region, (SELECT count(*) FROM video_hashtags AS h WHERE h.hashtag = v.region) AS n FROM (SELECT region, author AS name FROM videos) AS v WHERE name = 'user1'`,
  // more than columns and rows of one table
  'SELECT count(*) FROM (SELECT * FROM videos LIMIT 10)',
  'SELECT count(*) FROM (SELECT DISTINCT author FROM videos)',
  'SELECT max(n) FROM (SELECT author, count(*) AS n FROM videos GROUP BY author)',
  'SELECT count(*) FROM (SELECT unnest(hashtags) AS tag FROM videos)',
  'SELECT count(*) FROM (SELECT max(play_count) AS most FROM videos)',
  'SELECT count(r) FROM (SELECT random() AS r FROM videos)',
  'SELECT count(*) FROM (SELECT rank() OVER (ORDER BY play_count) AS place FROM videos)',
  'SELECT count(*) FROM (SELECT * FROM videos USING SAMPLE 10 ROWS)',
  'SELECT a.n FROM (SELECT count(*) AS n FROM videos) AS a, (SELECT 1) AS b',
  // names of columns that positions and names would change
  'SELECT a, count(*) FROM (SELECT author, region FROM videos) AS v(a, b) GROUP BY a',
  'SELECT one, count(*) FROM (SELECT *, 1 AS one FROM videos) GROUP BY one',
  'SELECT p + 1 AS p FROM (SELECT play_count AS p FROM videos) ORDER BY p LIMIT 3',
  'SELECT (SELECT max(play_count) FROM (SELECT * FROM videos) AS w)',
  'SELECT COLUMNS(*) FROM (SELECT author, region FROM videos) ORDER BY ALL LIMIT 3',
  // DuckDB finds the first rows of a window without sorting all where it is over columns
  'SELECT n, p FROM (SELECT length(author) AS n, play_count AS p, video_id AS id FROM videos) QUALIFY row_number() OVER (PARTITION BY n ORDER BY p DESC, id) = 1',
  'SELECT n, rank() OVER (ORDER BY p, id) AS place FROM (SELECT 1 + length(author) AS n, play_count % 10 AS p, video_id AS id FROM videos) ORDER BY place LIMIT 3',
  'SELECT h FROM videos, unnest(hashtags) AS h WHERE play_count > 990',
  'SELECT h.author, count(*) FROM videos AS v, unnest(hashtags) AS h(author) GROUP BY 1',
  'SELECT h.* FROM videos, unnest(hashtags) AS h(tag) WHERE play_count > 990',
  "SELECT tag FROM videos LEFT JOIN unnest(hashtags) AS h(tag) ON tag <> 'tag1' WHERE play_count > 990",
  'SELECT tag, (SELECT count(*) FROM videos AS w WHERE w.author = tag) FROM videos, unnest(hashtags) AS h(tag) WHERE play_count > 997',
  'SELECT count(*) FROM range(3) AS t(n)',
  // NULL would be FALSE, or types would be others
  "SELECT count(*) FROM videos WHERE NOT ('tag1' = ANY(mentions))",
  "SELECT count(*) FROM videos WHERE ('tag1' = ANY(mentions)) IS NULL",
  "SELECT count(*) FROM videos WHERE CASE WHEN 'tag1' = ANY(mentions) THEN is_ad ELSE NOT is_ad END",
  "SELECT 'tag1' = ANY(mentions) AS has, count(*) FROM videos GROUP BY has",
  'SELECT count(*) FROM videos WHERE author = ANY(mentions)',
  // only some of the elements
  "SELECT count(*) FROM videos WHERE 'tag2' IN (SELECT unnest(hashtags) LIMIT 1)",
  "SELECT min(video_id) FROM videos WHERE 'tag2' IN (SELECT unnest(hashtags) OFFSET 1)",
  "SELECT count(*) FROM videos WHERE 'tag1' = ANY(mentions[1:1])",
  "SELECT count(*) FROM videos WHERE 'tag1' <> ANY(mentions)",
  // read twice, or as it is told
  'WITH v AS (SELECT * FROM videos WHERE is_ad) SELECT (SELECT count(*) FROM v) AS a, (SELECT count(*) FROM v) AS b',
])('it is not merged: %s', async (sql) => {
  expect(await isSame(sql)).toBe(false);
});

test.each([
  'SELECT video_id FROM videos QUALIFY row_number() OVER (PARTITION BY author ORDER BY video_id) = 1',
  'SELECT video_id FROM videos QUALIFY rank() OVER (PARTITION BY length(author) ORDER BY video_id) = 1',
  'SELECT play_count % 2 AS odd, count(*) AS n FROM videos GROUP BY odd QUALIFY row_number() OVER (PARTITION BY odd + 1 ORDER BY n) = 1',
  'SELECT count(*) AS n, row_number() OVER (PARTITION BY 1 + 1) FROM videos',
  'SELECT length(author) AS n, video_id FROM videos WHERE n > 4 QUALIFY row_number() OVER (PARTITION BY play_count % 2 ORDER BY video_id) = 1',
  'SELECT video_id FROM videos QUALIFY row_number() OVER (PARTITION BY (SELECT 1) ORDER BY video_id) = 1',
  'WITH videos AS (SELECT video_id AS author, author AS video_id, play_count FROM videos LIMIT 9) SELECT * FROM videos QUALIFY row_number() OVER (PARTITION BY length(author) ORDER BY author) = 1',
  'SELECT video_id FROM videos QUALIFY row_number() OVER (PARTITION BY author ORDER BY play_count NULLS FIRST, video_id) = 1',
  'SELECT video_id FROM videos QUALIFY row_number() OVER (PARTITION BY author ORDER BY play_count DESC, video_id) <= 2',
  "SELECT video_id FROM videos WHERE author = 'user3' QUALIFY row_number() OVER (PARTITION BY region ORDER BY play_count DESC, video_id) = 1",
  'SELECT video_id, count(*) OVER (PARTITION BY author) AS n FROM videos QUALIFY row_number() OVER (PARTITION BY author ORDER BY play_count DESC, video_id) = 1',
  'SELECT video_id FROM (SELECT video_id, row_number() OVER (PARTITION BY author ORDER BY play_count DESC, video_id) AS rn FROM videos ORDER BY video_id LIMIT 100) WHERE rn = 1',
  'SELECT a.video_id FROM videos AS a JOIN videos AS b USING (video_id) QUALIFY row_number() OVER (PARTITION BY length(a.author) ORDER BY video_id) = 1',
])('its windows stay: %s', async (sql) => {
  expect(await isSame(sql)).toBe(false);
});

test('the first row of each partition by several terms is the same, whatever is NULL', async () => {
  const parts = [
    'region',
    'author',
    "date_trunc('month', create_time)",
    'play_count % 3',
    'is_ad',
    'region, is_ad',
  ];
  const terms = [
    'play_count',
    'play_count DESC',
    'author DESC',
    'create_time',
    'like_count * 2 DESC NULLS LAST',
  ];
  const where = ['', ' WHERE play_count > 100', ' WHERE region IS NULL OR play_count < 900'];
  const outside = (window: string, from: string) =>
    `SELECT video_id, place FROM (SELECT video_id, ${window} AS place ${from}) AS numbered WHERE place = 1`;
  const qualified = (window: string, from: string) => `SELECT video_id, author ${from} QUALIFY ${window} = 1`;
  const statement = fc
    .tuple(
      fc.constantFrom(...parts),
      fc.constantFrom(...terms),
      fc.constantFrom(...where),
      fc.constantFrom(outside, qualified),
    )
    .map(([part, term, condition, write]) =>
      write(`row_number() OVER (PARTITION BY ${part} ORDER BY ${term}, video_id)`, `FROM videos${condition}`),
    );
  await fc.assert(
    fc.asyncProperty(statement, async (sql) => {
      expect(await isSame(sql), sql).toBe(true);
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('DuckDB finds the first rows of partitions by expressions without sorting all', async () => {
  const sql =
    "SELECT video_id FROM videos QUALIFY row_number() OVER (PARTITION BY date_trunc('month', create_time) ORDER BY play_count DESC) = 1";
  const { plan, attempt } = await index.answer(sql, []);
  expect(plan.rules[0]).toMatchObject({
    rule: 'merge-subqueries',
    fired: true,
    note: 'windows partition rows of a subquery by its columns',
  });
  expect(attempt).not.toBeNull();
  expect(plan.attempts[attempt ?? -1]?.sql).toContain('PARTITION BY _sdq_partition_1');
  // why it is done: where another version of DuckDB needs no columns, this can go
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  await connection.run('CREATE TABLE rows AS SELECT n, n % 7 AS plays FROM range(100) AS numbers(n)');
  const operators = async (from: string, part: string) => {
    const sql = `SELECT n FROM ${from} QUALIFY row_number() OVER (PARTITION BY ${part} ORDER BY plays DESC) = 1`;
    return String((await connection.runAndReadAll(`EXPLAIN ${sql}`)).getRows()[0]?.[1]);
  };
  expect(await operators('rows', 'n % 3')).toContain('WINDOW');
  expect(await operators('(SELECT n, plays, n % 3 AS part FROM rows)', 'part')).not.toContain('WINDOW');
  connection.closeSync();
});

test('an error is that of the statement as it was sent', async () => {
  const sql =
    "SELECT p // 0, CAST(a AS INTEGER) FROM (SELECT play_count AS p, author AS a FROM videos WHERE author = 'user7') ORDER BY 2";
  const message = async (off: readonly string[]) =>
    await index.answer(sql, off).then(
      () => 'none',
      (error: Error) => error.message,
    );
  expect(await message([])).toBe(await message(ruleNames));
  expect(await message([])).not.toBe('none');
});
