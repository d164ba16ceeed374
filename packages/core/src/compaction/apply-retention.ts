import { type CatalogTable, withTables } from '@sdq/catalog';
import {
  manifestFiles,
  openSnapshot,
  type RetentionRule,
  readRetention,
  retainMonths,
  setRetention,
  takeMaintenanceLock,
  takeWriteLock,
} from '@sdq/index';
import { buildIndex } from '../backends/duckdb/segments/build-index.ts';

export interface ApplyRetentionOptions {
  /** Directory of the index. */
  readonly index: string;
  /** Tables besides the built-in ones; default: none. */
  readonly tables?: readonly CatalogTable[] | undefined;
  /** A rule to set before, or with null to remove; default: none. */
  readonly set?: { readonly table: CatalogTable; readonly rule: RetentionRule | null } | undefined;
  /** The present time; default: now. */
  readonly now?: Date | undefined;
  readonly threads?: number | undefined;
  /** DuckDB's memory limit, in bytes. */
  readonly memoryBytesMax?: number | undefined;
  /** Milliseconds to wait for another writer; default: fail at once. */
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RetentionReport {
  readonly snapshotId: string;
  /** Rows that were dropped, by id of table, of those that lost any. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Bytes of the files that were written. */
  readonly bytesWritten: number;
}

/**
 * Drops what the retention rules of an index do not keep, and builds the segments of the tables that change. Without
 * rules, nothing is done. Errors: `index_missing`, `index_locked`, `index_corrupt`, `disk_full`, `usage_error` for a
 * rule that the table cannot have.
 */
export async function applyRetention(options: ApplyRetentionOptions): Promise<RetentionReport> {
  const { index, tables, set, now, threads, memoryBytesMax, waitMs, signal } = options;
  const before = await openSnapshot(index); // does not change a directory without an index
  const rules = set === undefined ? await readRetention(index) : undefined;
  if (rules !== undefined && Object.keys(rules).length === 0)
    return { snapshotId: before.id, dropped: {}, bytesWritten: 0 };
  let retained: Awaited<ReturnType<typeof retainMonths>>;
  {
    await using _maintenance = await takeMaintenanceLock(index, { waitMs, signal });
    await using _lock = await takeWriteLock(index, { waitMs, signal });
    if (set !== undefined) await setRetention(index, set.table, set.rule);
    retained = await retainMonths(index, { catalog: withTables(tables), now, memoryBytesMax, signal });
  }
  const { dropped } = retained;
  const only = Object.keys(dropped);
  const { snapshotId } =
    only.length === 0
      ? retained
      : await buildIndex({ index, tables, only, threads, memoryBytesMax, waitMs, signal });
  const known = new Set(manifestFiles(before.manifest).map(({ path }) => path));
  const after = manifestFiles((await openSnapshot(index)).manifest);
  const bytesWritten = after.reduce((sum, { path, bytes }) => sum + (known.has(path) ? 0 : bytes), 0);
  return { snapshotId, dropped, bytesWritten };
}
