import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataKey } from '../src/data/data-key.ts';
import { type EnsuredIndex, ensureIndex } from '../src/data/ensure-index.ts';
import { ensureParameters } from '../src/data/ensure-parameters.ts';
import { snapshotViews } from '../src/data/table-views.ts';
import { ensureRawParquet, type RawTable } from '../src/data/write-raw-parquet.ts';
import { measure } from '../src/measure/measure.ts';
import { measureThroughput } from '../src/measure/throughput.ts';
import { openPeer } from '../src/peers/open-peer.ts';
import { preparePeer } from '../src/peers/prepare/prepare-peer.ts';
import type { Contestant } from '../src/run/contestant.ts';
import { runThroughput } from '../src/run/run-throughput.ts';
import { runWorkload } from '../src/run/run-workload.ts';
import { measureStages } from '../src/stages/measure-stages.ts';
import { spell } from '../src/workload/dialects.ts';
import { mixOf } from '../src/workload/mix.ts';
import type { WorkloadParameters } from '../src/workload/parameters.ts';
import { queryClasses } from '../src/workload/query.ts';
import { workload } from '../src/workload/workload.ts';
import { workloadTables } from '../src/workload/workload-tables.ts';

const memoryBytesMax = 2 ** 30;
let folder = '';
let index: EnsuredIndex;
let raw: RawTable[];
let parameters: WorkloadParameters;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-bench-test-'));
  index = await ensureIndex({ directory: join(folder, 'index'), rows: 2_000 });
  raw = await ensureRawParquet({
    snapshot: index.snapshot,
    directory: join(folder, 'raw'),
    tables: workloadTables,
  });
  parameters = await ensureParameters(join(folder, 'copies'), snapshotViews(index.snapshot));
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const context = () => ({
  raw,
  directory: join(folder, 'copies'),
  packages: join(folder, 'packages'),
  memoryBytesMax,
  onProgress: () => {},
});

