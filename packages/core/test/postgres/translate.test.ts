import { builtInCatalog } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../../test/support/statements/statements.ts';
import { Parser } from '../../src/gate/parse/parser.ts';
import { translate } from '../../src/introspection/translate.ts';

let reader: Parser;
beforeAll(async () => {
  reader = await Parser.open({ advisoryParser: false });
});
afterAll(() => reader[Symbol.asyncDispose]());

const asking = () => ({ catalog: builtInCatalog, platform: 'shortvideo', reader });
const inDuckDB = async (text: string) => (await translate(text, { ...asking(), dialect: 'postgres' })).text;

test.each([
  [
    "SELECT 1 FROM videos WHERE create_time >= TO_TIMESTAMP('2026-03-01', 'YYYY-MM-DD')",
    "SELECT 1 FROM videos WHERE create_time >= TIMESTAMPTZ '2026-03-01 00:00:00.000000+00'",
  ],
  ["SELECT to_date('2026-03-01', 'YYYY-MM-DD') AS d", "SELECT DATE '2026-03-01' AS d"],
  [
    "SELECT to_char(to_timestamp(v, 'YYYYMMDD'), 'MM') AS m",
    "SELECT strftime(CAST(strptime(CAST(v AS VARCHAR), '%Y%m%d') AS TIMESTAMPTZ), '%m') AS m",
  ],
  [
    'SELECT 1 FROM videos WHERE author = ANY($1)',
    'SELECT 1 FROM videos WHERE author = ANY(CAST($1 AS VARCHAR[]))',
  ],
  [
    "SELECT 1 FROM videos v WHERE v.play_count <> ALL ('{1,NULL}')",
    "SELECT 1 FROM videos v WHERE v.play_count <> ALL (CAST(['1', NULL] AS BIGINT[]))",
  ],
  [`SELECT '{"a,b",c}'::text[] AS x`, "SELECT CAST(['a,b', 'c'] AS text[]) AS x"],
  ["SELECT CAST('{}' AS double precision[]) AS x", 'SELECT CAST([] AS double precision[]) AS x'],
  ['SELECT i FROM generate_series(1, 3) i', 'SELECT i FROM generate_series(1, 3) AS i(i)'],
  [
    'SELECT 1 FROM "public"."videos" WHERE public.videos.author IS NULL',
    'SELECT 1 FROM "videos" WHERE videos.author IS NULL',
  ],
  ['SELECT parse_ident(\'Main."V"\') AS x', "SELECT ['main', 'V'] AS x"],
])('%s', async (text, written) => {
  expect(await inDuckDB(text)).toBe(written);
});

// what DuckDB reads itself is left alone, and so are places that only look alike
test.each([
  'SELECT to_timestamp(1.5) AS x',
  'SELECT author = ANY([author, region]) AS x FROM videos',
  'SELECT author = ANY (SELECT author FROM authors) AS x FROM videos',
  "SELECT '{a,b}' AS x",
  `SELECT '{"a": 1}'::JSON AS x`,
  "SELECT '{a,b}'::text[][] AS x",
  'SELECT generate_series(1, 3) AS i',
  'SELECT * FROM generate_series(1, 3)',
  'SELECT * FROM generate_series(1, 3) WITH ORDINALITY AS t(a, b)',
  'SELECT * FROM generate_series(1, 3) AS t(a) FETCH FIRST 2 ROWS ONLY',
  'SELECT * FROM generate_series(1, 3) TABLESAMPLE 1 ROWS',
  'SELECT a.i, generate_series(1, 3) AS s FROM (SELECT 1 AS i) a',
  "SELECT format('{} of {}', 1, 2) AS x, format('100%') AS y",
  'SELECT x.to_char FROM (SELECT 1 AS to_char) x',
  'SELECT 1 AS session_user',
  'SELECT public.x FROM (SELECT 1 AS x) AS public',
  "SELECT 'to_char(x, ''YYYY'')' AS x -- to_char(x, 'YYYY')",
  'SELECT substring(description FROM 2 FOR 3) AS x FROM videos',
])('%s is left alone', async (text) => {
  expect(await inDuckDB(text)).toBe(text);
});

test('no statement of the corpus is changed for clients of PostgreSQL, but for aliases of series', async () => {
  const changed: string[] = [];
  for (const { sql } of statementsOf('corpus')) {
    const [own, other] = [(await translate(sql, asking())).text, await inDuckDB(sql)];
    if (own !== other && !/generate_series/i.test(sql)) changed.push(sql);
  }
  expect(changed).toEqual([]);
});

test('DuckDB alone is read without a dialect', async () => {
  for (const text of [
    "SELECT to_char(now(), 'YYYY') AS x",
    "SELECT '{a}'::text[] AS x",
    'SELECT session_user',
  ])
    expect((await translate(text, asking())).text).toBe(text);
});

test('an error stands where the caller wrote what it is about, and names of columns stay', async () => {
  const text = "SELECT to_char(create_time, 'YYYY'), nosuch FROM videos";
  const { text: written, toCaller } = await translate(text, { ...asking(), dialect: 'postgres' });
  expect(written).toContain(` AS "to_char(create_time, 'YYYY')", nosuch`);
  const detail = {
    message: 'x',
    offset: written.indexOf('nosuch'),
    length: 6,
    line: 1,
    column: 1,
    near: '',
    candidates: [],
    hint: null,
  };
  const error = toCaller(new AppError('sql_unknown_column', 'x', { sql: [detail] })) as AppError;
  expect(error.sql[0]?.offset).toBe(text.indexOf('nosuch'));
});
