import { rm, writeFile } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, openEngine, type QueryOptions } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 5_000);
});
afterAll(() => directory[Symbol.asyncDispose]());

describe.each(['process', 'in-process'] as const)('an engine with isolation %s', (isolation) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({ index: directory.path, isolation, processes: 1 });
  });
  afterAll(() => engine.close());

  const rows = async (sql: string, options?: QueryOptions) =>
    await (await engine.query(sql, options)).toArray();
  const errorOf = async (sql: string, options?: QueryOptions): Promise<AppError> => {
    const error: unknown = await rows(sql, options).catch((reason: unknown) => reason);
    if (!(error instanceof AppError)) throw new Error(`no AppError but ${String(error).slice(0, 200)}`);
    return error;
  };

  test('gives the same rows as objects, record batches, and bytes of each format', async () => {
    const sql = 'SELECT video_id, play_count, hashtags FROM videos ORDER BY video_id LIMIT 3000';
    const objects = await rows(sql);
    expect(objects).toHaveLength(3_000);
    const json = await collect((await engine.query(sql)).bytes('json'));
    expect(JSON.parse(json)).toEqual(objects);
    const lines = await collect((await engine.query(sql)).bytes('ndjson'));
    expect(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(objects);
    const csv = await collect((await engine.query(sql)).bytes('csv'));
    expect(csv.trimEnd().split('\n')).toHaveLength(3_001);
    const ids: unknown[] = [];
    for await (const batch of (await engine.query(sql)).batches()) {
      for (const row of batch) ids.push(row?.video_id);
    }
    expect(ids).toEqual(objects.map(({ video_id }) => video_id));
  });

  test('says how many rows there were and whether the limit cut some off', async () => {
    const summaryOf = async (sql: string, limit: number) => {
      const result = await engine.query(sql, { limit });
      await result.toArray();
      return await result.summary;
    };
    expect(await summaryOf('SELECT * FROM videos', 4_999)).toMatchObject({
      rowCount: 4_999,
      truncated: true,
    });
    expect(await summaryOf('SELECT * FROM videos', 5_000)).toMatchObject({
      rowCount: 5_000,
      truncated: false,
    });
    expect(await summaryOf('SELECT * FROM videos LIMIT 2048', 2_048)).toMatchObject({
      rowCount: 2_048,
      truncated: false,
    });
    expect(await summaryOf('SELECT * FROM videos LIMIT 2049', 2_048)).toMatchObject({
      rowCount: 2_048,
      truncated: true,
    });
    expect(await summaryOf('SELECT 1 WHERE false', 10)).toMatchObject({ rowCount: 0, truncated: false });
  });

  test('binds parameters by position and by name', async () => {
    expect(await rows('SELECT ? + 1 AS a, ? AS b LIMIT ?', { parameters: [41, 'x', 1] })).toEqual([
      { a: 42, b: 'x' },
    ]);
    expect(
      await rows('SELECT $n::BIGINT AS n, $list AS list, $none AS none', {
        parameters: { n: 2n ** 53n, list: ['a', null], none: null },
      }),
    ).toEqual([{ n: '9007199254740992', list: ['a', null], none: null }]);
    const recent = await rows('SELECT count(*) AS n FROM videos WHERE create_time >= $since', {
      parameters: { since: '2026-03-01' },
    });
    expect(recent).toEqual(await rows("SELECT count(*) AS n FROM videos WHERE create_time >= '2026-03-01'"));
    expect((await errorOf('SELECT ?', { parameters: [] })).code).toBe('sql_parameter_error');
  });

  test('points at the fault in the caller’s own text, also behind replaced tables', async () => {
    const sql =
      "SELECT 'é🎈' AS x, v.play_cuont\nFROM videos AS v JOIN videos w USING (video_id)\nWHERE w.region = 'DE'";
    const error = await errorOf(sql);
    expect(error.code).toBe('sql_unknown_column');
    expect(error.sql[0]).toMatchObject({
      line: 1,
      offset: sql.indexOf('v.play_cuont'),
      candidates: expect.arrayContaining(['play_count']),
    });
    const late = await errorOf(
      "SELECT w.video_id FROM videos AS v JOIN videos w USING (video_id)\nWHERE w.regoin = 'DE'",
    );
    expect(late.sql[0]).toMatchObject({ line: 2, column: 7 });
  });

  test('words an error that comes after the first rows, and keeps no half answer', async () => {
    const sql =
      "SELECT CASE WHEN i = 4999 THEN 'x' ELSE '1' END::INTEGER AS n FROM (SELECT row_number() OVER () AS i FROM videos)";
    const error = await errorOf(sql);
    expect(error.code).toBe('sql_conversion_error');
    expect(error.message).toContain("'x'");
  });

  test('ends at its deadline, on abort, and when its reader leaves', async () => {
    const endless =
      'SELECT count(*) FROM videos a, videos b, videos c WHERE a.like_count + b.like_count + c.like_count = 7';
    expect((await errorOf(endless, { timeoutMs: 100 })).code).toBe('query_timeout');
    expect((await errorOf(endless, { signal: AbortSignal.timeout(100) })).code).toBe('query_cancelled');
    const left = await engine.query('SELECT * FROM videos a, videos b');
    for await (const row of left.rows()) {
      expect(row).toHaveProperty('video_id');
      break;
    }
    await expect(left.summary).rejects.toMatchObject({ code: 'query_cancelled' });
    await using unread = await engine.query('SELECT * FROM videos a, videos b');
    expect(unread.columns.length).toBeGreaterThan(50);
    expect(await rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('refuses to be read twice, and a result above its byte limit', async () => {
    const result = await engine.query('SELECT 1 AS one');
    await result.toArray();
    await expect(result.toArray()).rejects.toThrow('read only once');
    expect((await errorOf('SELECT * FROM videos', { bytesMax: 10_000 })).code).toBe('result_too_large');
  });

  test('runs many queries at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => rows(`SELECT count(*) AS n FROM videos WHERE like_count = ${i}`)),
    );
    const [total] = await rows('SELECT count(*) AS n FROM videos WHERE like_count < 40');
    expect(answers.reduce((sum, [row]) => sum + Number(row?.n), 0)).toBe(total?.n);
  });

  test('reads nothing but the index', async () => {
    const canary = `${directory.path}/canary.csv`;
    await writeFile(canary, 'secret\nfound\n');
    for (const sql of [
      `SELECT * FROM '${canary}'`,
      `SELECT * FROM read_csv('${canary}')`,
      "SELECT getenv('PATH')",
      'SELECT * FROM duckdb_settings()',
    ]) {
      const error = await errorOf(sql);
      expect(error.kind).toBe('invalid');
      expect(JSON.stringify([error.message, error.sql])).not.toContain('found');
    }
    await rm(canary);
  });

  test.each([
    ['SELECT $1 AS a', ['x'], ['VARCHAR']],
    ['SELECT $1 + 1, [$1], $1 AS a, $1 AS a', [7], ['BIGINT', 'BIGINT[]', 'BIGINT', 'BIGINT']],
    ['SELECT video_id, $label AS label FROM videos', { label: null }, ['VARCHAR', 'INTEGER']],
    ['WITH p AS (SELECT coalesce($1, $2) AS p) FROM p', [1.5, 2], ['DOUBLE']],
  ])('explains what has the type of a parameter: %s', async (sql, parameters, types) => {
    const { columns } = await engine.explain(sql, { parameters });
    const result = await engine.query(sql, { parameters });
    expect(columns).toEqual(result.columns);
    expect(columns.map(({ type }) => type)).toEqual(types);
  });

  test('explains the columns of a wide result as the result has them, of equal names too', async () => {
    const items = Array.from({ length: 600 }, (_, i) => `${i % 2 ? 'play_count' : 'author'} AS c${i % 550}`);
    const sql = `SELECT ${items.join(', ')} FROM videos`;
    const { columns } = await engine.explain(sql);
    expect(columns).toHaveLength(600);
    expect(columns).toEqual((await engine.query(sql, { limit: 1 })).columns);
  });

  test('explains without running', async () => {
    const explanation = await engine.explain("SELECT author FROM videos WHERE create_time >= '2026-05-01'");
    expect(explanation.columns).toEqual([{ name: 'author', type: 'VARCHAR', nullable: true }]);
    expect(explanation.rules.find(({ rule }) => rule === 'prune-files')).toMatchObject({
      fired: true,
      table: 'videos',
    });
    expect(explanation.routes[0]?.filesRead).toBeLessThan(explanation.routes[0]?.filesTotal ?? 0);
  });

  test('times every stage, of a text that comes again too', async () => {
    for (const sql of ['SELECT count(*) AS stages FROM videos', 'SELECT author FROM videos LIMIT 1'])
      for (let time = 0; time < 3; time++) {
        const { stageMs } = await engine.explain(sql);
        expect(Object.keys(stageMs)).toEqual(['parse', 'admit', 'resolve', 'plan']);
      }
  });

  test('describes its tables', async () => {
    const schema = await engine.schema();
    const [videos] = schema.tables;
    expect(videos).toMatchObject({ name: 'videos', rowCount: 5_000 });
    for (const example of schema.tables.flatMap(({ examples }) => examples)) {
      expect(Array.isArray(await rows(example))).toBe(true);
    }
  });
});

