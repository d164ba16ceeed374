import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type ResultFormat, resultFormats } from '@sdq/contract';
import type { Engine, QueryOptions, QueryResult } from '@sdq/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BackendName, type Backends, backendNames, makeBackends } from './backends.ts';

/** What every backend has to do the same, through the engine: docs/backends.md. */
let backends: Backends;
/** DuckDB in this process: its answers are what the others are held against. */
let reference: Engine;
beforeAll(async () => {
  backends = await makeBackends();
  await backends.publish(3_000);
  reference = await backends.open('duckdb', { isolation: 'in-process' });
});
afterAll(async () => {
  await reference?.close();
  await backends?.[Symbol.asyncDispose]();
});

const formats = Object.keys(resultFormats) as ResultFormat[];

/** Each in a total order, and together of every type that tables have; the last has several batches. */
const queries: readonly (readonly [string, QueryOptions?])[] = [
  ['SELECT * FROM videos ORDER BY video_id LIMIT 40'],
  [
    `SELECT author, count(*) AS n, sum(play_count) AS plays, max(create_time) AS last
     FROM videos GROUP BY author ORDER BY n DESC, author`,
  ],
  [
    'SELECT author, author FROM videos WHERE play_count > $1 AND author <> $2 ORDER BY video_id',
    { parameters: [9_007_199_254_740_991, 'user3'] },
  ],
  ["SELECT count(*) AS n FROM videos WHERE duration_ms < 0 OR author = 'user3'"],
  ['SELECT video_id FROM videos ORDER BY video_id LIMIT 0'],
  ['SELECT * EXCLUDE (mentions) FROM videos ORDER BY video_id LIMIT 40'],
  ['SELECT video_id, is_ad, duration_ms, hashtags FROM videos ORDER BY author NULLS FIRST, video_id DESC'],
];
const everyVideo = 'SELECT video_id, play_count, hashtags FROM videos ORDER BY video_id';
/** What the small translation of one backend does not know. */
const refusedBy: Partial<Record<BackendName, string>> = {
  sqlite: queries[5]?.[0] as string,
  'by-platform': queries[5]?.[0] as string,
};
/** Goes on for many seconds when it is let. */
const slow =
  'SELECT count(*) AS n FROM videos a, videos b, videos c WHERE a.video_id < b.video_id AND b.video_id < c.video_id';
const endless = 'SELECT a.video_id, b.description FROM videos a, videos b';

async function bytesOf(result: QueryResult, format: ResultFormat, shape?: 'arrays'): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of result.bytes(format, shape && { shape })) parts.push(part.slice());
  return Buffer.concat(parts).toString('latin1');
}

/** What fails, as a caller sees it. */
async function faultOf(work: Promise<unknown>): Promise<Partial<AppError> & { place?: unknown }> {
  const error: unknown = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  const { code, sql } = error;
  const place = sql.map(({ offset, length, line, column, near }) => ({ offset, length, line, column, near }));
  return { code, place, sql };
}

