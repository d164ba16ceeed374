import { createHash } from 'node:crypto';
import { type CatalogTable, tableId } from '@sdq/catalog';
import type { Snapshot } from '@sdq/index';
import { workloadTables } from '../workload/workload-tables.ts';

/**
 * Identifies the rows of tables of a snapshot: snapshots with the same base files have the same key, regardless of their
 * segments, so that copies of the rows for peers are made only once.
 */
export function dataKey(snapshot: Snapshot, tables: readonly CatalogTable[] = workloadTables): string {
  const hash = createHash('sha256');
  for (const table of tables) {
    hash.update(`${tableId(table)}\n`);
    for (const file of snapshot.files(table)) hash.update(`${file.sha256}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}