test('queries go on in their snapshot while a new one is published, and later ones see the new one', async () => {
  await using own = await temporaryDirectory();
  await writeSmallIndex(own.path, 3_000);
  await using engine = await openEngine({ index: own.path, processes: 1, refreshMs: 20 });
  const before = await engine.query('SELECT a.video_id FROM videos a, range(20)');
  const first = before.snapshotId;
  await writeSmallIndex(own.path, 100, { play_count: '7' });
  await expect.poll(() => engine.snapshotId, { timeout: 5_000 }).not.toBe(first);
  expect(await before.toArray()).toHaveLength(60_000);
  const after = await engine.query('SELECT count(*) AS n, min(play_count) AS least FROM videos');
  expect(await after.toArray()).toEqual([{ n: 100, least: 7 }]);
});

test.each([
  ['index_missing', async (path: string) => rm(`${path}/CURRENT`)],
  ['index_corrupt', async (path: string) => writeFile(`${path}/CURRENT`, 'nonsense\n')],
  [
    'index_corrupt',
    async (path: string) => rm(`${path}/data/shortvideo/videos/month=2026-01`, { recursive: true }),
  ],
])('an unusable index is refused with %s', async (code, spoil) => {
  await using own = await temporaryDirectory();
  await writeSmallIndex(own.path, 1_000);
  await spoil(own.path);
  await expect(openEngine({ index: own.path })).rejects.toMatchObject({ code });
});

async function collect(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const list: Uint8Array[] = [];
  for await (const part of parts) list.push(part);
  return Buffer.concat(list).toString();
}
