import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@sdq/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseParameters, type WorkloadParameters } from '../src/data/choose-parameters.ts';
import { ensureIndex } from '../src/data/ensure-index.ts';
import { ensureRawParquet, type RawTables } from '../src/data/write-raw-parquet.ts';
import { openDuckdbPeer } from '../src/peers/duckdb-peer.ts';
import { openEnginePeer } from '../src/peers/engine-peer.ts';
import { compare, runWorkload } from '../src/run-workload.ts';
import { measureStages } from '../src/stages/measure-stages.ts';
import { queryClasses } from '../src/workload/query.ts';
import { workload } from '../src/workload/workload.ts';

const memoryBytesMax = 2 ** 30;
let folder = '';
let snapshot: Awaited<ReturnType<typeof ensureIndex>>;
let raw: RawTables;
let parameters: WorkloadParameters;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-bench-test-'));
  snapshot = await ensureIndex({ directory: join(folder, 'index'), rows: 2_000 });
  raw = await ensureRawParquet(snapshot, join(folder, 'raw'));
  await using database = await Database.open();
  parameters = await chooseParameters(database, raw.views);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const openPeers = async () => ({
  ours: await openEnginePeer(snapshot.root, { memoryBytesMax, isolation: 'in-process' }),
  theirs: await openDuckdbPeer(raw.views, { memoryBytesMax, temporaryDirectory: join(folder, 'spill') }),
});

test('the workload has every class, each name once, and parameters that the data holds', () => {
  const queries = workload(parameters);
  expect(queries.length).toBeGreaterThanOrEqual(25);
  expect(new Set(queries.map((query) => query.class))).toEqual(new Set(queryClasses));
  expect(new Set(queries.map((query) => query.name)).size).toBe(queries.length);
  expect(JSON.stringify(parameters)).not.toContain('""');
});

test('the engine and plain DuckDB agree on every query', async () => {
  const { ours, theirs } = await openPeers();
  await using _ours = ours;
  await using _theirs = theirs;
  const rowCounts: Record<string, number> = {};
  for (const query of workload(parameters)) rowCounts[query.name] = await compare(query, ours, theirs);
  const empty = Object.entries(rowCounts).filter(([, rows]) => rows === 0);
  expect(empty).toEqual([]);
});

test('a run gives medians and ratios; the caches are found again', async () => {
  const { ours, theirs } = await openPeers();
  await using _ours = ours;
  await using _theirs = theirs;
  const queries = workload(parameters).filter((query) => query.class === 'point');
  const rows = await runWorkload(queries, ours, theirs, { runs: 2 });
  expect(rows.map((row) => row.name)).toEqual(queries.map((query) => query.name));
  for (const row of rows) {
    expect(row.ours.wallMs).toBeGreaterThan(0);
    expect(row.wallRatio).toBeCloseTo(row.theirs.wallMs / row.ours.wallMs);
  }
  expect((await ensureIndex({ directory: join(folder, 'index'), rows: 2_000 })).id).toBe(snapshot.id);
  expect((await ensureRawParquet(snapshot, join(folder, 'raw'))).bytes).toBe(raw.bytes);
});

test('each stage can be measured by itself', async () => {
  const queries = workload(parameters).filter((query) => query.name === 'by_id');
  const stages = await measureStages(snapshot, queries, () => {}, { time: 5, iterations: 1, warmup: false });
  expect(stages.map((result) => result.stage)).toEqual([
    'parse',
    'admit',
    'resolve',
    'plan',
    'execute, first rows',
    'encode json',
    'encode ndjson',
    'encode csv',
    'encode arrow',
  ]);
  for (const { medianMs } of stages) expect(medianMs).toBeGreaterThanOrEqual(0);
});

test('an abort ends a run', async () => {
  const { ours, theirs } = await openPeers();
  await using _ours = ours;
  await using _theirs = theirs;
  const signal = AbortSignal.abort(new Error('stop here'));
  await expect(runWorkload(workload(parameters), ours, theirs, { runs: 1, signal })).rejects.toThrow(
    'stop here',
  );
});
