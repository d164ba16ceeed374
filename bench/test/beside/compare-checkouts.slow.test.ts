import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCheckout } from '../../src/beside/find-checkout.ts';
import { ensureIndex } from '../../src/data/ensure-index.ts';
import { type BenchOptions, withBenchOptions } from '../../src/options.ts';
import { markdownReport } from '../../src/report/markdown.ts';
import { faultsOf } from '../../src/report/summary.ts';
import { runBench } from '../../src/run-bench.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** The engine of a checkout that has the same answer to everything, and no processes. */
const stubbornCore = `
export async function openEngine() {
  return {
    query: async () => ({
      columns: [{ name: 'videos', type: 'BIGINT' }],
      async *bytes() {},
      async *rows() { yield { videos: '-1' }; },
      summary: Promise.resolve({}),
      async [Symbol.asyncDispose]() {},
    }),
    close: async () => {},
  };
}`;

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-bench-beside-'));
  await ensureIndex({ directory: join(folder, 'index'), rows: 1_000 });
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (beside: string) =>
  runBench(
    withBenchOptions(new Command())
      .parse(
        [
          ...['--index', join(folder, 'index'), '--beside', beside, '--only', 'count'],
          ...['--no-peers', '--no-stages', '--runs', '1'],
        ],
        { from: 'user' },
      )
      .opts<BenchOptions>(),
    'a test',
    { signal: new AbortController().signal, onProgress: () => {} },
    { copies: join(folder, 'copies'), packages: join(folder, 'packages') },
  );

test('a checkout beside itself: both are measured, answer alike and send plans of the same size', async () => {
  const report = await run(repository);
  expect(faultsOf(report)).toEqual([]);
  expect(report.participants.map(({ name }) => name)).toEqual(['sdq', 'beside']);
  const names = report.queries.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(1);
  const { pairs = [], verdicts = [], planBytes = [] } = report.beside ?? {};
  expect(pairs.map(({ query }) => query)).toEqual(names);
  for (const { ours, beside } of pairs) {
    expect(ours.cpuMs).toBeGreaterThan(0);
    expect(beside.cpuMs).toBeGreaterThan(0);
  }
  expect(verdicts).toHaveLength(3);
  expect(planBytes.map(({ query }) => query)).toEqual(names);
  // The manifest answers it: no query process is asked.
  expect(planBytes[0]).toEqual({ query: 'count_all', ours: null, beside: null });
  for (const { ours, beside } of planBytes.slice(1)) {
    expect(ours).toBeGreaterThan(100);
    // Signs of life between the processes may be among them.
    expect(Math.abs((ours ?? 0) - (beside ?? 0))).toBeLessThan(40);
  }
  const text = markdownReport(report);
  expect(text).toContain('## Beside the other checkout');
  expect(text).toContain('| CPU, geometric mean of the ratios');
}, 120_000);

test('it is the other checkout’s engine that answers there', async () => {
  const checkout = join(folder, 'stubborn');
  const core = join(checkout, 'node_modules/@sdq/core');
  await mkdir(core, { recursive: true });
  await writeFile(join(core, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  await writeFile(join(core, 'index.js'), stubbornCore);
  const report = await run(checkout);
  expect(faultsOf(report)).toHaveLength(report.queries.length);
  expect(faultsOf(report)[0]).toMatch(/the answers differ(.|\n)*"-1"/);
  const told = report.beside?.planBytes.filter(({ ours }) => ours !== null).map(({ query }) => query);
  expect(told).toEqual(report.queries.map(({ name }) => name).filter((name) => name !== 'count_all'));
  expect(report.beside?.planBytes.every(({ beside }) => beside === null)).toBe(true);
  expect(markdownReport(report)).toContain('Bytes of plans could not be told');
}, 120_000);

test('a folder without packages of its own is refused', async () => {
  await expect(findCheckout(join(folder, 'nowhere'))).rejects.toThrow('run npm ci there');
  await expect(findCheckout(join(repository, 'docs'))).rejects.toThrow('run npm ci there');
});
