import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, openEngine } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 5_000);
});
afterAll(() => directory[Symbol.asyncDispose]());

/** Values of many kinds, of which some tell runs apart. */
const everyKind = `SELECT i, i::HUGEINT * 1000000000000 AS h, 1.25::DECIMAL(20, 3) AS d, 'x' || i AS s, [i, NULL] AS l,
  {'a b': i, 'c': 'x"y'} AS st, row(i, 'x') AS pair, MAP {'k': i} AS m, TIMESTAMPTZ '2020-01-01' + to_days(i::INTEGER % 9) AS t, NULL AS n,
  INTERVAL 3 DAY AS iv, uuid() AS u, random() AS r, DATE '2020-02-29' AS date, i AS i, 'nan'::DOUBLE AS nan,
  CASE WHEN i % 3 = 0 THEN NULL ELSE repeat('ü', (i % 40)::INTEGER) END AS text
  FROM range(5000) AS t(i)`;

describe.each(['process', 'in-process'] as const)('results that are kept, isolation %s', (isolation) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({ index: directory.path, isolation, processes: 2, cacheBytesMax: 0 });
  });
  afterAll(() => engine.close());
  let files = 0;
  const newFile = () => join(directory.path, `${isolation}-${files++}`);

  test('any part, in any format and in any order, is what was kept', async () => {
    const path = newFile();
    const query = await engine.query(everyKind, { limit: 4_500 });
    const counts: number[] = [];
    const summary = await query.spool(path, { onRows: (rows) => counts.push(rows) });
    expect(summary).toMatchObject({ rowCount: 4_500, truncated: true });
    expect(summary.bytes).toBeGreaterThan(100_000);
    const part = async (first: number, count: number, without: readonly number[] = []) =>
      await engine.readSpooled({ path, first, count, without, snapshotId: query.snapshotId });
    const all = await (await part(0, 4_500)).toArray();
    expect(all).toHaveLength(4_500);
    expect(all[7]).toMatchObject({
      i: 7,
      h: 7_000_000_000_000,
      s: 'x7',
      i_1: 7,
      n: null,
      nan: null,
      st: { 'a b': 7, c: 'x"y' },
      pair: [7, 'x'],
    });
    expect((await part(0, 1)).columns).toEqual(query.columns);
    const left = all.filter((_, index) => index !== 3 && index !== 2_100);
    await fc.assert(
      fc.asyncProperty(fc.nat(4_600), fc.nat(2_500), fc.boolean(), async (first, count, leavesOut) => {
        const rows = await (await part(first, count, leavesOut ? [3, 2_100] : [])).toArray();
        expect(rows).toEqual((leavesOut ? left : all).slice(first, first + count));
      }),
      { numRuns: 5 },
    );
    const text = async (format: 'csv' | 'json', shape?: 'arrays') => {
      const parts: Uint8Array[] = [];
      for await (const bytes of (await part(10, 5)).bytes(format, shape && { shape })) parts.push(bytes);
      return Buffer.concat(parts).toString();
    };
    expect((await text('csv')).split('\n')[1]).toContain('x10');
    expect(JSON.parse(await text('json', 'arrays'))).toEqual(
      all.slice(10, 15).map((row) => Object.values(row)),
    );
    let rows = 0;
    for await (const batch of (await part(0, 4_500)).batches()) rows += batch.numRows;
    expect(rows).toBe(4_500);
    await rm(path);
  });

  test('a result without rows is kept too', async () => {
    const path = newFile();
    const summary = await (await engine.query('SELECT video_id FROM videos WHERE false')).spool(path);
    expect(summary).toMatchObject({ rowCount: 0, truncated: false });
    const read = await engine.readSpooled({ path, first: 0, count: 10, without: [], snapshotId: '' });
    expect(read.columns).toMatchObject([{ name: 'video_id', type: 'VARCHAR' }]);
    expect(await read.toArray()).toEqual([]);
  });

  test('a result that fails or is too large leaves no file', async () => {
    const keep = async (sql: string, bytesMax?: number) => {
      const path = newFile();
      const work = async () =>
        await (await engine.query(sql, bytesMax === undefined ? {} : { bytesMax })).spool(path);
      const error: unknown = await work().catch((reason: unknown) => reason);
      await expect(access(path)).rejects.toThrow();
      return error;
    };
    const failing =
      "SELECT repeat('x', 200) AS pad, CASE WHEN i < 80000 THEN 1 ELSE ('no' || i)::INTEGER END AS n FROM range(90000) AS t(i)";
    expect(await keep(failing)).toMatchObject({ code: 'sql_conversion_error' });
    expect(await keep("SELECT repeat('x', 1000) || i AS pad FROM range(80000) AS t(i)", 1e6)).toMatchObject({
      code: 'result_too_large',
    });
    const cut = newFile();
    const wide = await engine.query(
      "SELECT i, md5(i::VARCHAR) || repeat('x', 500) AS pad FROM range(99000) AS t(i)",
      {
        bytesMax: 1e6,
      },
    );
    const { rowCount, truncated } = await wide.spool(cut, { isCutAtBytes: true });
    expect(truncated).toBe(true);
    expect(rowCount).toBeLessThan(99_000);
    const part = { path: cut, first: rowCount - 1, count: 5, without: [], snapshotId: '' };
    expect(await (await engine.readSpooled(part)).toArray()).toMatchObject([{ i: rowCount - 1 }]);
  });

  test('a file that is gone, cut off or of another version is told as a result that is no longer kept', async () => {
    const path = newFile();
    await (await engine.query('SELECT video_id FROM videos')).spool(path);
    const whole = await readFile(path);
    const read = async () =>
      await (await engine.readSpooled({ path, first: 0, count: 9, without: [], snapshotId: '' })).toArray();
    expect(await read()).toHaveLength(9);
    for (const bytes of [whole.subarray(0, -1), whole.subarray(1), Buffer.from('DUCK of an older version')]) {
      await writeFile(path, bytes);
      await expect(read()).rejects.toMatchObject({ code: 'result_expired' });
    }
    await rm(path);
    await expect(read()).rejects.toMatchObject({ code: 'result_expired' });
  });
});

test('a snapshot that is held can be read by its id, one that is not cannot', async () => {
  await using engine = await openEngine({
    index: directory.path,
    isolation: 'in-process',
    advisoryParser: false,
  });
  using hold = engine.holdSnapshot();
  const result = await engine.query('SELECT 1 AS one', { snapshotId: hold.snapshotId });
  expect(await result.toArray()).toEqual([{ one: 1 }]);
  await expect(engine.query('SELECT 1', { snapshotId: 'f'.repeat(32) })).rejects.toMatchObject({
    code: 'result_expired',
  });
});

test('equal requests have equal identities, and unsteady ones none', async () => {
  await using engine = await openEngine({
    index: directory.path,
    isolation: 'in-process',
    advisoryParser: false,
  });
  const one = await engine.identify('SELECT author FROM videos', { limit: 5 });
  expect(one).not.toBeNull();
  expect(await engine.identify('select author\n from videos;', { limit: 5 })).toBe(one);
  expect(await engine.identify('SELECT author FROM videos', { limit: 6 })).not.toBe(one);
  expect(await engine.identify('SELECT random()')).toBeNull();
});
