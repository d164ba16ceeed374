import { resolve } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';
import type { BenchHooks } from './bench-hooks.ts';
import { compareCheckouts } from './beside/compare-checkouts.ts';
import { besideName } from './beside/comparison.ts';
import { findCheckout } from './beside/find-checkout.ts';
import { dataKey } from './data/data-key.ts';
import { ensureParameters } from './data/ensure-parameters.ts';
import { type BenchPlaces, locations } from './data/locations.ts';
import { openIndex } from './data/open-index.ts';
import { tableSizes } from './data/table-sizes.ts';
import { snapshotViews } from './data/table-views.ts';
import type { BenchOptions } from './options.ts';
import { engineName } from './peers/participant.ts';
import type { PeerSpecification } from './peers/peer-specification.ts';
import { type PeerHere, preparePeers } from './peers/prepare/prepare-peers.ts';
import { PeerProcess } from './peers/process/peer-process-handle.ts';
import { commitOf, describeEnvironment } from './report/machine.ts';
import { type BenchReport, reportFormat } from './report/report.ts';
import { type Contestant, engineTables } from './run/contestant.ts';
import { runThroughput } from './run/run-throughput.ts';
import { runWorkload } from './run/run-workload.ts';
import { measureStages } from './stages/measure-stages.ts';
import { workload } from './workload/workload.ts';
import { workloadTables } from './workload/workload-tables.ts';

/** The whole benchmark: data, peers, workload, many clients, stages. */
export async function runBench(
  options: BenchOptions,
  command: string,
  hooks: BenchHooks,
  places: BenchPlaces = {},
): Promise<BenchReport> {
  const { signal } = hooks;
  const onProgress = (text: string) => hooks.onProgress(text);
  const checkout = options.beside === undefined ? undefined : await checkoutAt(options.beside);
  const { snapshot, build } = await openIndex(options, hooks);
  const copies = places.copies ?? locations.copies(dataKey(snapshot));
  const parameters = await ensureParameters(copies, snapshotViews(snapshot), onProgress);
  const tables = workloadTables.filter(
    ({ name }) => options.rawTables === undefined || options.rawTables.includes(name),
  );
  const { raw, peers } = await preparePeers(
    options.peers === false ? [] : options.peers,
    { snapshot },
    tables,
    {
      directory: copies,
      packages: places.packages ?? locations.packages,
      memoryBytesMax: memoryBytes(options),
    },
    hooks,
  );
  const queries = workload(parameters).filter(
    (query) => options.only === undefined || query.class === options.only,
  );
  await using stack = new AsyncDisposableStack();
  const peerProcess = { timeoutMs: options.timeout * 1000, scratch: copies, signal };
  const ours = {
    kind: 'sdq',
    index: snapshot.root,
    isolation: options.isolation,
    memoryBytesMax: ownMemoryBytes(options),
  } as const;
  const beside = checkout && {
    ...ours,
    core: checkout.core,
    index: options.besideIndex === undefined ? ours.index : resolve(options.besideIndex),
  };
  const contestants = openContestants({ ours, beside }, { tables, peers }, (specification) =>
    stack.use(new PeerProcess(specification, peerProcess)),
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
  // The measured processes are closed, to free resources for the second measurement.
  await stack.disposeAsync();
  const comparison =
    checkout &&
    beside &&
    (await compareCheckouts(rows, queries, {
      ours,
      beside,
      commit: checkout.commit,
      runs: options.runs,
      process: peerProcess,
      hooks,
    }));
  const sizes = tableSizes(snapshot, tables, raw);
  const indexBytes = sizes.reduce((sum, table) => sum + table.indexBytes, 0);
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
      { name: engineName, description: 'the engine, its index', bytes: indexBytes },
      ...peers.map(({ participant }) => participant),
      ...(checkout === undefined
        ? []
        : [
            {
              name: besideName,
              description: `the engine at commit ${checkout.commit}, ${options.besideIndex === undefined ? 'the same index' : 'an index that it built'}`,
              bytes: indexBytes,
            },
          ]),
    ],
    queries: rows,
    throughput,
    stages,
    ...(comparison === undefined ? {} : { beside: comparison }),
  };
}

function memoryBytes({ memory }: BenchOptions): number {
  return memory * 2 ** 30;
}

/**
 * DuckDB's memory limit within the engine: the engine's limit covers all its memory, of which up to a GiB is not
 * DuckDB's.
 */
function ownMemoryBytes(options: BenchOptions): number {
  const all = memoryBytes(options);
  return all - Math.min(2 ** 30, all / 2);
}

/** The engine, every available peer, and the other checkout's engine; each in a separate process. */
function openContestants(
  { ours, beside }: { ours: PeerSpecification; beside: PeerSpecification | undefined },
  { tables, peers }: { tables: readonly CatalogTable[]; peers: readonly PeerHere[] },
  open: (specification: PeerSpecification) => PeerProcess,
): [Contestant, ...Contestant[]] {
  const engine = (name: string, specification: PeerSpecification): Contestant => ({
    name,
    dialect: 'duckdb',
    tables: engineTables,
    peer: open(specification),
  });
  const present = peers.flatMap(({ name, prepared }) => (prepared === undefined ? [] : [{ name, prepared }]));
  return [
    engine(engineName, ours),
    ...present.map(({ name, prepared }) => ({
      name,
      dialect: prepared.dialect,
      tables: new Set(tables.map((table) => table.name)),
      peer: open(prepared.specification),
    })),
    ...(beside === undefined ? [] : [engine(besideName, beside)]),
  ];
}

async function checkoutAt(folder: string): Promise<{ core: string; commit: string }> {
  return { core: await findCheckout(folder), commit: commitOf(folder) };
}
