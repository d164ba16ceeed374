import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureIndex } from '../src/data/ensure-index.ts';
import { type BenchOptions, withBenchOptions } from '../src/options.ts';
import { faultsOf as randomFaultsOf } from '../src/random/report/figures.ts';
import { randomMarkdown } from '../src/random/report/random-markdown.ts';
import { runRandom } from '../src/random/run-random.ts';
import { faultsOf } from '../src/report/summary.ts';
import { runBench } from '../src/run-bench.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-bench-run-'));
  await ensureIndex({ directory: join(folder, 'index'), rows: 1_000 });
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const options = (...words: string[]) =>
  withBenchOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .parse(['--index', join(folder, 'index'), '--runs', '1', '--no-stages', ...words], { from: 'user' })
    .opts<BenchOptions>();

const run = (...words: string[]) =>
  runBench(
    options(...words),
    'a test',
    { signal: new AbortController().signal, onProgress: () => {} },
    { copies: join(folder, 'copies'), packages: join(folder, 'packages') },
  );

test('one class beside a peer that was given some tables', async () => {
  const report = await run('--only', 'join', '--peers', 'duckdb', '--raw-tables', 'videos,authors');
  expect(faultsOf(report)).toEqual([]);
  expect(report.participants.map(({ name }) => name)).toEqual(['sdq', 'duckdb']);
  expect(report.data.tables.map(({ name }) => name)).toEqual(['videos', 'authors']);
  for (const { rawBytes } of report.data.tables) expect(rawBytes).toBeGreaterThan(0);
  const status = Object.fromEntries(report.queries.map((row) => [row.name, row.outcomes.duckdb?.status]));
  expect(status).toMatchObject({ authors_of_tag: 'measured', comments_of_author: 'n/a' });
  expect(report.queries.every((row) => row.outcomes.sdq?.status === 'measured')).toBe(true);
}, 60_000);

test('the engine alone writes no copy of the rows', async () => {
  await rm(join(folder, 'copies'), { recursive: true, force: true });
  const report = await run('--only', 'count', '--no-peers');
  expect(report.participants.map(({ name }) => name)).toEqual(['sdq']);
  expect(report.data.tables.every(({ rawBytes }) => rawBytes === null)).toBe(true);
  expect(report.queries.map((row) => row.rowCount)).toEqual([1, 1, 1]);
  const copies = await readdir(join(folder, 'copies'));
  expect(copies.filter((name) => !name.startsWith('parameters'))).toEqual([]);
}, 60_000);

const askRandom = (count: number, onProgress: (text: string) => void, signal: AbortSignal) =>
  runRandom(
    { ...options('--peers', 'duckdb'), random: count, seed: 1, platform: 'shortvideo', timeout: 60 },
    'a test',
    { signal, onProgress },
    { copies: join(folder, 'random'), packages: join(folder, 'packages') },
  );

test('random questions beside a peer, with equal answers', async () => {
  const report = await askRandom(8, () => {}, new AbortController().signal);
  if (report === undefined) throw new Error('there is no report');
  expect(randomFaultsOf(report)).toEqual([]);
  expect(report.questions.map(({ number }) => number)).toEqual(Array.from({ length: 8 }, (_, i) => i + 1));
  expect(new Set(report.questions.map(({ kind }) => kind)).size).toBe(8);
  for (const { costs } of report.questions) {
    expect(costs.sdq?.cpuMs).toBeGreaterThan(0);
    expect(costs.duckdb?.cpuMs).toBeGreaterThan(0);
  }
  expect(randomMarkdown(report)).toContain('| all                    |         8 |');
}, 180_000);

test('an interrupted run of random questions reports those that were asked', async () => {
  const interruption = new AbortController();
  const stopAfterTwo = (text: string) => {
    if (text.startsWith('30/2 ')) interruption.abort(new Error('interrupted'));
  };
  const report = await askRandom(30, stopAfterTwo, interruption.signal);
  expect(report?.settings).toMatchObject({ count: 2, wanted: 30 });
  expect(report?.questions).toHaveLength(2);
}, 180_000);

test('an unknown kind of random questions is refused', async () => {
  const asked = runRandom(
    { ...options(), random: 1, seed: 1, platform: 'shortvideo', kinds: ['nothing'] },
    'a test',
    { signal: new AbortController().signal, onProgress: () => {} },
  );
  await expect(asked).rejects.toThrow('There is no kind nothing');
});

test.each([
  ['--peers', 'oracle'],
  ['--raw-tables', 'tweets'],
  ['--concurrency', '1,x'],
  ['--only', 'nothing'],
  ['--rows', 'many'],
])('%s %s is refused', (flag, value) => {
  expect(() => options(flag, value)).toThrow(/Give/);
});
