import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { isLivingProcess } from '@sdq/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { ProcessRunner } from '../../../../src/backends/duckdb/process/process-runner.ts';
import type { RunnablePlan } from '../../../../src/backends/duckdb/runnable-plan.ts';

const limits = { rowsMax: 1_000_000, bytesMax: 1e9, timeoutMs: 60_000 };
// What the gate would never admit is what these processes are there for, so plans are made by hand here.
const plan = (sql: string) =>
  ({ sql, parameters: [], views: [], attachments: [], attempts: [] }) as unknown as RunnablePlan;

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let runner: ProcessRunner;

beforeAll(async () => {
  directory = await temporaryDirectory();
  runner = await ProcessRunner.open({
    directories: [directory.path],
    threads: 1,
    memoryBytesMax: 2 ** 28,
    concurrency: 4,
    processes: 2,
  });
});
afterAll(async () => {
  await runner[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

async function answer(
  sql: string,
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<string> {
  const query = await runner.start(
    plan(sql),
    { ...limits, timeoutMs: options.timeoutMs ?? limits.timeoutMs },
    options.signal,
  );
  const parts: Uint8Array[] = [];
  for await (const part of query.bytes('ndjson')) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('processes killed at random under load: no wrong answer, no caller left waiting, no orphan', async () => {
  const expected = '{"n":300000,"s":44999850000}\n';
  let kills = 0;
  let answers = 0;
  const outcomes: unknown[] = [];
  const caller = async () => {
    while (answers < 60) {
      outcomes.push(
        await answer('SELECT count(*) AS n, sum(i)::BIGINT AS s FROM range(300000) AS t(i)').catch(
          (error: unknown) => error,
        ),
      );
      // A kill after every sixth answer, while the other callers' queries run.
      if (++answers % 6 !== 0) continue;
      const pid = runner.pids[kills % Math.max(1, runner.pids.length)];
      if (pid === undefined) continue;
      process.kill(pid, 'SIGKILL');
      kills++;
    }
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  expect(kills).toBeGreaterThan(3);
  for (const outcome of outcomes) {
    if (outcome instanceof AppError)
      expect(outcome).toMatchObject({ code: 'service_unavailable', retryable: true });
    else expect(outcome).toBe(expected);
  }
  expect(outcomes.filter((outcome) => outcome === expected).length).toBeGreaterThan(40);
});

// Both calls are refused by the gate; here they stand for whatever nobody has found yet.
test.each([
  ['a segmentation fault', "SELECT (repeat('[', 100000) || '1' || repeat(']', 100000))::JSON::VARIANT AS v"],
  [
    'an error that spoils the whole instance',
    'SELECT is_histogram_other_bin(c) FROM (SELECT NULL::BLOB AS c FROM range(5000))',
  ],
])('%s takes only its own query along', async (_, sql) => {
  const crash = answer(sql).catch((error: unknown) => error);
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, i) => answer(`SELECT ${i} AS i`).catch((error: unknown) => error)),
  );
  for (const [i, other] of others.entries()) {
    // One of which a part was handed out already cannot be run again unseen; its caller may ask again.
    if (other instanceof AppError)
      expect(other).toMatchObject({ code: 'service_unavailable', retryable: true });
    else expect(other).toBe(`{"i":${i}}\n`);
  }
  expect(others.filter((other) => typeof other === 'string').length).toBeGreaterThan(5);
  expect(await crash).toMatchObject({ code: 'query_crashed_engine', retryable: false });
  expect(await answer('SELECT 1 AS one')).toBe('{"one":1}\n');
});

test('a query that ignores its interrupt is ended with its process', async () => {
  const before = runner.pids;
  const stuck = answer('SELECT list_reduce(range(30000000), lambda a, b: a + b + hash(a)::BIGINT % 7) AS n', {
    timeoutMs: 300,
  });
  await expect(stuck).rejects.toMatchObject({ code: 'query_timeout' });
  await expect
    .poll(() => runner.pids.filter((pid) => before.includes(pid)).length, { timeout: 20_000 })
    .toBeLessThan(before.length);
  expect(await answer('SELECT 1 AS one')).toBe('{"one":1}\n');
});

test('a query whose process dies is run again in what is left of its time', async () => {
  const endless =
    'SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range % 7 = -1';
  for (const [timeoutMs, killedAfterMs] of [
    [6_000, 2_500],
    [1_000, 900],
  ] as const) {
    await expect.poll(() => runner.pids.length, { timeout: 20_000 }).toBe(2);
    const startedAt = performance.now();
    const query = answer(endless, { timeoutMs });
    setTimeout(() => {
      for (const pid of runner.pids) process.kill(pid, 'SIGKILL');
    }, killedAfterMs);
    await expect(query).rejects.toMatchObject({
      code: 'query_timeout',
      message: expect.stringContaining(` ${timeoutMs} ms`),
      meta: { timeout_ms: timeoutMs },
    });
    // with all of its time once more it would be this and a process's start
    expect(performance.now() - startedAt).toBeLessThan(killedAfterMs + timeoutMs);
  }
});

test('heartbeats of a process are not taken for results', async () => {
  // Long enough for a ping or two, in a runner whose first query this is.
  await using own = await ProcessRunner.open({
    directories: [],
    threads: 1,
    memoryBytesMax: 2 ** 28,
    concurrency: 2,
    processes: 1,
  });
  const query = await own.start(plan("SELECT repeat('x', 1000) AS text FROM range(3000)"), limits, undefined);
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  let bytes = 0;
  for await (const part of query.bytes('ndjson')) {
    expect(part.byteLength).toBeGreaterThan(0);
    bytes += part.byteLength;
  }
  expect(bytes).toBe(3_000 * 1_012);
});

test('a query that fills its process’s memory fails alone, and the process makes way for another', async () => {
  for (let round = 0; round < 2; round++) {
    const before = runner.pids;
    const bombs = Array.from({ length: 4 }, () =>
      answer('SELECT repeat(i::VARCHAR, 100000) AS text FROM range(1000000) AS t(i) WHERE i > 100000').catch(
        (error: unknown) => error,
      ),
    );
    const others = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        await new Promise((resolve) => setTimeout(resolve, i * 10));
        return await answer(`SELECT ${i} AS i, count(*) AS n FROM range(200000)`);
      }),
    );
    expect(others).toEqual(others.map((_, i) => `{"i":${i},"n":200000}\n`));
    for (const error of await Promise.all(bombs)) expect(String(error)).toMatch(/memory|allocat/i);
    const left = () => runner.pids.filter((pid) => before.includes(pid)).length;
    await expect.poll(left, { timeout: 20_000 }).toBeLessThan(before.length);
    await expect.poll(() => runner.pids.length, { timeout: 20_000 }).toBe(2);
  }
});

