import { AppError } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { HostileEngine } from '../../../../test/support/hostile-engine.ts';
import { admit } from '../../src/gate/admit/admit.ts';
import { Parser } from '../../src/gate/parse/parser.ts';

/** Statements that end plain DuckDB 1.5.6, or its process: each is refused by what makes it so. */
const era = /unit "era"/;
const frame = /frame that contains the current row/;
const rows = /several columns/;
const bags = /EXCEPT ALL or INTERSECT ALL/;
const variant = /converted to VARIANT/;
const rightAsof = /ASOF RIGHT JOIN and ASOF FULL JOIN/;
const inLists = /not supported in (?:list|array)_agg/;
const distance = /frame of a RANGE with a distance/;
const repeated = /joins or unnests/;
const variants = "(VALUES (MAP {'a': 1}::VARIANT), (NULL::INTEGER::VARIANT)) t(v), range(3000) r(i)";

const killers: readonly (readonly [string, RegExp])[] = [
  ["SELECT date_diff('era', '1-01-01 (BC)'::TIMESTAMPTZ, '1-01-01'::TIMESTAMPTZ)", era],
  ["SELECT date_sub('era', create_time, indexed_at) FROM videos", era],
  ["SELECT datesub('ERA', create_time, indexed_at), DateDiff('Era', now(), create_time) FROM videos", era],
  ["SELECT date_diff('e' || 'ra', create_time, indexed_at) FROM videos", era],
  ["SELECT date_diff('era'::VARCHAR, create_time, indexed_at) FROM videos", era],
  ['SELECT (0, 0) < ANY (SELECT comment_count, share_count FROM videos)', rows],
  ['SELECT (0, 0) > ALL (SELECT comment_count, share_count FROM videos)', rows],
  ['SELECT x >= ANY (SELECT comment_count, share_count FROM videos) FROM (SELECT (0, 0) AS x)', rows],
  ['SELECT (0, 0) < ANY (FROM (SELECT comment_count, share_count FROM videos))', rows],
  ["SELECT (0, 0) < ANY (SELECT unnest({'a': 1, 'b': 2}))", rows],
  ['SELECT (0, 0) < ANY (SELECT unnest([1], max_depth := 2))', rows],
  ["SELECT row(0, 'a') <= ANY (SELECT comment_count, author FROM videos UNION SELECT 1, 'b')", rows],
  ['SELECT (0, 0) < ANY (SELECT COLUMNS(*) FROM (SELECT comment_count, share_count FROM videos))', rows],
  ...['ntile(2 ORDER BY video_id)', 'cume_dist(ORDER BY video_id)', 'percent_rank(ORDER BY video_id)']
    .concat(['lag(author ORDER BY video_id)', 'LEAD(author, 2 ORDER BY video_id)'])
    .flatMap((call) =>
      ['3 FOLLOWING AND 1 FOLLOWING', '1 PRECEDING AND 3 PRECEDING', '2 FOLLOWING AND UNBOUNDED FOLLOWING']
        .concat(['(-2) PRECEDING AND CURRENT ROW', 'CURRENT ROW AND (play_count - 99) FOLLOWING'])
        .map(
          (bounds) =>
            [`SELECT ${call} OVER (ORDER BY region ROWS BETWEEN ${bounds}) FROM videos`, frame] as const,
        ),
    ),
  [
    'SELECT ntile(2 ORDER BY video_id) OVER w FROM videos WINDOW w AS (ORDER BY play_count RANGE BETWEEN 3 FOLLOWING AND 1 FOLLOWING)',
    frame,
  ],
  [
    `WITH src(id, a, b) AS (VALUES (1, 10, 300), (2, 20, 200), (3, 30, 100))
     SELECT id, cume_dist(ORDER BY b DESC) OVER (ORDER BY a ROWS BETWEEN 3 FOLLOWING AND 1 FOLLOWING) FROM src`,
    frame,
  ],
  [
    'SELECT * FROM (SELECT 1 AS a EXCEPT ALL SELECT 2) x ASOF LEFT JOIN (SELECT 1 AS b) y ON x.a >= y.b',
    bags,
  ],
  [
    `WITH x AS (SELECT play_count AS a FROM videos INTERSECT ALL SELECT like_count FROM videos)
     SELECT * FROM (SELECT 1 AS b) y ASOF JOIN x ON y.b >= x.a`,
    bags,
  ],
  ["SELECT (repeat('[', 9000) || repeat(']', 9000))::JSON::VARIANT", variant],
  [`SELECT '${'['.repeat(3_000)}${']'.repeat(3_000)}'::JSON::VARIANT`, variant],
  [
    "WITH a AS (SELECT '[[[[' AS x), b AS (SELECT x || x AS x FROM a) SELECT x::JSON::VARIANT FROM b",
    variant,
  ],
  ["SELECT CAST(to_json(string_agg(author, '')) AS VARIANT) FROM videos", variant],
  [
    'WITH RECURSIVE r AS (SELECT 1::VARIANT AS v, 1 AS n UNION ALL SELECT [v]::VARIANT, n + 1 FROM r WHERE n < 20000) FROM r',
    variant,
  ],
  // they never end, where the left side has no row or none of the same key
  ...['RIGHT', 'FULL', 'RIGHT OUTER', 'FULL OUTER'].map(
    (kind) =>
      [
        `SELECT * FROM (SELECT 1 AS a WHERE false) x ASOF ${kind} JOIN (SELECT 1 AS a) y ON x.a >= y.a`,
        rightAsof,
      ] as const,
  ),
  [
    'SELECT * FROM videos x ASOF RIGHT JOIN videos y ON x.author = y.author AND x.create_time >= y.create_time',
    rightAsof,
  ],
  // an error within the aggregate frees states that were never made
  ["SELECT list_aggregate([1, i], 'bitstring_agg', 0, 30) FROM range(3000) r(i)", inLists],
  [
    "SELECT list_aggregate(c, 'bitstring_agg', 1, 3) FROM (VALUES ([NULL, 0]), ([1, 2])) v(c), range(3000)",
    inLists,
  ],
  ...['bit_and', 'bit_or', 'BIT_XOR'].map(
    (name) =>
      [
        `SELECT array_aggr(c, '${name}') FROM (VALUES ([repeat('1', 200)::BIT]), (['1'::BIT, '1010'])) v(c), range(3000)`,
        inLists,
      ] as const,
  ),
  ...[
    '1 PRECEDING AND CURRENT ROW',
    'CURRENT ROW AND 0 FOLLOWING',
    'CURRENT ROW AND (1::VARIANT) FOLLOWING',
  ].map(
    (bounds) =>
      [
        `SELECT sum(i) OVER (ORDER BY v RANGE BETWEEN ${bounds}) FROM (SELECT i, i::VARIANT AS v FROM range(3) r(i))`,
        distance,
      ] as const,
  ),
  // VARIANT values of repeated rows are compared by their bytes, which are gone by then
  [`SELECT count(*) FROM ${variants} GROUP BY v`, repeated],
  [`SELECT count(*) FROM ${variants} GROUP BY ROLLUP (v)`, repeated],
  [`SELECT v FROM ${variants} ORDER BY v`, repeated],
  [`SELECT DISTINCT v FROM ${variants}`, repeated],
  [`SELECT row_number() OVER (PARTITION BY v) FROM ${variants}`, repeated],
  [`SELECT v FROM ${variants} UNION SELECT 1::VARIANT`, repeated],
  [`SELECT v FROM ${variants} EXCEPT SELECT 1::VARIANT`, repeated],
  [
    `SELECT a.i FROM (SELECT * FROM ${variants}) a JOIN (SELECT 1::VARIANT AS v) b ON a.v = b.v ORDER BY 1`,
    repeated,
  ],
  [
    "SELECT DISTINCT v FROM (SELECT MAP {'a': 1}::VARIANT AS v, unnest([1, 2, 3]) AS u FROM range(9000))",
    repeated,
  ],
  [
    "SELECT DISTINCT v FROM (SELECT unnest([MAP {'a': 1}::VARIANT, 1::VARIANT]) AS v FROM range(9000))",
    repeated,
  ],
  ['SELECT DISTINCT v FROM (SELECT hashtags::VARIANT AS v FROM videos LIMIT 2) t, range(9000)', repeated],
  [
    "SELECT DISTINCT v, 'x' FROM (SELECT MAP {'a': hashtags}::VARIANT AS v FROM videos) t, range(900)",
    repeated,
  ],
];

