import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { ProcessRunner } from '../../../../src/backends/duckdb/process/process-runner.ts';
import type { RunnablePlan } from '../../../../src/backends/duckdb/runnable-plan.ts';

/** What queries of one account do to those of another, and to others of its own. */

const plan = (sql: string) =>
  ({ sql, parameters: [], views: [], attachments: [], attempts: [] }) as unknown as RunnablePlan;

// Refused by the gate; here it stands for whatever nobody has found yet.
const crash = "SELECT (repeat('[', 100000) || '1' || repeat(']', 100000))::JSON::VARIANT AS v";
/** Fills whatever memory there is, in a few hundred milliseconds. */
const hoard = 'SELECT len(list(i)) AS n FROM range(200000000) AS t(i)';
/** Holds a third of the memory until it is cancelled. */
const largeForever =
  'SELECT count(*) AS n FROM range(1000000000000) AS b JOIN range(3000000) AS a ON a.range = b.range % 3000000';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let runner: ProcessRunner;
beforeEach(async () => {
  directory = await temporaryDirectory();
  runner = await ProcessRunner.open({
    directories: [directory.path],
    threads: 1,
    memoryBytesMax: 2 ** 28,
    concurrency: 4,
    processes: 2,
  });
  await expect.poll(() => runner.status.living, { timeout: 20_000 }).toBe(2);
});
afterEach(async () => {
  await runner[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

async function answer(
  account: string,
  sql: string,
  { runsApart = false, signal }: { runsApart?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const limits = { rowsMax: 1_000_000, bytesMax: 1e9, timeoutMs: 60_000, account, runsApart };
  const query = await runner.start(plan(sql), limits, signal);
  const parts: Uint8Array[] = [];
  for await (const part of query.bytes('ndjson')) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('a query that runs apart and crashes ends no process of others', async () => {
  const before = runner.pids;
  for (let i = 0; i < 3; i++) {
    const crashed = answer('a', crash, { runsApart: true }).catch((error: unknown) => error);
    const others = Array.from({ length: 8 }, (_, n) => answer(n % 2 === 0 ? 'a' : 'b', `SELECT ${n} AS n`));
    expect(await Promise.all(others)).toEqual(others.map((_, n) => `{"n":${n}}\n`));
    expect(await crashed).toMatchObject({ code: 'query_crashed_engine' });
  }
  expect(runner.pids).toEqual(before);
  expect(runner.status.replaced).toBe(0);
}, 60_000);

test('queries of one account that run apart share a process, which ends when another account needs one', async () => {
  const before = runner.pids;
  const ownOf = () => runner.pids.filter((pid) => !before.includes(pid));
  expect(await answer('a', 'SELECT 1 AS n', { runsApart: true })).toBe('{"n":1}\n');
  const [own] = ownOf();
  expect(own).toBeDefined();
  expect(await answer('a', 'SELECT 2 AS n', { runsApart: true })).toBe('{"n":2}\n');
  expect(ownOf()).toEqual([own]);
  const others = ['b', 'c', 'd'].map((account) => answer(account, 'SELECT 3 AS n', { runsApart: true }));
  expect(await Promise.all(others)).toEqual(others.map(() => '{"n":3}\n'));
  expect(ownOf()).not.toContain(own);
  expect(ownOf().length).toBeLessThanOrEqual(2);
}, 60_000);

test('when memory is short, small queries are answered beside queries that take all of it', async () => {
  const hoards = Array.from({ length: 3 }, () => answer('a', hoard).catch((error: unknown) => error));
  let isOver = false;
  const over = Promise.all(hoards).finally(() => {
    isOver = true;
  });
  for (let i = 0; !isOver && i < 400; i++) {
    const account = i % 2 === 0 ? 'a' : 'b';
    const sql = `SELECT ${i} AS i, count(DISTINCT n * 7919 % 100003) AS n FROM range(100000) AS t(n)`;
    expect(await answer(account, sql)).toMatch(`{"i":${i},"n":`);
  }
  for (const error of await over) expect(String(error)).toMatch(/memory|allocat/i);
}, 120_000);

function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4_096;
}

test('no account shares a process with another’s large query', async () => {
  const before = runner.pids;
  const controller = new AbortController();
  const large = Array.from({ length: 2 }, () =>
    answer('a', largeForever, { signal: controller.signal }).catch((error: unknown) => error),
  );
  await expect
    .poll(() => before.every((pid) => residentBytes(pid) > 2 ** 27), { timeout: 30_000 })
    .toBe(true);
  // Both processes have a large query, which is told within 25 ms: one of them makes way for a new one, not both.
  let pids = before;
  while (pids.every((pid) => before.includes(pid))) {
    expect(await answer('b', 'SELECT 1 AS n')).toBe('{"n":1}\n');
    pids = runner.pids;
  }
  const others = Array.from({ length: 4 }, (_, n) => answer('b', `SELECT ${n} AS n`));
  expect(await Promise.all(others)).toEqual(others.map((_, n) => `{"n":${n}}\n`));
  expect(runner.pids.length).toBe(3);
  controller.abort();
  for (const error of await Promise.all(large)) expect(error).toMatchObject({ code: 'query_cancelled' });
}, 120_000);

test('a query whose caller left shortly before its process crashed is suspected; one that is waited for, or has ended, is not', async () => {
  const suspected: string[] = [];
  const begin = (name: string, sql: string, signal?: AbortSignal) => {
    const onSuspected = () => suspected.push(name);
    const limits = { rowsMax: 1, bytesMax: 1e9, timeoutMs: 60_000, account: 'a', onSuspected };
    return runner.start(plan(sql), limits, signal);
  };
  const endless = 'SELECT count(*) AS n FROM range(1000000000000) AS b WHERE hash(range) = 7';
  for (const name of ['ended', 'ended too']) {
    const query = await begin(name, 'SELECT 1 AS n');
    for await (const _ of query.bytes('ndjson'));
  }
  const controller = new AbortController();
  const left = ['left', 'left too'].map((name) => begin(name, endless, controller.signal));
  const waiting = ['waiting', 'waiting too'].map((name) =>
    begin(name, endless).catch((error: unknown) => error),
  );
  controller.abort();
  for (const each of left) await expect(each).rejects.toMatchObject({ code: 'query_cancelled' });
  for (const pid of runner.pids) process.kill(pid, 'SIGSEGV');
  await expect.poll(() => suspected.length, { timeout: 20_000 }).toBe(2);
  expect(suspected.sort()).toEqual(['left', 'left too']);
  await runner[Symbol.asyncDispose]();
  for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(Error);
}, 60_000);
