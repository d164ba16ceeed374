import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { ResultParts } from '../../src/backend/result-parts.ts';
import type { ResultStream, ResultSummary } from '../../src/backend/result-stream.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { openEngine } from '../../src/engine/open-engine.ts';
import { ResultCache, resultCacheDefaults } from '../../src/engine/result-cache.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  engine = await openEngine({ index: directory.path, isolation: 'in-process', advisoryParser: false });
});

afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

async function ask(sql: string, parameters: unknown[] = []) {
  const result = await engine.query(sql, { parameters: parameters as never });
  return { rows: await result.toArray(), cache: result.facts.cache };
}

test('an equal query is answered from what was kept, however it is spelled', async () => {
  const first = await ask('SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY ALL');
  const again = await ask(
    'select   author, count(*) AS n /* same */ from videos GROUP BY author\nORDER BY ALL;',
  );
  expect(first.cache).toBe('miss');
  expect(again).toEqual({ rows: first.rows, cache: 'hit' });
});

test('another literal, parameter, limit or platform is another query', async () => {
  expect((await ask('SELECT count(*) AS n FROM videos WHERE play_count > 10')).cache).toBe('miss');
  expect((await ask('SELECT count(*) AS n FROM videos WHERE play_count > 11')).cache).toBe('miss');
  // In a tree these two are the same double.
  const large = await ask('SELECT 9007199254740993 AS n FROM videos LIMIT 1');
  const next = await ask('SELECT 9007199254740992 AS n FROM videos LIMIT 1');
  expect([large.rows, next.rows]).toEqual([[{ n: '9007199254740993' }], [{ n: '9007199254740992' }]]);
  expect((await ask('SELECT count(*) AS n FROM videos WHERE play_count > ?', [1])).cache).toBe('miss');
  expect((await ask('SELECT count(*) AS n FROM videos WHERE play_count > ?', [2])).cache).toBe('miss');
  expect((await ask('SELECT count(*) AS n FROM videos WHERE play_count > ?', [2])).cache).toBe('hit');
});

test('a text is another parameter than the whole number that it looks like', async () => {
  const typeOf = (value: unknown) => ask('SELECT typeof(?) AS type, count(*) AS n FROM videos', [value]);
  expect(await typeOf('9n')).toMatchObject({ cache: 'miss', rows: [{ type: 'VARCHAR' }] });
  expect(await typeOf(9n)).toMatchObject({ cache: 'miss', rows: [{ type: 'BIGINT' }] });
});

test('what one tenant asked is not told to another, in the answer or by a text that was read before', async () => {
  const text = 'SELECT max(play_count) AS most FROM videos WHERE like_count > 3';
  const askAs = async (tenant: string | undefined) => {
    const result = await engine.query(text, tenant === undefined ? {} : { tenant });
    await result.toArray();
    return result.facts.cache;
  };
  for (const tenant of ['a', 'b', undefined]) {
    expect(await askAs(tenant)).toBe('miss');
    expect(await askAs(tenant)).toBe('hit');
  }
  using place = engine.enqueue('c');
  const placed = await engine.query(text, { ...(place && { place }), tenant: 'a' });
  await placed.toArray();
  expect(placed.facts.cache).toBe('miss');
});

test.each([
  'SELECT random() AS r FROM videos LIMIT 1',
  'SELECT count(*) AS n FROM videos WHERE create_time < now()',
  'SELECT count(*) AS n FROM videos WHERE create_time < current_date',
  'SELECT * FROM videos USING SAMPLE 3 ROWS',
])('not kept: %s', async (sql) => {
  await ask(sql);
  expect((await ask(sql)).cache).toBe('miss');
});

test('a format that was not asked for before is made by running the query', async () => {
  const sql = 'SELECT video_id FROM videos ORDER BY video_id LIMIT 5';
  const { rows } = await ask(sql);
  const result = await engine.query(sql);
  const parts: Uint8Array[] = [];
  for await (const part of result.bytes('csv')) parts.push(part.slice());
  const lines = Buffer.concat(parts).toString().trim().split('\r\n');
  expect(lines.slice(1)).toEqual(rows.map(({ video_id: id }) => id));
  expect(await result.summary).toMatchObject({ rowCount: 5 });
});

const summary: ResultSummary = { rowCount: 1, bytes: 3, truncated: false, elapsedMs: 1, attempt: null };

function query(texts: readonly string[], onRead: () => void = () => {}): ResultStream {
  const parts = texts.map((text) => Buffer.from(text));
  return {
    columns: [],
    summary,
    rowsTaken: 0,
    bytes() {
      onRead();
      return new ResultParts({ take: async () => parts.shift() ?? null, close() {} });
    },
    spool: async () => summary,
    close() {},
  };
}

async function readAll({ stream }: { stream: ResultStream }): Promise<string> {
  let text = '';
  for await (const part of stream.bytes('json')) text += Buffer.from(part).toString();
  return text;
}

test('of equal queries at once, one runs', async () => {
  const cache = new ResultCache(resultCacheDefaults);
  let runs = 0;
  const begin = async () => query(['a', 'b'], () => runs++);
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => await readAll(await cache.start('key', begin))),
  );
  expect([new Set(answers), runs]).toEqual([new Set(['ab']), 1]);
});

test('a query that fails, or is left, lets the next one run', async () => {
  const cache = new ResultCache({ ...resultCacheDefaults, waitMs: 60_000 });
  const failing = cache.start('key', async () => {
    throw new Error('broken');
  });
  const next = cache.start('key', async () => query(['ok']));
  await expect(failing).rejects.toThrow('broken');
  const { stream: left } = await next;
  left.close();
  expect(await readAll(await cache.start('key', async () => query(['again'])))).toBe('again');
});

test('holds no more bytes than it may, and drops what was unused longest', async () => {
  const cache = new ResultCache({ bytesMax: 5_000, entryBytesMax: 1_500, waitMs: 0 });
  const text = 'x'.repeat(1_000);
  for (const key of ['a', 'b', 'a', 'c']) await readAll(await cache.start(key, async () => query([text])));
  expect(cache.bytes).toBeLessThanOrEqual(5_000);
  let runs = 0;
  const counted = async () => query([text], () => runs++);
  await readAll(await cache.start('a', counted));
  expect(runs).toBe(0);
  await readAll(await cache.start('b', counted));
  expect(runs).toBe(1);
});

test('a large result is not kept', async () => {
  const cache = new ResultCache({ bytesMax: 10_000, entryBytesMax: 100, waitMs: 0 });
  await readAll(await cache.start('a', async () => query(['x'.repeat(60), 'y'.repeat(60)])));
  expect(cache.bytes).toBe(0);
});