describe.each(backendNames)('backend %s', (name) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await backends.open(name, { cacheBytesMax: 0 });
  });
  afterAll(() => engine.close());

  const ended = async () =>
    await expect.poll(() => engine.status()).toMatchObject({ queriesRunning: 0, queriesWaiting: 0 });

  /** Whether a backend refuses a query of the list that it may refuse: one does not store NULL in place of a list. */
  const isRefused = async (sql: string, options?: QueryOptions) => {
    const fault = await engine.explain(sql, options).then(
      () => undefined,
      (error: AppError) => error.code,
    );
    const isKnown = sql === refusedBy[name] || sql === queries[0]?.[0];
    if (fault !== 'not_supported_by_backend' || !isKnown) return false;
    expect(name).not.toBe('duckdb');
    return true;
  };

  test('gives the same bytes of every format', async () => {
    for (const [sql, options] of queries) {
      if (await isRefused(sql, options)) continue;
      for (const format of formats) {
        const result = await engine.query(sql, options);
        const bytes = await bytesOf(result, format);
        expect(
          bytes === (await bytesOf(await reference.query(sql, options), format)),
          `${format} of ${sql}`,
        ).toBe(true);
        expect(await result.summary).toMatchObject({ bytes: bytes.length, truncated: false });
      }
    }
    const [first] = queries[refusedBy[name] === undefined ? 5 : 0] as [string];
    const arrays = await bytesOf(await engine.query(first), 'json', 'arrays');
    expect(arrays).toBe(await bytesOf(await reference.query(first), 'json', 'arrays'));
  });

  test('describes a result without running it', async () => {
    for (const [sql, options] of queries) {
      if (await isRefused(sql, options)) continue;
      const explained = await engine.explain(sql, options);
      await using result = await engine.query(sql, options);
      expect(explained.columns).toEqual(result.columns);
      expect(result.columns).toEqual((await reference.explain(sql, options)).columns);
      expect(explained.routes.map(({ table }) => table)).toEqual(['shortvideo.videos']);
      expect(result.facts).toMatchObject({ snapshotId: reference.snapshotId, cache: 'miss' });
      expect(Object.keys(result.facts.stageMs)).toEqual(['parse', 'admit', 'resolve', 'plan', 'execute']);
    }
    expect((await engine.explain(slow)).columns).toMatchObject([{ name: 'n', type: 'BIGINT' }]);
  });

  test('cuts a result at its limits, and says so', async () => {
    const cut = await engine.query(everyVideo, { limit: 2_049 });
    expect(await cut.toArray()).toHaveLength(2_049);
    expect(await cut.summary).toMatchObject({ rowCount: 2_049, truncated: true });
    const whole = await engine.query(everyVideo, { limit: 3_000 });
    expect(await whole.toArray()).toHaveLength(3_000);
    expect(await whole.summary).toMatchObject({ rowCount: 3_000, truncated: false });
    const narrow = await engine.query(everyVideo, { bytesMax: 10_000 });
    expect(await faultOf(bytesOf(narrow, 'json'))).toMatchObject({ code: 'result_too_large' });
  });

  test('tells faults of the text with their place in it', async () => {
    const texts = [
      "/* ü🎈 */ SELECT video_id,\n  'ä' AS a, play_cuont\nFROM videos",
      'SELECT nothing.author FROM videos',
      'SELECT video_id,\n  CAST(author AS BIGINT) AS n FROM videos',
      'SELECT video_id FROM vidoes',
      "SELECT read_text('/etc/passwd') AS t",
      'DELETE FROM videos',
    ];
    for (const sql of texts) {
      const { code, place } = await faultOf(engine.query(sql).then(async (result) => await result.toArray()));
      const expected = await faultOf(reference.query(sql).then(async (result) => await result.toArray()));
      expect({ code, place }, sql).toEqual({ code: expected.code, place: expected.place });
    }
    const { sql } = await faultOf(engine.explain(texts[0] as string));
    expect(sql?.[0]).toMatchObject({
      line: 2,
      column: 13,
      near: 'play_cuont',
      candidates: expect.arrayContaining(['play_count']),
    });
  });

  test('ends a query that is cancelled, late or left, and goes on with others', async () => {
    const controller = new AbortController();
    const aborted = faultOf(engine.query(slow, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 100);
    expect(await aborted).toMatchObject({ code: 'query_cancelled' });
    const all = [faultOf(engine.query(slow)), faultOf(engine.query(slow))];
    setTimeout(() => engine.cancelAll(), 100);
    expect(await Promise.all(all)).toMatchObject([{ code: 'query_cancelled' }, { code: 'query_cancelled' }]);
    expect(await faultOf(engine.query(slow, { timeoutMs: 150 }))).toMatchObject({ code: 'query_timeout' });
    await ended();

    const left = await engine.query(endless);
    let parts = 0;
    for await (const _part of left.bytes('ndjson')) if (++parts === 3) break;
    expect(left.rowsTaken).toBeGreaterThan(0);
    await expect(left.summary).rejects.toMatchObject({ code: 'query_cancelled' });
    const disposed = await engine.query(endless);
    const reader = disposed.bytes('csv');
    await reader.next();
    const following = faultOf(
      (async () => {
        for (;;) if ((await reader.next()).done === true) return;
      })(),
    );
    await disposed[Symbol.asyncDispose]();
    expect(await following).toMatchObject({ code: 'query_cancelled' });
    await ended();
    expect(await (await engine.query('SELECT count(*) AS n FROM videos')).toArray()).toEqual([{ n: 3_000 }]);
  });

  test('answers many at once', async () => {
    const authors = Array.from({ length: 12 }, (_, author) => `user${author}`);
    const countOf = async (from: Engine, author: string) =>
      await (
        await from.query('SELECT count(*) AS n FROM videos WHERE author = $1', { parameters: [author] })
      ).toArray();
    const counts = await Promise.all(authors.map(async (author) => await countOf(engine, author)));
    for (const [index, author] of authors.entries())
      expect(counts[index]).toEqual(await countOf(reference, author));
  });

  test('keeps results that any other backend reads, when it is closed too', async () => {
    const own = await backends.open(name);
    const path = join(backends.directory, `kept by ${name}`);
    const result = await own.query(everyVideo, { limit: 2_500 });
    const { columns, snapshotId } = result;
    const counts: number[] = [];
    const summary = await result.spool(path, { onRows: (rows) => counts.push(rows) });
    expect(summary).toMatchObject({ rowCount: 2_500, truncated: true });
    const failing = join(backends.directory, `failed by ${name}`);
    const work = own
      .query('SELECT CAST(author AS BIGINT) AS n FROM videos')
      .then((each) => each.spool(failing));
    expect(await faultOf(work)).toMatchObject({ code: 'sql_conversion_error' });
    const unquoted = await faultOf(
      own
        .query('SELECT CAST(author AS BIGINT) AS n FROM videos', { quotesValues: false })
        .then((each) => each.toArray()),
    );
    expect(unquoted).toMatchObject({ sql: [{ message: expect.stringMatching(/['"]…['"]|^[^'"]*$/) }] });
    const cancelled = await own.query(endless);
    const stored = faultOf(cancelled.spool(failing));
    setTimeout(() => void cancelled[Symbol.asyncDispose](), 50);
    expect(await stored).toMatchObject({ code: 'query_cancelled' });
    await expect.poll(() => access(failing).catch((error: Error) => error.message)).toMatch('ENOENT');
    await own.close();
    const rows = await (await reference.query(everyVideo)).toArray();
    for (const reader of [engine, reference]) {
      const read = async (first: number, count: number, without: number[] = []) =>
        await reader.readSpooled({ path, first, count, without, snapshotId });
      expect((await read(0, 1)).columns).toEqual(columns);
      expect(await (await read(2_040, 20)).toArray()).toEqual(rows.slice(2_040, 2_060));
      expect(await (await read(1, 2, [0, 2])).toArray()).toEqual([rows[3], rows[4]]);
      expect(await (await read(2_499, 9)).toArray()).toEqual([rows[2_499]]);
      for (const format of formats) {
        const direct = await bytesOf(await reference.query(everyVideo, { limit: 2_500 }), format);
        expect((await bytesOf(await read(0, 2_500), format)) === direct, format).toBe(true);
      }
      const gone = reader.readSpooled({
        path: `${path} no more`,
        first: 0,
        count: 1,
        without: [],
        snapshotId,
      });
      expect(await faultOf(gone)).toMatchObject({ code: 'result_expired' });
    }
  });

  test('names equal requests alike, and answers them from what it kept', async () => {
    await using own = await backends.open(name);
    const ask = async (sql: string, options?: QueryOptions) => {
      const result = await own.query(sql, options);
      return { rows: await result.toArray(), facts: result.facts };
    };
    const first = await ask('SELECT author FROM videos ORDER BY video_id LIMIT 3');
    const again = await ask('select author from videos -- the same\norder by video_id limit 3;');
    expect(again).toMatchObject({
      rows: first.rows,
      facts: { cache: 'hit', identity: first.facts.identity },
    });
    expect(again.facts.scan).toEqual({ rows: 0, bytes: 0 });
    expect(await reference.identify('SELECT author FROM videos ORDER BY video_id LIMIT 3')).toBe(
      first.facts.identity,
    );
    expect((await ask('SELECT author FROM videos ORDER BY video_id LIMIT 3', { limit: 2 })).facts.cache).toBe(
      'miss',
    );
    expect(await own.identify('SELECT random()')).toBeNull();
    expect(own.status().cacheBytes).toBeGreaterThan(0);
  });

  test('says what it is, and nothing more when it is closed', async () => {
    const own = await backends.open(name);
    expect(own.status()).toMatchObject({
      backend: name === 'by-platform' ? 'duckdb, sqlite' : name.replace('-cluster', ''),
      snapshotId: reference.snapshotId,
      processes: { wanted: name === 'clickhouse-cluster' ? 3 : name === 'by-platform' ? 2 : 1 },
    });
    expect(own.status().processes?.living).toBeGreaterThan(0);
    const running = await own.query(endless);
    await own.close();
    await expect(running.summary).rejects.toMatchObject({ code: 'query_cancelled' });
    expect(await faultOf(own.query(everyVideo))).toMatchObject({ code: 'engine_closed' });
  });
});

