import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PeerSpecification } from '../peer-specification.ts';
import { PeerProcess } from '../process/peer-process-handle.ts';
import type { PrepareContext } from './prepared-peer.ts';

/** The maximum time for loading one table, and for the merges after it. */
const loadTimeoutMs = 4 * 3_600_000;
const mergesTimeoutMs = 20 * 60_000;
const pollMs = 2_000;

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
 * Fills a folder with the database `bench` of ClickHouse, which exists only once everything is loaded and its parts are
 * merged. `label`: for progress.
 */
export async function loadClickhouse(
  session: string,
  label: string,
  { packages, memoryBytesMax, signal, onProgress }: LoadContext,
  load: (process: PeerProcess) => Promise<void>,
): Promise<void> {
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
    onProgress(`waiting for merges of ${label}`);
    // A single query that waits for all merges could time out, so their state is polled.
    const before = performance.now();
    while (performance.now() - before < mergesTimeoutMs && (await isMerging(process))) {
      await new Promise((settle) => setTimeout(settle, pollMs));
    }
  }
  await rename(building, session);
}

async function isMerging(process: PeerProcess): Promise<boolean> {
  const { head } = await process.digest('SELECT toString(count(*)) AS merges FROM system.merges');
  return head[0] !== '["0"]';
}
