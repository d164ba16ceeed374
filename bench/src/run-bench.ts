import { join } from 'node:path';
import { Database, openSnapshot, type Snapshot } from '@sdq/core';
import { chooseParameters } from './data/choose-parameters.ts';
import { ensureIndex } from './data/ensure-index.ts';
import { locations } from './data/locations.ts';
import { ensureRawParquet, type RawTables } from './data/write-raw-parquet.ts';
import type { BenchOptions } from './options.ts';
import { openDuckdbPeer } from './peers/duckdb-peer.ts';
import { openEnginePeer } from './peers/engine-peer.ts';
import { describeEnvironment } from './report/machine.ts';
import type { BenchReport } from './report/report.ts';
import { runWorkload } from './run-workload.ts';
import { measureStages } from './stages/measure-stages.ts';
import { workload } from './workload/workload.ts';

/** The same for both peers. */
const memoryBytesMax = 4 * 2 ** 30;

export interface BenchHooks {
  readonly signal: AbortSignal;
  /** What is being done now. */
  onProgress(text: string): void;
}

/** The whole benchmark: data, parameters, workload, stages. Answers that differ end it with an error. */
export async function runBench(
  options: BenchOptions,
  command: string,
  hooks: BenchHooks,
): Promise<BenchReport> {
  const snapshot = await snapshotFor(options, hooks);
  const directory = locations.raw(snapshot.id);
  const raw = await ensureRawParquet(snapshot, directory, hooks.onProgress, hooks.signal);
  hooks.onProgress('choosing parameters');
  const parameters = await parametersOf(raw);
  const queries = workload(parameters).filter(
    (query) => options.only === undefined || query.class === options.only,
  );
  const rows = await measureWorkload(options, snapshot, raw, queries, hooks);
  const stages = options.stages
    ? await measureStages(snapshot, queries, hooks.onProgress, undefined, hooks.signal)
    : [];
  return {
    command,
    environment: describeEnvironment(),
    data: {
      snapshotId: snapshot.id,
      rows: snapshot.rows({ platform: 'shortvideo', name: 'videos' }),
      indexBytes: shortvideoBytes(snapshot),
      rawBytes: raw.bytes,
    },
    runs: options.runs,
    isolation: options.isolation,
    parameters,
    queries: rows,
    stages,
  };
}

async function snapshotFor(options: BenchOptions, hooks: BenchHooks): Promise<Snapshot> {
  if (options.index !== undefined) return await openSnapshot(options.index);
  return await ensureIndex({
    directory: locations.index(options.rows.text),
    rows: options.rows.count,
    signal: hooks.signal,
    onProgress: hooks.onProgress,
  });
}

async function parametersOf(raw: RawTables) {
  await using database = await Database.open({ memoryBytesMax });
  return await chooseParameters(database, raw.views);
}

async function measureWorkload(
  options: BenchOptions,
  snapshot: Snapshot,
  raw: RawTables,
  queries: ReturnType<typeof workload>,
  hooks: BenchHooks,
) {
  await using ours = await openEnginePeer(snapshot.root, { memoryBytesMax, isolation: options.isolation });
  await using theirs = await openDuckdbPeer(raw.views, {
    memoryBytesMax,
    temporaryDirectory: join(raw.directory, 'spill'),
  });
  return await runWorkload(queries, ours, theirs, {
    runs: options.runs,
    signal: hooks.signal,
    onQuery: (query, index, count) => hooks.onProgress(`${index + 1}/${count} ${query.name}`),
  });
}

function shortvideoBytes(snapshot: Snapshot): number {
  return Object.entries(snapshot.manifest.tables)
    .filter(([id]) => id.startsWith('shortvideo.'))
    .reduce((sum, [, table]) => sum + table.bytes, 0);
}
