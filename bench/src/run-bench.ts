import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogTable, openSnapshot, tablesOf } from '@sdq/core';
import { dataKey } from './data/data-key.ts';
import { type EnsuredIndex, ensureIndex } from './data/ensure-index.ts';
import { ensureParameters } from './data/ensure-parameters.ts';
import { lackOfDisk } from './data/free-disk.ts';
import { locations } from './data/locations.ts';
import { tableSizes } from './data/table-sizes.ts';
import { snapshotViews } from './data/table-views.ts';
import { ensureRawParquet, type RawTable } from './data/write-raw-parquet.ts';
import type { BenchOptions } from './options.ts';
import { type PeerName, preparePeer } from './peers/prepare/prepare-peer.ts';
import type { PreparedPeer } from './peers/prepare/prepared-peer.ts';
import { PeerProcess } from './peers/process/peer-process-handle.ts';
import { describeEnvironment } from './report/machine.ts';
import { type BenchReport, engineName, type Participant, reportFormat } from './report/report.ts';
import type { Contestant } from './run/contestant.ts';
import { runThroughput } from './run/run-throughput.ts';
import { runWorkload } from './run/run-workload.ts';
import { measureStages } from './stages/measure-stages.ts';
import { workload } from './workload/workload.ts';

/** Raw Parquet takes at most so many times a table's base files; a fifth of it more while it is written. */
const rawGrowth = 2.3 * 1.2;

export interface BenchHooks {
  readonly signal: AbortSignal;
  /** What is being done now. */
  onProgress(text: string): void;
}

/** Where copies for peers and their packages go; the benchmark's own cache unless a test says otherwise. */
export interface BenchPlaces {
  readonly copies?: string;
  readonly packages?: string;
}

/** The whole benchmark: data, peers, workload, many clients, stages. */
export async function runBench(
  options: BenchOptions,
  command: string,
  hooks: BenchHooks,
  places: BenchPlaces = {},
): Promise<BenchReport> {
  const { signal } = hooks;
  const memoryBytesMax = options.memory * 2 ** 30;
  const onProgress = (text: string) => hooks.onProgress(text);
  const { snapshot, build } = await indexFor(options, hooks);
  const copies = places.copies ?? locations.copies(dataKey(snapshot));
  const parameters = await ensureParameters(copies, snapshotViews(snapshot), onProgress);
  const tables = tablesOf('shortvideo').filter(
    ({ name }) => options.rawTables === undefined || options.rawTables.includes(name),
  );
  const { raw, peers } = await preparePeers(
    options,
    { snapshot },
    tables,
    { copies, packages: places.packages ?? locations.packages },
    hooks,
  );
  const queries = workload(parameters).filter(
    (query) => options.only === undefined || query.class === options.only,
  );
  const sizes = tableSizes(snapshot, tables, raw);
  await using stack = new AsyncDisposableStack();
  const processOptions = { timeoutMs: options.timeout * 1000, scratch: copies, signal };
  const open = (prepared: Pick<PreparedPeer, 'specification'>) =>
    stack.use(new PeerProcess(prepared.specification, processOptions));
  const allTables = new Set(tablesOf('shortvideo').map(({ name }) => name));
  const { isolation } = options;
  const engine: Contestant = {
    name: engineName,
    dialect: 'duckdb',
    tables: allTables,
    peer: open({ specification: { kind: 'sdq', index: snapshot.root, isolation, memoryBytesMax } }),
  };
  const present = peers.flatMap(({ name, prepared }) => (prepared === undefined ? [] : [{ name, prepared }]));
  const contestants: Contestant[] = [
    engine,
    ...present.map(({ name, prepared }) => ({
      name,
      dialect: prepared.dialect,
      tables: new Set(tables.map((table) => table.name)),
      peer: open(prepared),
    })),
  ];
  const reference = contestants.find(({ name }) => name === 'duckdb') ?? contestants[1] ?? engine;
  const rows = await runWorkload(queries, contestants, reference, { runs: options.runs, signal, onProgress });
  const throughput =
    options.concurrency === false || options.only !== undefined
      ? []
      : await runThroughput(parameters, contestants, {
          concurrency: options.concurrency,
          durationMs: options.seconds * 1000,
          signal,
          onProgress,
        });
  const stages = options.stages ? await measureStages(snapshot, queries, onProgress, undefined, signal) : [];
  const { mix: _, ...shown } = parameters;
  return {
    format: reportFormat,
    command,
    environment: describeEnvironment(),
    data: {
      snapshotId: snapshot.id,
      rows: snapshot.rows({ platform: 'shortvideo', name: 'videos' }),
      tables: sizes,
      ...(build === undefined ? {} : { build }),
    },
    settings: {
      runs: options.runs,
      isolation,
      timeoutSeconds: options.timeout,
      memoryBytesMax,
      ...(options.only === undefined ? {} : { only: options.only }),
    },
    parameters: shown,
    participants: [
      {
        name: engineName,
        description: 'the engine, its index',
        bytes: sizes.reduce((sum, table) => sum + table.indexBytes, 0),
      },
      ...peers.map(({ participant }) => participant),
    ],
    queries: rows,
    throughput,
    stages,
  };
}