test('an aborted query is over for its caller at once', async () => {
  const controller = new AbortController();
  const query = answer(
    'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range + b.range = 7',
    { signal: controller.signal },
  );
  setTimeout(() => controller.abort(), 50);
  await expect(query).rejects.toMatchObject({ code: 'query_cancelled' });
});

test('a reader that stops holds a bounded part of the result, and delays nobody', async () => {
  const slow = await runner.start(
    plan("SELECT repeat('x', 1000) AS text FROM range(2000000)"),
    limits,
    undefined,
  );
  const parts = slow.bytes('ndjson');
  await parts.next();
  for (let i = 0; i < 20; i++) expect(await answer(`SELECT ${i} AS i`)).toBe(`{"i":${i}}\n`);
  await parts.return();
});

test('nothing is left of temporary directories when the runner is closed', async () => {
  await using own = await temporaryDirectory();
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = own.path;
  try {
    const brief = await ProcessRunner.open({
      directories: [directory.path],
      threads: 1,
      memoryBytesMax: 2 ** 28,
      concurrency: 2,
      processes: 1,
    });
    expect(await readdir(own.path)).toHaveLength(1);
    await brief[Symbol.asyncDispose]();
    expect(await readdir(own.path)).toEqual([]);
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
});

test('processes that die as soon as they start are started ever more slowly, and the service recovers', async () => {
  await using own = await ProcessRunner.open({
    directories: [directory.path],
    threads: 1,
    memoryBytesMax: 2 ** 28,
    concurrency: 2,
    processes: 1,
  });
  const seen = new Set<number>();
  const until = performance.now() + 3_000;
  while (performance.now() < until) {
    for (const pid of own.pids) {
      seen.add(pid);
      process.kill(pid, 'SIGKILL');
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // Waits of 100, 200, 400, 800 and 1,600 ms lie between them; without those it would be ten or more.
  expect(seen.size).toBeGreaterThan(1);
  expect(seen.size).toBeLessThanOrEqual(6);
  const query = await own.start(plan('SELECT 1 AS one'), limits, undefined);
  const parts: Uint8Array[] = [];
  for await (const part of query.bytes('ndjson')) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('{"one":1}\n');
});

test('processes end with their parent, however it dies', async () => {
  await using own = await temporaryDirectory();
  await writeSmallIndex(own.path, 500);
  const program = `
    import { ProcessRunner } from ${JSON.stringify(new URL('../../../../src/backends/duckdb/process/process-runner.ts', import.meta.url).href)};
    const runner = await ProcessRunner.open({ directories: [${JSON.stringify(own.path)}], threads: 1, memoryBytesMax: 2 ** 28, concurrency: 2, processes: 2 });
    while (runner.pids.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    console.log(JSON.stringify(runner.pids));
    runner.start({ sql: 'SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range = -b.range', parameters: [], views: [], attachments: [], attempts: [] }, { rowsMax: 1, bytesMax: 1e9, timeoutMs: 60000 }, undefined);
    setInterval(() => {}, 1000);
  `;
  const parent = spawn(process.execPath, ['--conditions=@sdq/source', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pids = JSON.parse(line.toString()) as number[];
  expect(pids).toHaveLength(2);
  expect(pids.every((pid) => isLivingProcess(String(pid)))).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => pids.some((pid) => isLivingProcess(String(pid))), { timeout: 5_000 }).toBe(false);
});
