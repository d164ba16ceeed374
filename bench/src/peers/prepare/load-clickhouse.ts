import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sqlName } from '@sdq/duckdb/sql';
import { folderBytes } from '../../data/folder-bytes.ts';
import type { PeerSpecification } from '../peer-specification.ts';
import { PeerProcess } from '../process/peer-process-handle.ts';
import type { PrepareContext } from './prepared-peer.ts';

/** The maximum time for loading one table, and for the merges after it. */
const loadTimeoutMs = 4 * 3_600_000;
const mergesTimeoutMs = 20 * 60_000;
const pollMs = 2_000;
/** Polls in a row without a change after which a table is taken for merged. */
const pollsSettled = 4;
const tablesMax = 1_000;

/** Settings with which ClickHouse treats NULL as SQL and DuckDB do. */
export const nullsAsInSql = [
  'SET join_use_nulls = 1',
  'SET group_by_use_nulls = 1',
  'SET aggregate_functions_null_for_empty = 1',
  'SET cast_keep_nullable = 1',
  "SET session_timezone = 'UTC'",
];

export type LoadContext = Pick<PrepareContext, 'packages' | 'memoryBytesMax' | 'signal' | 'onProgress'>;

/**
 * Fills a folder with the database `bench` of ClickHouse, which exists only once everything is loaded, its parts are merged,
 * and those that were merged are deleted: they would count in the size of the folder. `label`: for progress. Resolves with the
 * seconds until the parts were merged.
 */
export async function loadClickhouse(
  session: string,
  label: string,
  { packages, memoryBytesMax, signal, onProgress }: LoadContext,
  load: (process: PeerProcess) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  let mergedAt = startedAt;
  const building = `${session}.building`;
  await rm(building, { recursive: true, force: true });
  const specification: PeerSpecification = {
    kind: 'clickhouse',
    packages,
    session: building,
    setUp: ['CREATE DATABASE IF NOT EXISTS bench', 'USE bench'],
    memoryBytesMax,
  };
  {
    await using process = new PeerProcess(specification, {
      timeoutMs: loadTimeoutMs,
      scratch: dirname(session),
      signal,
    });
    await load(process);
    for (const table of await tablesOf(process))
      await process.measure(`ALTER TABLE ${sqlName(table)} MODIFY SETTING old_parts_lifetime = 1`);
    onProgress(`waiting for merges of ${label}`);
    mergedAt = await untilSettled(process, building);
  }
  await rename(building, session);
  return (mergedAt - startedAt) / 1000;
}

/**
 * Waits until nothing was merged or deleted for a while: a single query that waits could time out, and merges start some time
 * after an insert, so that the state is polled. Resolves with the time at which parts were last merged, as `performance.now()`.
 */
async function untilSettled(process: PeerProcess, folder: string): Promise<number> {
  const startedAt = performance.now();
  let changedAt = startedAt;
  let before = '';
  for (let same = 0; same < pollsSettled && performance.now() - startedAt < mergesTimeoutMs; ) {
    const { head } = await process.digest(
      `SELECT (SELECT toString(count(*)) FROM system.merges) AS merges,
        (SELECT toString(count(*)) FROM system.parts WHERE NOT active AND database = 'bench') AS merged,
        (SELECT toString(count(*)) FROM system.parts WHERE active AND database = 'bench') AS parts`,
    );
    const [merges, merged, parts] = JSON.parse(head[0] ?? '[]') as string[];
    const state = JSON.stringify([parts, folderBytes(folder)]);
    if (merges !== '0') changedAt = performance.now();
    same = merges === '0' && merged === '0' && state === before ? same + 1 : 0;
    before = state;
    await new Promise((settle) => setTimeout(settle, pollMs));
  }
  return changedAt;
}

async function tablesOf(process: PeerProcess): Promise<string[]> {
  const { head } = await process.digest(
    "SELECT name FROM system.tables WHERE database = 'bench' AND engine LIKE '%MergeTree'",
    tablesMax,
  );
  return head.map((row) => (JSON.parse(row) as [string])[0]);
}
