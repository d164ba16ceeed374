import { type CatalogTable, tablesOf } from '@sdq/catalog';
import { openSnapshot } from '@sdq/index';
import type { BenchHooks } from './bench-hooks.ts';
import { dataKey } from './data/data-key.ts';
import { type EnsuredIndex, ensureIndex } from './data/ensure-index.ts';
import { ensureParameters } from './data/ensure-parameters.ts';
import { locations } from './data/locations.ts';
import { tableSizes } from './data/table-sizes.ts';
import { snapshotViews } from './data/table-views.ts';
import type { BenchOptions } from './options.ts';
import type { PeerSpecification } from './peers/peer-specification.ts';
import { type PeerHere, preparePeers } from './peers/prepare/prepare-peers.ts';
import { PeerProcess } from './peers/process/peer-process-handle.ts';
import { describeEnvironment } from './report/machine.ts';
import { type BenchReport, engineName, reportFormat } from './report/report.ts';
import type { Contestant } from './run/contestant.ts';
import { runThroughput } from './run/run-throughput.ts';
import { runWorkload } from './run/run-workload.ts';
import { measureStages } from './stages/measure-stages.ts';
import { workload } from './workload/workload.ts';
import { workloadTables } from './workload/workload-tables.ts';

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
  const onProgress = (text: string) => hooks.onProgress(text);
  const { snapshot, build } = await indexFor(options, hooks);
  const copies = places.copies ?? locations.copies(dataKey(snapshot));
  const parameters = await ensureParameters(copies, snapshotViews(snapshot), onProgress);
  const tables = workloadTables.filter(
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
  await using stack = new AsyncDisposableStack();
  const contestants = openContestants(options, snapshot.root, { tables, peers }, (specification) =>
    stack.use(new PeerProcess(specification, { timeoutMs: options.timeout * 1000, scratch: copies, signal })),
  );
  const reference = contestants.find(({ name }) => name === 'duckdb') ?? contestants[1] ?? contestants[0];
  const run = { signal, onProgress };
  const rows = await runWorkload(queries, contestants, reference, { runs: options.runs, ...run });
  const { concurrency } = options;
  const throughput =
    concurrency === false || options.only !== undefined
      ? []
      : await runThroughput(parameters, contestants, {
          concurrency,
          durationMs: options.seconds * 1000,
          ...run,
        });
  const stages = options.stages ? await measureStages(snapshot, queries, onProgress, undefined, signal) : [];
  const sizes = tableSizes(snapshot, tables, raw);
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
      isolation: options.isolation,
      timeoutSeconds: options.timeout,
      memoryBytesMax: memoryBytes(options),
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

function memoryBytes({ memory }: BenchOptions): number {
  return memory * 2 ** 30;
}

/** DuckDB's part of the engine's: the limit holds for all of it, of which up to a GiB is beside DuckDB's own. */
function ownMemoryBytes(options: BenchOptions): number {
  const all = memoryBytes(options);
  return all - Math.min(2 ** 30, all / 2);
}

/** The engine, and every peer that is here; each in a process of its own. */
function openContestants(
  options: BenchOptions,
  index: string,
  { tables, peers }: { tables: readonly CatalogTable[]; peers: readonly PeerHere[] },
  open: (specification: PeerSpecification) => PeerProcess,
): [Contestant, ...Contestant[]] {
  const { isolation } = options;
  const engine: Contestant = {
    name: engineName,
    dialect: 'duckdb',
    tables: new Set(tablesOf('shortvideo').map(({ name }) => name)),
    peer: open({ kind: 'sdq', index, isolation, memoryBytesMax: ownMemoryBytes(options) }),
  };
  const present = peers.flatMap(({ name, prepared }) => (prepared === undefined ? [] : [{ name, prepared }]));
  return [
    engine,
    ...present.map(({ name, prepared }) => ({
      name,
      dialect: prepared.dialect,
      tables: new Set(tables.map((table) => table.name)),
      peer: open(prepared.specification),
    })),
  ];
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
