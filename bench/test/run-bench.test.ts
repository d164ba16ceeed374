import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureIndex } from '../src/data/ensure-index.ts';
import { type BenchOptions, withBenchOptions } from '../src/options.ts';
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

test.each([
  ['--peers', 'oracle'],
  ['--raw-tables', 'tweets'],
  ['--concurrency', '1,x'],
  ['--only', 'nothing'],
  ['--rows', 'many'],
])('%s %s is refused', (flag, value) => {
  expect(() => options(flag, value)).toThrow(/Give/);
});