test('what a backend does not answer is refused with its place', async () => {
  await using engine = await backends.open('sqlite');
  const sql = 'SELECT video_id,\n  median(play_count) AS m FROM videos GROUP BY ALL';
  const { code, sql: faults } = await faultOf(engine.query(sql));
  expect(code).toBe('not_supported_by_backend');
  expect(faults).toMatchObject([{ line: 2, column: 3, near: 'median' }]);
  await expect(backends.open('sqlite', { threads: 2 })).rejects.toMatchObject({ code: 'usage_error' });
});

test.each(backendNames)('a snapshot of %s that is held stays, and the next one is taken up', async (name) => {
  await using engine = await backends.open(name);
  const before = engine.snapshotId;
  const hold = engine.holdSnapshot();
  const count = async (options?: QueryOptions) =>
    await (await engine.query('SELECT count(*) AS n FROM videos', options)).toArray();
  const [{ rowCount: known } = { rowCount: 0 }] = (await engine.schema()).tables.filter(
    (each) => each.name === 'videos',
  );
  const running = await engine.query(everyVideo);
  await backends.publish(known + 100);
  await engine.refresh();
  expect(engine.snapshotId).not.toBe(before);
  expect(await count()).toEqual([{ n: known + 100 }]);
  expect((await engine.schema()).tables.find((each) => each.name === 'videos')?.rowCount).toBe(known + 100);
  expect(await count({ snapshotId: before })).toEqual([{ n: known }]);
  hold[Symbol.dispose]();
  hold[Symbol.dispose]();
  expect(await count({ snapshotId: before })).toEqual([{ n: known }]); // the query that runs holds it still
  expect(await running.toArray()).toHaveLength(known);
  expect(await faultOf(count({ snapshotId: before }))).toMatchObject({ code: 'result_expired' });
});