/** What looks like them and is harmless. */
const harmless = [
  "SELECT date_part('era', create_time), date_trunc('era', create_time) FROM videos",
  "SELECT date_diff('hour', create_time, indexed_at), date_sub('day', create_time, indexed_at) FROM videos",
  'SELECT (0, 0) = ANY (SELECT comment_count, share_count FROM videos)',
  'SELECT (0, 0) NOT IN (SELECT comment_count, share_count FROM videos)',
  'SELECT 0 < ANY (SELECT comment_count FROM videos), 0 > ALL (FROM (SELECT 1))',
  'SELECT (1, 2) < (1, 3), 3 > ALL ([1, 2]), (0, 0) < ANY ([(0, 1)])',
  'SELECT ntile(2 ORDER BY video_id) OVER (ORDER BY region ROWS BETWEEN 3 PRECEDING AND 1 FOLLOWING) FROM videos',
  'SELECT lag(author ORDER BY video_id) OVER (ORDER BY create_time RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND INTERVAL 1 DAY FOLLOWING) FROM videos',
  'SELECT ntile(2) OVER (ORDER BY region ROWS BETWEEN 3 FOLLOWING AND 1 FOLLOWING) FROM videos',
  'SELECT rank(ORDER BY video_id) OVER (ORDER BY region ROWS BETWEEN 3 FOLLOWING AND 1 FOLLOWING) FROM videos',
  'SELECT * FROM (SELECT 1 AS a EXCEPT SELECT 2) x ASOF LEFT JOIN (SELECT 1 AS b) y ON x.a >= y.b',
  'SELECT * FROM (SELECT 1 AS a EXCEPT ALL SELECT 2) x LEFT JOIN (SELECT 1 AS b) y ON x.a >= y.b',
  'SELECT \'{"a": [1]}\'::JSON::VARIANT, author::VARIANT FROM videos',
  "SELECT repeat(author, 2)::VARIANT, {'a': author || 'x'}::VARIANT FROM videos",
  'SELECT * FROM videos x ASOF LEFT JOIN videos y ON x.author = y.author AND x.create_time >= y.create_time',
  'SELECT * FROM videos x RIGHT JOIN videos y ON x.create_time >= y.create_time',
  "SELECT list_aggregate(hashtags, 'string_agg', ','), list_aggregate([1, 2], 'sum'), list_bit_or([1, 2]) FROM videos",
  'SELECT bitstring_agg(play_count, 0, 9), bit_or(play_count) FROM videos',
  'SELECT sum(play_count) OVER (ORDER BY create_time RANGE INTERVAL 1 DAY PRECEDING) FROM videos',
  'SELECT row_number() OVER (ORDER BY v ROWS 1 PRECEDING) FROM (SELECT play_count::VARIANT AS v FROM videos)',
  'SELECT v, count(*) FROM (SELECT region::VARIANT AS v FROM videos) GROUP BY v ORDER BY v',
  'SELECT DISTINCT v FROM (SELECT author::VARIANT AS v FROM videos UNION ALL SELECT 1::VARIANT)',
  'SELECT a.author::VARIANT FROM videos a JOIN videos b USING (video_id)',
];

