import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from '@sdq/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeIndex } from '../../../test/support/test-service.ts';
import { RetainedResults } from '../src/sql/retained-results.ts';
import { retentionLimits } from '../src/sql/retention-limits.ts';
import { digestBytes, digestRows, linesOf, toJsonArray } from '../src/sql/row-lines.ts';

let directory: string;
let engine: Engine;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sdq-kept-'));
  await writeIndex(join(directory, 'index'));
  engine = await openEngine({
    index: join(directory, 'index'),
    isolation: 'in-process',
    advisoryParser: false,
  });
});
afterAll(async () => {
  await engine.close();
  await rm(directory, { recursive: true, force: true });
});

const all = { first: 0, count: 1_000, without: [] };

test('files are bounded in number and bytes; one that is read stays until it was read', async () => {
  const place = join(directory, 'kept');
  const results = new RetainedResults(engine, { ...retentionLimits, resultsMax: 2 }, place);
  const keep = async (n: number) =>
    await results.keep(await engine.query(`SELECT i FROM range(${n}) AS t(i)`, { platform: 'shortvideo' }), {
      accountId: 'acct_1',
    });
  const files = async () =>
    (await readdir(place, { recursive: true })).filter((name) => name.endsWith('.rows'));
  const first = await keep(10);
  const reading = await first.read(all);
  const second = await keep(20);
  const third = await keep(30);
  expect(results.size.results).toBe(2);
  await expect(first.read(all)).rejects.toMatchObject({ code: 'result_expired' });
  expect(await files()).toHaveLength(3);
  expect(await reading.toArray()).toHaveLength(10);
  await expect.poll(files).toHaveLength(2);
  // the one used last stays
  expect(await (await second.read(all)).toArray()).toHaveLength(20);
  await keep(40);
  await expect(third.read(all)).rejects.toMatchObject({ code: 'result_expired' });
  expect(results.size.bytes).toBeLessThan(2 * 200_000);
  second.drop();
  second.drop();
  expect(results.size.results).toBe(1);
  await results[Symbol.asyncDispose]();
  expect(await readdir(place)).toEqual([]);
});

test('an account that exceeds its quota loses its own least recently used results, and nobody else', async () => {
  const limits = { ...retentionLimits, accountResultsMax: 2 };
  await using results = new RetainedResults(engine, limits, join(directory, 'quota'));
  const keep = async (accountId: string, n: number) =>
    await results.keep(
      await engine.query(`SELECT i, md5(i::VARCHAR) AS h FROM range(${n}) AS t(i)`, {
        platform: 'shortvideo',
      }),
      { accountId },
    );
  const [theirs, first, second] = [await keep('other', 10), await keep('one', 10), await keep('one', 20)];
  await (await first.read(all)).toArray(); // used after the second
  const third = await keep('one', 30);
  await expect(second.read(all)).rejects.toMatchObject({ code: 'result_expired' });
  for (const each of [theirs, first, third])
    expect((await (await each.read(all)).toArray()).length).toBeGreaterThan(0);
  expect(results.sizeOf('one')).toMatchObject({ results: 2 });
  expect(results.sizeOf('other').bytes).toBe(theirs.summary.bytes);

  const bytesMax = third.summary.bytes + first.summary.bytes;
  const small = { ...retentionLimits, accountBytesMax: bytesMax };
  await using bounded = new RetainedResults(engine, small, join(directory, 'bytes'));
  const query = () =>
    engine.query('SELECT i, md5(i::VARCHAR) AS h FROM range(30) AS t(i)', { platform: 'shortvideo' });
  for (let i = 0; i < 4; i++) {
    await bounded.keep(await query(), { accountId: 'one' });
    expect(bounded.sizeOf('one').bytes).toBeLessThanOrEqual(bytesMax);
  }
  expect(bounded.sizeOf('one').results).toBeGreaterThan(0);
});

test('lines become an array without being parsed', () => {
  const lines = ['{"a":"x\\ny"}', '[1,2]', '9007199254740993'];
  const parts = [Buffer.from(`${lines[0]}\n[1`), Buffer.from(`,2]\n${lines[2]}\n`)];
  expect(toJsonArray(parts).toString()).toBe(`[${lines.join(',')}]`);
  expect(toJsonArray([]).toString()).toBe('[]');
  expect([...linesOf(parts)].map(String)).toEqual(lines);
  expect(digestRows(parts)).toHaveLength(3 * digestBytes);
  expect(digestRows([Buffer.from(`${lines.join('\n')}\n`)])).toEqual(digestRows(parts));
});
