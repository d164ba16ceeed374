import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogTable, tableId } from '@sdq/catalog';
import { atOnce } from '@sdq/contract';
import { sqlName } from '@sdq/duckdb/sql';
import {
  countRows,
  type FileEntry,
  layout,
  type MergeContext,
  type MergeTarget,
  observedColumn,
  type TableState,
  tableFiles,
  writeMerged,
} from '@sdq/index';
import { SortedWriter } from './sorted-writer.ts';
import { findRepeated } from './staging/distinct.ts';
import type { StagedRelation } from './staging/staged-observations.ts';
import { monthsWithin, writeAdopted } from './write-adopted.ts';

interface Adopting {
  readonly stored: TableState;
  readonly relation: StagedRelation | undefined;
  readonly context: MergeContext;
  readonly memoryBytesMax: number;
}

/** A table that was empty, and the files of the tables that are derived from it. */
export interface Adopted {
  readonly state: TableState;
  readonly derived: ReadonlyMap<string, FileEntry[]>;
  /** Whether rows of repeated keys were merged, and parent links noted. */
  readonly isMerged: boolean;
}

/** From this share of rows with repeated keys on, all rows are merged. */
const repeatedShareMax = 0.05;

/**
 * Into an empty table, rows are written without a merge by key, except for the few whose key other rows have: which these are
 * is found by counting. Sorted files without such rows are taken as they are; all other rows are sorted and written by month.
 * Undefined where all rows have to be merged.
 */
export async function adoptStaged(
  target: MergeTarget,
  table: CatalogTable,
  { stored, relation, context, memoryBytesMax }: Adopting,
): Promise<Adopted | undefined> {
  if (relation === undefined || stored.files.length > 0) return undefined;
  if (context.removals !== undefined || (context.marks ?? []).length > 0) return undefined;
  const { connection, root } = target;
  const rows = await countRows(connection, relation.from);
  const key = table.key.map((name) => (name === table.observedBy ? observedColumn : sqlName(name)));
  await using repeated = await findRepeated(connection, relation.from, rows, key.join(', '));
  if (repeated.count > rows * repeatedShareMax) return undefined;
  const isMerged = repeated.count > 0;
  const path = join(layout.staging(root), 'spill', 'merged.parquet');
  await using writer = new SortedWriter(root, memoryBytesMax);
  try {
    const merged = isMerged ? await writeMerged(connection, table, repeated.from, context, path) : undefined;
    const files = await writeAdopted(target, writer, table, relation, merged);
    return {
      state: { files, masks: [] },
      derived: await writeDerived(target, writer, table, files),
      isMerged,
    };
  } finally {
    await rm(path, { force: true });
  }
}

/** Writes the tables that are derived from an adopted one and have no files yet. Returns their files by table ID. */
async function writeDerived(
  { catalog, root }: MergeTarget,
  writer: SortedWriter,
  source: CatalogTable,
  sourceFiles: readonly FileEntry[],
): Promise<Map<string, FileEntry[]>> {
  const written = new Map<string, FileEntry[]>();
  for (const table of catalog.tablesOf(source.platform)) {
    if (table.derivedFrom?.table !== source.name) continue;
    const { sql } = table.derivedFrom;
    const files = await atOnce(monthsWithin(sourceFiles), writer.atOnce, async (group) => {
      const paths = group.map(({ path, schema }) => ({ path: join(root, path), schema }));
      const rows = `(WITH source AS (FROM ${tableFiles(source, paths, { older: true })}) ${sql})`;
      return await writer.write(table, rows);
    });
    written.set(tableId(table), files.flat());
  }
  return written;
}