describe('what ends DuckDB', () => {
  let parser: Parser;
  beforeAll(async () => {
    parser = await Parser.open();
  });
  afterAll(async () => await parser[Symbol.asyncDispose]());
  const tables = ['videos'];
  const admitted = async (sql: string) => admit(await parser.parse(sql, undefined, { tables }), { tables });

  it.each(killers)('is refused: %s', async (sql, why) => {
    const error = await admitted(sql).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AppError);
    const { code, message, hint } = error as AppError;
    expect(code).toBe('statement_not_allowed');
    expect(message).toMatch(why);
    expect(hint).toBeTruthy();
  });

  it.each(harmless)('is not taken for what is harmless: %s', async (sql) => {
    await expect(admitted(sql)).resolves.toBeDefined();
  });
});

describe('a running engine', () => {
  let hostile: HostileEngine;
  beforeAll(async () => {
    hostile = await HostileEngine.open();
  });
  afterAll(() => hostile[Symbol.asyncDispose]());
  const run = async (sql: string) => await hostile.run(sql, 5_000);

  test.each([
    ["SELECT date_diff('hour', create_time, '290000-01-01') FROM videos", 'sql_conversion_error'],
    [
      "SELECT date_sub('hour', x, y) FROM (SELECT TIMESTAMPTZ '100000-01-01 (BC)' AS x, TIMESTAMPTZ '200000-01-01' AS y)",
      'sql_conversion_error',
    ],
    [
      "SELECT date_diff('isoyear', TIMESTAMPTZ '44-03-15 (BC)' - INTERVAL (play_count) YEAR, create_time) FROM videos",
      'sql_conversion_error',
    ],
    [
      "SELECT date_diff(u, create_time, indexed_at) FROM videos, (VALUES ('day'), ('era')) AS t(u)",
      'sql_conversion_error',
    ],
    ["SELECT date_sub(upper('Era'), create_time, indexed_at) FROM videos", 'sql_conversion_error'],
    ...[
      'json_structure(d)',
      'json_contains(d, d)',
      'json_merge_patch(d, d)',
      'json_group_structure(d)',
      'json_transform(d, \'["JSON"]\')',
    ].map(
      (call) =>
        [
          `SELECT ${call} FROM (SELECT (repeat('{"a":', 9000) || '1' || repeat('}', 9000))::JSON AS d)`,
          'sql_conversion_error',
        ] as const,
    ),
    ['SELECT list_reduce([]::VARCHAR[], lambda x, y: x || y)', 'sql_conversion_error'],
    ...['epoch', 'julian', 'jd', 'Epoch'].flatMap((unit) =>
      ['date_part', 'datepart'].map(
        (name) =>
          [
            `SELECT ${name}(u, create_time) FROM videos, (VALUES ('${unit}')) t(u)`,
            'sql_conversion_error',
          ] as const,
      ),
    ),
    [
      "SELECT date_part(CASE WHEN play_count > 1 THEN 'epoch' ELSE 'year' END, create_time) FROM videos",
      'sql_conversion_error',
    ],
    ...['bit_and', 'bit_or', 'bit_xor'].map(
      (name) =>
        [
          `SELECT list_${name}(c) FROM (VALUES (['0'::BIT, '1010'])) v(c), range(3000)`,
          'sql_conversion_error',
        ] as const,
    ),
    ...[
      '1::DOUBLE, 1.0000000000000002::DOUBLE',
      '0::DOUBLE, 5e-324::DOUBLE',
      '1e15::DOUBLE, 1000000000000000.1::DOUBLE',
    ].map(
      (bounds) =>
        [
          `SELECT equi_width_bins(a, b, 5, true) FROM (VALUES (${bounds})) t(a, b)`,
          'sql_conversion_error',
        ] as const,
    ),
    ['SELECT subtract(c, 1.5) FROM (SELECT NULL::VARIANT AS c FROM range(5))', 'statement_not_allowed'],
  ] as const)('answers with an error about the query, in the same process: %s', async (sql, code) => {
    const { replaced } = hostile.engine.status().processes ?? { replaced: 0 };
    const verdict = await run(sql);
    expect(verdict.code, verdict.text).toBe(code);
    expect(hostile.leakIn(sql, verdict)).toBeNull();
    expect((await run('SELECT 1 AS one')).text).toContain('{"one":1}');
    expect(hostile.engine.status().processes?.replaced).toBe(replaced);
  });

  test('list_reduce over lists that are empty names the initial value, and runs with one', async () => {
    const verdict = await run('SELECT list_reduce(hashtags[9:], lambda x, y: x || y) FROM videos');
    expect(verdict.text).toContain('initial value');
    const sql = "SELECT DISTINCT list_reduce(hashtags[9:], lambda x, y: x || y, 'none') AS r FROM videos";
    expect((await run(sql)).text).toContain('{"r":"none"}');
  });

  test.each([
    ["SELECT date_part('epoch', TIMESTAMPTZ '1970-01-02 00:00:00+00') AS r", '86400'],
    ["SELECT date_part(u, TIMESTAMPTZ '1970-01-02 00:00:00+00') AS r FROM (VALUES ('year')) t(u)", '1970'],
    ["SELECT date_part(u, TIMESTAMP '1970-01-02') AS r FROM (VALUES ('day')) t(u)", '2'],
    ["SELECT date_part(lower('EPOCH'), TIMESTAMPTZ '1970-01-01 00:00:01+00') AS r", '1'],
    ['SELECT len(equi_width_bins(0, 10, 5, true)) AS r', '5'],
    ['SELECT len(equi_width_bins(0.5::DOUBLE, 10::DOUBLE, 5, true)) AS r', '5'],
    ["SELECT list_bit_or(['01'::BIT, '10'])::VARCHAR::INTEGER AS r", '11'],
    ['SELECT list_bit_xor([1, 3]) AS r', '2'],
  ])('answers what is like them: %s', async (sql, answer) => {
    const { text } = await run(sql);
    expect(text).toContain(`"r":${answer}`);
  });
});
