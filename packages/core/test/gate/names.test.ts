import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, openEngine } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  engine = await openEngine({ index: directory.path, processes: 1, threads: 1 });
});
afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

/**
 * DuckDB calls an expression without a name by its text, and a text can become a value: a key of a struct, a type's
 * name, the name column of UNPIVOT. What the planner puts in place of a table must not be in it.
 */
test.each([
  ['SELECT (SELECT max(play_count) FROM videos)', '(SELECT max(play_count) FROM videos)'],
  ['SELECT EXISTS (FROM videos), 1', 'EXISTS(SELECT * FROM videos)'],
  ['SELECT 1 IN (SELECT play_count FROM videos v)', '(1 = ANY(SELECT play_count FROM videos AS v))'],
  ['SELECT (TABLE videos LIMIT 0) IS NULL FROM range(0)', undefined],
  ['SELECT (WITH a AS (SELECT 1 AS x FROM videos) SELECT max(x) FROM a)', undefined],
  ['SELECT (SELECT max(n) FROM (SELECT count(*) AS n FROM videos))', undefined],
  ['SELECT CASE (SELECT count(*) FROM videos) WHEN 0 THEN 1 END', undefined],
  ['SELECT ARRAY(SELECT hashtag FROM video_hashtags LIMIT 1)', undefined],
])('what stands for a table is in no column’s name: %s', async (sql, name) => {
  const explanation = await engine.explain(sql).catch((error: Error) => error.message);
  expect(JSON.stringify(explanation)).not.toMatch(/parquet|sdq-test/);
  if (name !== undefined) expect((await engine.query(sql)).columns[0]?.name).toBe(name);
});

test.each([
  'SELECT to_json(t) FROM (SELECT (SELECT max(play_count) FROM videos)) AS t',
  'SELECT typeof(t) FROM (SELECT EXISTS (FROM videos)) AS t',
  'FROM (UNPIVOT (SELECT (SELECT max(play_count) FROM videos)) ON COLUMNS(*) INTO NAME what VALUE n)',
  'SELECT alias((SELECT max(play_count) FROM videos))',
  'SELECT error.x FROM (SELECT (SELECT max(play_count) FROM videos)) AS error',
  'SELECT CAST((SELECT any_value(author) FROM videos) AS INTEGER)',
  'SELECT (SELECT author FROM videos)',
])('nor in a value or an error: %s', async (sql) => {
  const told = await engine
    .query(sql)
    .then((result) => result.toArray())
    .catch(({ message, sql: details }) => ({ message, details }));
  expect(JSON.stringify(told)).not.toMatch(/parquet|sdq-test|list_value/);
});

test('files are pruned for tables inside of expressions too, and each place sees all of its rows', async () => {
  const sql = `SELECT (SELECT count(*) FROM videos WHERE create_time >= '2026-03-01') AS a,
    (SELECT count(*) FROM videos WHERE create_time >= '2026-02-01') AS b,
    (SELECT count(*) FROM videos v WHERE v.create_time < '2026-01-01' AND EXISTS (FROM video_hashtags h WHERE h.video_id = v.video_id)) AS c`;
  const { routes } = await engine.explain(sql);
  expect(routes.some(({ filesRead, filesTotal }) => filesRead < filesTotal)).toBe(true);
  const [row] = await (await engine.query(sql)).toArray();
  const count = async (condition: string) => {
    const [only] = await (
      await engine.query(`SELECT count(*) AS n FROM videos WHERE ${condition}`)
    ).toArray();
    return only?.n;
  };
  expect(row).toEqual({
    a: await count("create_time >= '2026-03-01'"),
    b: await count("create_time >= '2026-02-01'"),
    c: await count("create_time < '2026-01-01'"),
  });
});