/** A contestant in this process, whose answers come as digests. */
async function contestant(name: 'sdq' | 'duckdb' | 'duckdb-native'): Promise<Contestant & AsyncDisposable> {
  const specification =
    name === 'sdq'
      ? ({ kind: 'sdq', index: index.snapshot.root, isolation: 'in-process', memoryBytesMax } as const)
      : (await preparePeer(name, context())).specification;
  const peer = await openPeer(specification);
  return {
    name,
    dialect: 'duckdb',
    tables: new Set(raw.map(({ table }) => table.name)),
    peer: {
      measure: (sql) => measure(peer, sql),
      async digest(sql) {
        const answer = await peer.answer(sql, '');
        if ('parquet' in answer) throw new Error('no file was asked for');
        return answer;
      },
      throughput: (queries, options) => measureThroughput(peer, queries, options),
    },
    [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
  };
}

test('the workload has every class, each name once, and parameters that the data holds', () => {
  const queries = workload(parameters);
  expect(queries.length).toBeGreaterThanOrEqual(55);
  expect(new Set(queries.map((query) => query.class))).toEqual(new Set(queryClasses));
  expect(new Set(queries.map((query) => query.name)).size).toBe(queries.length);
  expect(JSON.stringify(parameters)).not.toContain('""');
});

test('no spelling for ClickHouse or Polars keeps a word that only DuckDB knows', () => {
  for (const query of workload(parameters)) {
    const clickhouse = spell(query, 'clickhouse');
    expect(clickhouse, query.name).toBeTypeOf('string');
    expect(clickhouse, query.name).not.toMatch(
      /list_contains|TIMESTAMPTZ|unnest|quantile_cont|median\(|\bcontains\(|SAMPLE|approx_|= ANY/,
    );
    const polars = spell(query, 'polars');
    if (typeof polars !== 'string') continue;
    expect(polars, query.name).not.toMatch(
      /list_contains|TIMESTAMPTZ|quantile_cont|\bcontains\(|SAMPLE|approx_|QUALIFY|date_trunc/,
    );
  }
});

test('the engine, raw DuckDB and native DuckDB agree on every query, and each finds rows', async () => {
  await using ours = await contestant('sdq');
  await using theirs = await contestant('duckdb');
  await using native = await contestant('duckdb-native');
  const rows = await runWorkload(workload(parameters), [ours, theirs, native], theirs, { runs: 1 });
  const outcomes = rows.flatMap((row) =>
    Object.entries(row.outcomes).map(([name, outcome]) => ({ query: row.name, name, outcome })),
  );
  expect(outcomes.length).toBe(rows.length * 3);
  expect(outcomes.filter(({ outcome }) => outcome.status !== 'measured')).toEqual([]);
  expect(outcomes.filter(({ outcome }) => 'difference' in outcome)).toEqual([]);
  expect(rows.filter(({ rowCount }) => rowCount === 0 || rowCount === null).map(({ name }) => name)).toEqual(
    [],
  );
}, 120_000);

test('an answer that differs is found and named, and so is one that fails', async () => {
  await using theirs = await contestant('duckdb');
  const wrong: Contestant = {
    ...theirs,
    name: 'wrong',
    peer: {
      ...theirs.peer,
      measure: (sql) =>
        sql.includes('is_ad') ? Promise.reject(new Error('no such luck')) : theirs.peer.measure(sql),
      digest: (sql) => theirs.peer.digest(`SELECT videos + 1 AS videos FROM (${sql})`),
    },
  };
  const queries = workload(parameters).filter((query) => query.class === 'count');
  const rows = await runWorkload(queries, [theirs, wrong], theirs, { runs: 1 });
  const outcome = (name: string) => rows.find((row) => row.name === name)?.outcomes.wrong;
  expect(outcome('count_all')).toMatchObject({ difference: expect.stringContaining('other rows') });
  expect(outcome('count_viral_ads')).toEqual({ status: 'failed', reason: 'no such luck' });
});

test('a peer without a table is not asked for it', async () => {
  await using theirs = await contestant('duckdb');
  const poor = { ...theirs, name: 'poor', tables: new Set(['videos']) };
  const queries = workload(parameters).filter((query) => query.class === 'point');
  const rows = await runWorkload(queries, [theirs, poor], theirs, { runs: 1 });
  expect(rows.find((row) => row.name === 'by_id')?.outcomes.poor?.status).toBe('measured');
  expect(rows.find((row) => row.name === 'stats_of_id')?.outcomes.poor).toEqual({
    status: 'n/a',
    reason: 'it was not given video_stats',
  });
});

test('many clients ask the whole mix in turn, and errors are counted', async () => {
  await using ours = await contestant('sdq');
  const options = { concurrency: [1, 4], durationMs: 200 };
  const rows = await runThroughput(parameters, [ours], options);
  expect(rows.map(({ clients }) => clients)).toEqual([1, 4]);
  for (const row of rows) {
    expect(row).toMatchObject({ peer: 'sdq', errors: 0 });
    expect('failed' in row ? 0 : row.queries).toBeGreaterThan(0);
  }
  const mix = mixOf(parameters, 'duckdb');
  expect(new Set(mix).size).toBeGreaterThan(400);
  const failing = await ours.peer.throughput(['SELECT nothing FROM nowhere'], {
    clients: 2,
    durationMs: 50,
  });
  expect(failing.queries).toBe(0);
  expect(failing.errors).toBeGreaterThan(0);
  expect(failing.error).toContain('nowhere');
});

test('what was made is found again; a build changes nothing about copies for peers', async () => {
  const again = await ensureIndex({ directory: join(folder, 'index'), rows: 2_000 });
  expect(again.snapshot.id).toBe(index.snapshot.id);
  expect(again.snapshot.segments({ platform: 'shortvideo', name: 'videos' })).toHaveLength(1);
  expect(again.build).toEqual(index.build);
  expect(dataKey(again.snapshot)).toBe(dataKey(index.snapshot));
  const tables = workloadTables;
  const rawAgain = await ensureRawParquet({
    snapshot: index.snapshot,
    directory: join(folder, 'raw'),
    tables,
    onProgress: (text) => expect.unreachable(text),
  });
  expect(rawAgain).toEqual(raw);
});

test('each stage can be measured by itself', async () => {
  const queries = workload(parameters).filter((query) => query.name === 'by_id');
  const stages = await measureStages(index.snapshot, queries, () => {}, {
    time: 5,
    iterations: 1,
    warmup: false,
  });
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
    'encode parquet',
  ]);
  for (const { medianMs } of stages) expect(medianMs).toBeGreaterThanOrEqual(0);
});

test('an abort ends a run', async () => {
  await using ours = await contestant('sdq');
  const signal = AbortSignal.abort(new Error('stop here'));
  await expect(runWorkload(workload(parameters), [ours], ours, { runs: 1, signal })).rejects.toThrow(
    'stop here',
  );
});
