import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog } from '@sdq/catalog';
import { type Database, interruptOnAbort } from '@sdq/duckdb';
import { type Snapshot, type TableState, tableStates } from '@sdq/index';
import { registerRowsFunction } from '@sdq/row-store';
import type { AddOptions } from './add-report.ts';
import { type MergeLane, mergeStaged } from './merge-staged.ts';
import { joinedObservations, observationsOf } from './observations-of.ts';
import type { StagedSource } from './staged-source.ts';
import type { StagedRelation } from './staging/staged-observations.ts';
import { storedRowsOf } from './stored-rows/stored-rows.ts';

interface Merging extends Pick<AddOptions, 'index' | 'observedAt' | 'onProgress' | 'signal'> {
  readonly memoryBytesMax: number;
  readonly deltaShareMax: number;
  readonly catalog: Catalog;
  readonly database: Database;
  readonly connection: DuckDBConnection;
  readonly before: Snapshot | null;
}

/** Connections beside the first one that merge few records: one computes while rows are fetched for another. */
const furtherLanes = 2;

/**
 * Merges the observations of staged sources, and removals by table ID, into the tables of an index. Few records are merged by three
 * connections: tables that do not depend on each other at the same time. Returns the resulting state of each table by ID.
 */
export async function mergeSources(
  merging: Merging,
  staged: readonly StagedSource[],
  removals: ReadonlyMap<string, StagedRelation>,
  isFew: boolean,
): Promise<Record<string, TableState>> {
  const { database, connection, before, onProgress, signal } = merging;
  const ids = [...new Set(staged.flatMap(({ state }) => Object.keys({ ...state.files, ...state.sorted })))];
  const observations = observationsOf(ids, staged, merging);
  for (const [id, relation] of removals)
    observations.set(id, joinedObservations(observations.get(id), relation));
  const records = staged.reduce((sum, { state }) => sum + state.records, 0);
  if (before !== null) registerRowsFunction(connection);
  const further: { readonly connection: DuckDBConnection; readonly interruption: Disposable }[] = [];
  try {
    while (isFew && further.length < furtherLanes) {
      const next = await database.connect();
      further.push({ connection: next, interruption: interruptOnAbort(next, signal) });
    }
    const states = await mergeStaged(
      laneOf(merging, connection),
      tableStates(before?.manifest),
      observations,
      {
        furtherLanes: further.map((each) => laneOf(merging, each.connection)),
        deltaShareMax: merging.deltaShareMax,
        memoryBytesMax: merging.memoryBytesMax,
        onTable: (file, bytesDone, bytesTotal) => {
          signal?.throwIfAborted();
          onProgress?.({ phase: 'merge', file, bytesDone, bytesTotal, records });
        },
      },
    );
    return Object.fromEntries(states);
  } finally {
    for (const { connection: each, interruption } of further) {
      interruption[Symbol.dispose]();
      each.closeSync();
    }
  }
}

function laneOf({ catalog, index: root, before }: Merging, connection: DuckDBConnection): MergeLane {
  const find = before === null ? undefined : storedRowsOf(connection, before);
  return { target: { catalog, connection, root }, find };
}