async function indexFor(options: BenchOptions, { signal, onProgress }: BenchHooks): Promise<EnsuredIndex> {
  if (options.index !== undefined) return { snapshot: await openSnapshot(options.index) };
  return await ensureIndex({
    directory: locations.index(options.rows.text),
    rows: options.rows.count,
    build: options.build,
    signal,
    onProgress,
  });
}

interface PeerHere {
  readonly name: PeerName;
  readonly participant: Participant;
  /** Absent with the peer. */
  readonly prepared?: PreparedPeer;
}

/** Every peer that was asked for, ready, or with the reason why it is absent. */
async function preparePeers(
  options: BenchOptions,
  { snapshot }: Pick<EnsuredIndex, 'snapshot'>,
  tables: readonly CatalogTable[],
  places: { copies: string; packages: string },
  { signal, onProgress }: BenchHooks,
): Promise<{ raw: RawTable[]; peers: PeerHere[] }> {
  const names = options.peers === false ? [] : options.peers;
  if (names.length === 0) return { raw: [], peers: [] };
  const directory = join(places.copies, 'raw');
  await mkdir(directory, { recursive: true });
  const lack = await lackForRaw(directory, snapshot, tables);
  if (lack !== undefined)
    return { raw: [], peers: names.map((name) => ({ name, participant: { name, absent: lack } })) };
  const raw = await ensureRawParquet({ snapshot, directory, tables, signal, onProgress });
  const context = {
    raw,
    directory: places.copies,
    packages: places.packages,
    memoryBytesMax: options.memory * 2 ** 30,
    signal,
    onProgress,
  };
  const peers: PeerHere[] = [];
  for (const name of names) {
    try {
      onProgress(`preparing ${name}`);
      const prepared = await preparePeer(name, context);
      const { description, bytes, buildSeconds } = prepared;
      const built = buildSeconds === undefined ? {} : { buildSeconds };
      peers.push({ name, participant: { name, description, bytes, ...built }, prepared });
    } catch (error) {
      signal.throwIfAborted();
      onProgress(`${name} is absent: ${(error as Error).message}`);
      peers.push({ name, participant: { name, absent: (error as Error).message } });
    }
  }
  return { raw, peers };
}

/** Why raw tables that are not there yet do not fit on the disk. */
async function lackForRaw(
  directory: string,
  snapshot: EnsuredIndex['snapshot'],
  tables: readonly CatalogTable[],
): Promise<string | undefined> {
  const missing = tables.filter(({ name }) => !existsSync(join(directory, name)));
  const bytes = missing.flatMap((table) => snapshot.files(table)).reduce((sum, file) => sum + file.bytes, 0);
  return missing.length === 0 ? undefined : await lackOfDisk(directory, bytes * rawGrowth);
}
