import { AppError } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Emitter } from './emitter.ts';

let emitter: Emitter;
beforeAll(async () => {
  emitter = await Emitter.open();
});
afterAll(async () => await emitter[Symbol.asyncDispose]());

const selects = (sql: string) => sql.match(/\bSELECT\b/g)?.length ?? 0;

async function refusal(sql: string): Promise<AppError> {
  const error: unknown = await emitter.emitted(sql).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`${sql} was not refused: ${String(error)}`);
  return error;
}

describe('one SELECT', () => {
  test.each([
    'SELECT region, count(*) AS n FROM videos WHERE play_count > 5 GROUP BY region HAVING n > 3 ORDER BY n DESC, region LIMIT 5 OFFSET 2',
    "SELECT date_trunc('month', create_time) AS month, sum(play_count) FROM (SELECT * FROM videos WHERE region = 'SE') GROUP BY ALL ORDER BY month",
    'WITH own AS (SELECT author, play_count FROM videos) SELECT author, max(play_count) FROM own WHERE author IS NOT NULL GROUP BY author',
    'SELECT tag, count(*) FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag ORDER BY 2 DESC, 1 LIMIT 10',
    'SELECT * FROM videos ORDER BY play_count DESC, video_id LIMIT 3',
  ])('%s', async (sql) => {
    expect(selects((await emitter.emitted(sql)).sql)).toBe(1);
  });
});

test('the row limit is in the query', async () => {
  const sql = 'SELECT video_id FROM videos';
  const bound = await emitter.bind(sql);
  expect(emitter.emit(sql, bound, 11).sql).toMatch(/ LIMIT 11$/);
  const limited = `${sql} LIMIT 5`;
  expect(emitter.emit(limited, await emitter.bind(limited), 11).sql).toMatch(/ LIMIT 5$/);
});

describe('whether ORDER BY decides the place of every row', () => {
  test.each([
    ['SELECT count(*) FROM videos', 'total'],
    ['SELECT * FROM videos ORDER BY video_id', 'total'],
    ['SELECT * FROM videos ORDER BY play_count, video_id DESC', 'total'],
    ['SELECT region, count(*) FROM videos GROUP BY region ORDER BY region', 'total'],
    ['SELECT region, count(*) AS n FROM videos GROUP BY region ORDER BY n', 'partial'],
    ['SELECT DISTINCT region FROM videos ORDER BY region', 'total'],
    ['SELECT * FROM videos ORDER BY play_count', 'partial'],
    ['SELECT v.video_id FROM videos v JOIN authors a USING (author_id) ORDER BY v.video_id', 'total'],
    ['SELECT v.video_id FROM videos v JOIN comments c USING (video_id) ORDER BY v.video_id', 'partial'],
    ['SELECT video_id FROM videos', 'none'],
  ])('%s', async (sql, ordered) => {
    expect((await emitter.emitted(sql)).ordered).toBe(ordered);
  });
});

describe('what DuckDB leaves open is named', () => {
  test.each([
    ['SELECT video_id FROM videos LIMIT 5', /LIMIT takes without ORDER BY/],
    ['SELECT author FROM videos ORDER BY play_count LIMIT 5', /tie at LIMIT/],
    [
      'WITH t AS (SELECT * FROM videos ORDER BY play_count LIMIT 9) SELECT count(author) FROM t',
      /tie at LIMIT/,
    ],
    ['SELECT region, any_value(author) FROM videos GROUP BY region', /any_value/],
    ['SELECT region, arg_max(author, play_count) FROM videos GROUP BY region', /arg_max/],
    ['SELECT region, list(author) FROM videos GROUP BY region', /order of values in list/],
    ['SELECT approx_count_distinct(author) FROM videos', /approximate/],
    ['SELECT * FROM videos USING SAMPLE 10', /sample/],
  ])('%s', async (sql, words) => {
    expect((await emitter.emitted(sql)).open.join('; ')).toMatch(words);
  });

  test('nothing is open in an exact query', async () => {
    const sql =
      'SELECT region, count(*), sum(play_count) FROM videos GROUP BY region ORDER BY region LIMIT 3';
    expect((await emitter.emitted(sql)).open).toEqual([]);
  });
});

