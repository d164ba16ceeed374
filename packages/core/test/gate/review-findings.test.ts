import { AppError } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlainDuckDB, type PlainDuckDB } from '../../../../test/support/plain-duckdb.ts';
import { compareRows } from '../../../../test/support/same-rows.ts';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, openEngine } from '../../src/index.ts';

/**
 * What a review found with 17,033 statements of other programs and 5,375 attacks, each with its smallest examples. Its other
 * findings have their tests elsewhere: queries beside one that ends its process in `process-runner.slow.test.ts`, CSV in
 * `packages/server/test/sql-http.test.ts`, connections in `operations/connections.test.ts` there, and deadlines in
 * `test/chaos/operations/operations.slow.test.ts`.
 */
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;
let plain: PlainDuckDB;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  engine = await openEngine({ index: directory.path, isolation: 'in-process', refreshMs: 0 });
  plain = await openPlainDuckDB(directory.path);
});
afterAll(async () => {
  await engine.close();
  await plain[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

async function errorOf(sql: string): Promise<AppError> {
  const error: unknown = await engine.query(sql).then(
    async (result) => await result.toArray().catch((reason: unknown) => reason),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`no AppError for ${sql}: ${String(error).slice(0, 200)}`);
  return error;
}

async function rowsOf(sql: string): Promise<unknown[]> {
  return await (await engine.query(sql)).toArray();
}

describe('refused wrongly: answered with the rows of plain DuckDB', () => {
  test.each([
    ['VARIANT', 'SELECT 1::VARIANT AS v'],
    ['JSON functions called crash-prone', `SELECT json_merge_patch('{"a":1}', '{"b":2}') AS j`],
    ['JSON functions called crash-prone', `SELECT json_contains('{"a":1}', '{"a":1}') AS j`],
    ['JSON functions called crash-prone', `SELECT json_structure('{"a":1}') AS j`],
    ['JSON functions called crash-prone', `SELECT json_transform('{"a":1}', '{"a":"INTEGER"}') AS j`],
    ['JSON functions called crash-prone', `SELECT from_json('{"a":1}', '{"a":"INTEGER"}') AS j`],
    ['UNION types', 'SELECT (1::UNION(i INT, s VARCHAR)).i AS i'],
    ['GEOMETRY', "SELECT ST_AsText('POINT(1 2)'::GEOMETRY) AS g"],
    ['SUMMARIZE inside FROM', 'SELECT column_name, min, max, count FROM (SUMMARIZE videos)'],
    ['SUMMARIZE inside FROM', 'SELECT column_name FROM (DESCRIBE SELECT author, play_count FROM videos)'],
    ['aggregates', 'SELECT bitstring_agg(play_count, 0, 1000) AS b FROM videos'],
    ['aggregates', 'SELECT histogram_exact(play_count, [1, 2, 3]) AS h FROM videos'],
    ['aggregates', 'SELECT arg_min_nulls_last(video_id, (play_count, video_id)) AS a FROM videos'],
    ['an argument must be a literal', 'SELECT list_resize(a, b) AS l FROM (VALUES ([1, 2], 3)) t(a, b)'],
    ['an argument must be a literal', "SELECT printf(f, x) AS p FROM (VALUES ('%d!', 5)) t(f, x)"],
    ['an argument must be a literal', 'SELECT range(0, length([1, 2, 3])) AS r'],
    [
      'an argument must be a literal',
      'SELECT quantile_cont(play_count, array_value(.25, .5)) AS q FROM videos',
    ],
    ['icu_sort_key', "SELECT icu_sort_key('a', 'en') AS k"],
    ['json_each of a constant', `FROM json_each('{"a":1}')`],
    ['repeat, repeat_row in FROM', 'FROM repeat(42, 3)'],
    ['repeat, repeat_row in FROM', "FROM repeat_row(1, 'a', num_rows := 2)"],
    ['nested ENUM', "SELECT ['a']::ENUM('a', 'b')[] AS e"],
    ['COLLATE C', "SELECT count(*) AS n FROM videos WHERE author COLLATE C < 'user2'"],
    ['JSON as a column', `SELECT '{"x":1}'::JSON`],
    ['1e1000', 'SELECT 1e1000 AS x'],
    ['unlist', 'SELECT unlist([1]) AS x'],
    ['a column named user', 'SELECT t.user FROM (SELECT 1 AS "user") t'],
  ])('%s: %s', async (_, sql) => {
    expect(await compareRows(sql, engine, plain)).toMatchObject({ outcome: 'same rows' });
  });
});

describe('different answers', () => {
  test('TRY_CAST of a MAP with an invalid key tells no memory, and is no internal error', async () => {
    for (const type of ['INTEGER', 'BIT']) {
      const sql = `SELECT TRY_CAST(MAP {'a': 1} AS MAP(${type}, INTEGER)) AS m`;
      const answer = await rowsOf(sql).catch((error: unknown) => error);
      if (answer instanceof AppError) expect(answer.code).not.toBe('internal_error');
      else expect(answer).toEqual([{ m: { null: 1 } }]);
    }
  });

  test.each([
    'SELECT count(language) FROM videos',
    'SELECT count(language) FROM videos WHERE play_count > 5',
    'SELECT region, count(language), sum("play_count") FROM videos GROUP BY region ORDER BY 1',
  ])('columns have the same names on every route: %s', async (sql) => {
    expect(await compareRows(sql, engine, plain)).toMatchObject({ outcome: 'same rows' });
  });
});

describe('SQL that BI tools write', () => {
  test.each(['"main"."videos"', 'shortvideo.videos', 'memory.main.videos'])(
    'the qualified name %s is the table',
    async (name) => {
      expect(await rowsOf(`SELECT count(*)::INTEGER AS n FROM ${name}`)).toEqual([{ n: 300 }]);
    },
  );

  test.each([
    "SELECT table_name FROM information_schema.tables WHERE table_name = 'videos'",
    "SELECT relname FROM pg_catalog.pg_class WHERE relname = 'videos'",
    "SHOW TABLES LIKE 'videos'",
    'DESCRIBE videos',
    "PRAGMA table_info('videos')",
    'SELECT version(), current_schema(), current_database()',
  ])('what SQLAlchemy and JDBC ask first has rows: %s', async (sql) => {
    expect((await rowsOf(sql)).length).toBeGreaterThan(0);
  });

  test.each(["SET TimeZone = 'UTC'", 'BEGIN', 'SAVEPOINT a', 'ROLLBACK TO SAVEPOINT a', 'COMMIT'])(
    '%s does nothing',
    async (sql) => {
      expect(await rowsOf(sql)).toEqual([]);
    },
  );

  test.each([
    ['PIVOT without IN', 'PIVOT videos ON region USING count(*)', 'ON region IN ('],
    ['EXPLAIN', 'EXPLAIN SELECT 1', 'sdq query --explain'],
    ['backticks', 'SELECT `author` FROM videos', '"author"'],
    ['TOP', 'SELECT TOP 5 author FROM videos', 'LIMIT 5'],
    ['[x]', 'SELECT [author] FROM [videos]', '"author"'],
    ['"US" for \'US\'', 'SELECT * FROM videos WHERE region = "US"', "'US'"],
    ['to_char', "SELECT to_char(create_time, 'YYYY-MM') FROM videos", 'strftime'],
    ['DATE_FORMAT', "SELECT DATE_FORMAT(create_time, '%Y-%m') FROM videos", 'strftime'],
    ['toStartOfMonth', 'SELECT toStartOfMonth(create_time) FROM videos', "date_trunc('month', create_time)"],
  ])('%s is refused with the hint that helps', async (_, sql, hint) => {
    const error = await errorOf(sql);
    expect([error.hint, ...error.sql.map((detail) => detail.hint)].join(' ')).toContain(hint);
  });

  test('SELECT $a, ? is an error of the parameters', async () => {
    expect((await errorOf('SELECT $a, ?')).code).toBe('sql_parameter_error');
  });

  test('CAST of a text with a newline: the message is whole, with both quotes', async () => {
    const { code, message } = await errorOf("SELECT CAST(x AS INT) FROM (VALUES (E'a\\nb')) t(x)");
    expect(code).toBe('sql_conversion_error');
    expect(message).not.toContain('\n');
    expect((message.match(/'/g)?.length ?? 0) % 2).toBe(0);
  });
});

describe('attacks', () => {
  test.each([
    "SELECT date_diff('era', '1-01-01 (BC)'::TIMESTAMPTZ, '1-01-01'::TIMESTAMPTZ)",
    "SELECT date_sub('era', create_time, indexed_at) FROM videos",
    'SELECT (0, 0) < ANY (SELECT comment_count, share_count FROM videos)',
    'SELECT ntile(2 ORDER BY video_id) OVER (ORDER BY region ROWS BETWEEN 3 FOLLOWING AND 1 FOLLOWING) FROM videos',
    'SELECT * FROM (SELECT 1 AS a INTERSECT ALL SELECT 1) x ASOF LEFT JOIN (SELECT 1 AS b) y ON x.a >= y.b',
    'SELECT cume_dist(ORDER BY b DESC) OVER (ORDER BY a ROWS BETWEEN 3 FOLLOWING AND 1 FOLLOWING) FROM (VALUES (1, 2)) t(a, b)',
  ])('1, a cheap statement that ends a query process, is refused: %s', async (sql) => {
    const { code, hint } = await errorOf(sql);
    expect(code).toBe('statement_not_allowed');
    expect(hint).toBeTruthy();
  });

  test('2, list_reduce over lists of which some are empty, tells what to write and is no internal error', async () => {
    const error = await errorOf('SELECT list_reduce(hashtags[9:], lambda x, y: x || y) FROM videos');
    expect(error.code).toBe('sql_conversion_error');
    expect(`${error.message} ${error.hint}`).toContain('initial value');
  });

  test('4, the result cache tells nothing across tenants', async () => {
    const sql = 'SELECT count(*) AS n FROM videos WHERE play_count > 17';
    const cacheFor = async (tenant: string) => {
      const result = await engine.query(sql, { tenant });
      await result.toArray();
      return result.facts.cache;
    };
    expect(await cacheFor('b')).toBe('miss');
    expect(await cacheFor('b')).toBe('hit');
    expect(await cacheFor('a')).toBe('miss');
  });
});
