import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Engine, openEngine, type QueryOptions } from '@sdq/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeIndex } from '../../../../test/support/test-service.ts';
import { warnOfCut } from '../../src/engine/embedding.ts';

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sdq-embedding-'));
  await writeIndex(root);
  engine = await openEngine({ index: root, isolation: 'in-process', refreshMs: 0, advisoryParser: false });
});
afterAll(async () => {
  await engine.close();
  await rm(root, { recursive: true, force: true });
});

test('12: an aborted query rejects with the reason of its signal as the cause, before and while it runs', async () => {
  const reason = new Error('the user left');
  const early = engine.query('SELECT 1', { signal: AbortSignal.abort(reason) });
  await expect(early).rejects.toMatchObject({ code: 'query_cancelled', cause: reason });
  const controller = new AbortController();
  const result = await engine.query('SELECT video_id FROM videos', { signal: controller.signal });
  controller.abort(reason);
  await expect(result.toArray()).rejects.toMatchObject({ code: 'query_cancelled', cause: reason });
});

test('12: a Date is bound as its time, undefined as NULL, and an invalid Date is refused', async () => {
  const since = new Date('2026-03-01T00:30:00Z');
  const parameters = { since, author: undefined };
  const sql = 'SELECT count(*) AS n, $author IS NULL AS none FROM videos WHERE create_time <= $since';
  expect(await (await engine.query(sql, { parameters })).toArray()).toEqual([{ n: 1_800, none: true }]);
  const invalid = engine.query('SELECT $1 AS d', { parameters: [new Date(Number.NaN)] });
  await expect(invalid).rejects.toMatchObject({ code: 'sql_parameter_error' });
});

test('12: an unknown platform is refused with the known ones', async () => {
  await expect(engine.query('SELECT 1', { platform: 'shortvideos' })).rejects.toMatchObject({
    code: 'usage_error',
    hint: expect.stringContaining('shortvideo'),
  });
});

test('12: options may be undefined, as a program with exactOptionalPropertyTypes passes them on', async () => {
  const options: QueryOptions = {
    signal: undefined,
    limit: undefined,
    tenant: undefined,
    timeoutMs: undefined,
  };
  expect(await (await engine.query('SELECT 1 AS one', options)).toArray()).toEqual([{ one: 1 }]);
});

test('12: a closed engine says that it is closed, and that a repetition does not help', async () => {
  const other = await openEngine({ index: root, isolation: 'in-process', advisoryParser: false });
  await other.close();
  await expect(other.query('SELECT 1')).rejects.toMatchObject({ code: 'engine_closed', retryable: false });
});

test('12: rows left out by the default limit are told with a warning', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  warnOfCut({ truncated: false } as never);
  expect(warn).not.toHaveBeenCalled();
  warnOfCut({ truncated: true } as never);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('1,000,000 rows'), expect.anything());
  warn.mockRestore();
});

test('12: a program may ask for more rows than the default limit', async () => {
  const result = await engine.query('SELECT i FROM range(1100001) AS numbers(i)', { limit: 1_100_000 });
  let rows = 0;
  for await (const batch of result.batches()) rows += batch.numRows;
  expect(rows).toBe(1_100_000);
  expect(await result.summary).toMatchObject({ truncated: true });
});

test('12: a program ends by itself when it leaves its engine open', async () => {
  const program = `import { openEngine } from '@sdq/core';
    const engine = await openEngine({ index: ${JSON.stringify(root)}, processes: 1 });
    console.log((await (await engine.query('SELECT 1 AS one')).toArray())[0].one);`;
  const words = ['--conditions=@sdq/source', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: import.meta.dirname });
  expect(stdout).toBe('1\n');
});