describe('what is not exact is refused, with its place and what to write instead', () => {
  test.each([
    ['SELECT video_id, to_json(hashtags) FROM videos', 'to_json', null],
    ['SELECT min(play_count, 3) FROM videos', 'min', /list/],
    ['SELECT video_id FROM videos WHERE author SIMILAR TO description', 'SIMILAR', null],
    ['SELECT create_time - indexed_at FROM videos', '-', /date_diff/],
    ["SELECT create_time AT TIME ZONE 'Europe/Berlin' FROM videos", null, null],
    ['SELECT max(hashtags) FROM videos', 'max', null],
    [
      'SELECT region, sum(play_count) OVER (ORDER BY video_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM videos',
      null,
      null,
    ],
    [
      'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t',
      null,
      null,
    ],
    ['SELECT video_id FROM videos EXCEPT ALL SELECT video_id FROM comments', null, /EXCEPT/],
  ])('%s', async (sql, word, hint) => {
    const error = await refusal(sql);
    expect(error.code).toBe('not_supported_by_backend');
    if (word !== null) expect(error.sql[0]?.near).toBe(word);
    if (hint !== null) expect(error.hint).toMatch(hint);
  });
});

describe('rows that are read twice are the same rows', () => {
  test.each([
    'WITH t AS (SELECT video_id FROM videos LIMIT 5) SELECT count(*) FROM t a JOIN t b USING (video_id)',
    'WITH t AS (SELECT * FROM videos USING SAMPLE 10) SELECT (SELECT max(play_count) FROM t), count(*) FROM t',
  ])('%s', async (sql) => {
    expect((await refusal(sql)).message).toMatch(/read twice/);
  });

  test('they may be, where an order decides', async () => {
    const sql =
      'WITH t AS (SELECT video_id FROM videos ORDER BY video_id LIMIT 5) SELECT count(*) FROM t a JOIN t b USING (video_id)';
    expect((await emitter.emitted(sql)).open).toEqual([]);
  });
});

describe('parameters', () => {
  test('have the types with which DuckDB binds them', async () => {
    const sql =
      'SELECT $name AS a, $count AS b, $share AS c, $flag AS d, $list AS e FROM videos WHERE author = $name';
    const parameters = { name: "it's ü", count: 5, share: 0.5, flag: true, list: ['a', 'b'] };
    const { columns, sql: emitted } = await emitter.emitted(sql, parameters);
    expect(columns.map(({ type }) => type)).toEqual(['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'VARCHAR[]']);
    expect(emitted).toContain("'it\\'s ü'");
  });

  test('places of errors are those of the text with parameters', async () => {
    const sql = 'SELECT ? AS a, min(play_count, 3) FROM videos';
    const error: unknown = await emitter
      .emitted(sql, ['a value that is longer than a sign'])
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ sql: [{ offset: sql.indexOf('min'), near: 'min' }] });
  });

  test('names of columns are those of the text with parameters', async () => {
    expect((await emitter.emitted('SELECT $1 FROM videos', ['x'])).columns[0]?.name).toBe('$1');
  });
});

test('texts cannot leave their quotes', async () => {
  const { sql } = await emitter.emitted("SELECT * FROM videos WHERE author = 'a\\'' OR 1=1 --'");
  expect(sql).toContain("'a\\\\\\' OR 1=1 --'");
});

test('statements that are bound at the same time do not mix', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `column_${at}`);
  const all = await Promise.all(
    names.map(
      async (name) => await emitter.emitted(`SELECT $1 AS ${name} FROM videos WHERE author = $1`, [name]),
    ),
  );
  expect(all.map(({ columns }) => columns[0]?.name)).toEqual(names);
  for (const [at, { sql }] of all.entries()) expect(sql).toContain(`'${names[at]}'`);
});
