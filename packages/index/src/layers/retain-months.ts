import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import {
  type Catalog,
  type CatalogTable,
  keepsOlder,
  olderColumn,
  storedColumns,
  tableId,
} from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { checkFreeSpace } from '../files/free-space.ts';
import { layout } from '../files/layout.ts';
import { tableFiles } from '../files/table-files.ts';
import { writeTableFile } from '../files/write-table-file.ts';
import { type FileEntry, makeManifest } from '../manifest/manifest.ts';
import { countRows } from '../merge/merge-rows.ts';
import { rebuildDerived } from '../merge/rebuild-derived.ts';
import { publish } from '../publish/publish.ts';
import { livingSegments } from '../snapshot/living-segments.ts';
import { openSnapshot } from '../snapshot/snapshot.ts';
import { foldLayers } from './fold-layers.ts';
import { firstMonth, type RetentionRule, readRetention, retainedTables } from './retention.ts';

export interface RetainOptions {
  readonly catalog: Catalog;
  /** The present time; default: now. */
  readonly now?: Date | undefined;
  /** DuckDB's memory limit, in bytes; default 1 GiB. */
  readonly memoryBytesMax?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RetainReport {
  readonly snapshotId: string;
  /** Rows that were dropped, by id of table, of those that lost any. */
  readonly dropped: Readonly<Record<string, number>>;
}

/**
 * Drops what the retention rules of an index do not keep, and publishes the rest. Tables with rules are folded first. Call
 * while holding the write lock and the maintenance lock. Errors: `disk_full`, `index_missing`.
 */
export async function retainMonths(root: string, options: RetainOptions): Promise<RetainReport> {
  const { catalog, now = new Date(), memoryBytesMax = 1024 ** 3, signal } = options;
  const published = await openSnapshot(root);
  const ruled = retainedTables(catalog, await readRetention(root));
  const only = ruled.map(([table]) => tableId(table));
  const before = await foldLayers(published, { catalog, only, memoryBytesMax, signal });
  const tables = Object.fromEntries(
    Object.entries(before.manifest.tables).map(([id, { files }]) => [id, files]),
  );
  const dropped: Record<string, number> = {};
  // With one thread, DuckDB uses different row groups, and the same rows would produce different files.
  await using database = await Database.open({ threads: 2, memoryBytesMax });
  const connection = await database.connect();
  try {
    for (const [table, rule] of ruled) {
      signal?.throwIfAborted();
      const id = tableId(table);
      const files = before.files(table);
      if (files.some((file) => layout.isInPlace(file)))
        throw new AppError(
          'usage_error',
          `The rows of ${id} are in files that stay in place: none can be dropped`,
          {
            hint: `Remove the rule: sdq index retain --table ${id} --off`,
          },
        );
      const { kept, months } = await retain({ connection, root }, table, files, { rule, now });
      if (months.length === 0) continue;
      dropped[id] = rowsOf(files) - rowsOf(kept);
      const filesOf = (each: CatalogTable) => tables[tableId(each)] ?? [];
      const target = { catalog, connection, root };
      for (const [of, rebuilt] of await rebuildDerived(target, table, kept, months, filesOf))
        tables[of] = rebuilt;
      tables[id] = kept;
    }
  } finally {
    connection.closeSync();
  }
  if (Object.keys(dropped).length === 0) return { snapshotId: published.id, dropped };
  const manifest = makeManifest({
    parent: published.id,
    tables,
    masks: Object.fromEntries(
      Object.entries(before.manifest.tables).map(([id, { masks = [] }]) => [id, masks]),
    ),
    sources: before.manifest.sources,
    segments: livingSegments(before.manifest.segments, tables),
  });
  await publish(root, manifest, { isMaintaining: true });
  return { snapshotId: manifest.snapshot_id, dropped };
}

/** The base files of a table that remain, and the months that change. */
async function retain(
  { connection, root }: { connection: DuckDBConnection; root: string },
  table: CatalogTable,
  files: readonly FileEntry[],
  { rule, now }: { rule: RetentionRule; now: Date },
): Promise<{ kept: FileEntry[]; months: string[] }> {
  const first = rule.months === null ? '' : firstMonth(rule.months, now);
  const whole = rule.daily_after_months === null ? '' : firstMonth(rule.daily_after_months, now);
  const kept: FileEntry[] = [];
  const months = new Set<string>();
  for (const file of files) {
    if (file.month !== null && file.month < first) {
      months.add(file.month);
    } else if (file.month !== null && file.month < whole) {
      const relation = daily(root, table, file);
      if ((await countRows(connection, relation)) === file.rows) {
        kept.push(file);
        continue;
      }
      checkFreeSpace(root, file.bytes);
      const written = await writeTableFile(connection, root, table, file.month, relation);
      if (written !== null) kept.push(written);
      months.add(file.month);
    } else kept.push(file);
  }
  return { kept, months: [...months].sort() };
}

/** The last row of each UTC day, of the rows of a file that differ only in the time of their key. */
function daily(root: string, table: CatalogTable, { path, schema }: FileEntry): string {
  const { partitionBy = '' } = table;
  const list = [...storedColumns(table), ...(keepsOlder(table) ? [olderColumn] : [])].map(({ name }) =>
    sqlName(name),
  );
  const time = sqlName(partitionBy);
  const others = table.key.filter((name) => name !== partitionBy).map(sqlName);
  const day = `strftime(${time}, '%Y-%m-%d')`;
  return `(SELECT ${list.join(', ')} FROM ${tableFiles(table, [{ path: join(root, path), schema }], { older: true })}
    QUALIFY row_number() OVER (PARTITION BY ${[...others, day].join(', ')} ORDER BY ${time} DESC) = 1)`;
}

function rowsOf(files: readonly FileEntry[]): number {
  return files.reduce((sum, { rows }) => sum + rows, 0);
}
