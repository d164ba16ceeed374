import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { layout } from '../files/layout.ts';
import { isLayered, type TableState } from '../files/living-rows.ts';
import type { FileEntry } from '../manifest/manifest.ts';
import { rowsMasked } from '../manifest/masks.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { changedShare } from './changed-share.ts';

/** What compaction would do to one table. */
export interface TableCompaction {
  /** Id of the table, `platform.name`. */
  readonly table: string;
  /** Rows of its base files. */
  readonly baseRows: number;
  readonly deltas: { readonly files: number; readonly rows: number; readonly bytes: number };
  readonly masks: { readonly files: number; readonly rows: number; readonly bytes: number };
  /** Base files that would be written anew, at most. */
  readonly filesRewritten: number;
  /** Rows whose segments would be built anew, at most. */
  readonly segmentRows: number;
  /** Bytes that would be written, about: of Parquet, and of segments, row files and key files. */
  readonly bytesWritten: number;
  /** CPU seconds that this takes, about. */
  readonly cpuSeconds: number;
  /** Whether it has so many changed rows that a service compacts it by itself. */
  readonly isDue: boolean;
}

export interface CompactionPlan {
  /** Tables with delta files or masks. */
  readonly tables: readonly TableCompaction[];
  readonly bytesWritten: number;
  readonly cpuSeconds: number;
}

/** CPU seconds for a byte of base files: 110 s for the 1.5 GB of all months of ten million videos. */
const secondsPerByte = 110 / 1.5e9;

/** CPU seconds for a row of a segment: 414 s for ten million videos. */
const secondsPerSegmentRow = 414 / 1e7;

/** Beyond this share of stale rows, a segment over all rows is built in place of an overlay. */
const staleShareMax = 0.3;

/** From this share of the rows of the base files on, a service compacts delta files and masks by itself. */
const dueShareMin = 0.02;

/** What folding all delta files and masks of a snapshot, or of `only` these tables, would do, as its manifest tells. */
export function planCompaction(
  snapshot: Snapshot,
  catalog: Catalog,
  only?: readonly string[],
): CompactionPlan {
  const tables = catalog.storedTables.flatMap((table) => {
    if (only?.includes(tableId(table)) === false) return [];
    const state = { files: snapshot.files(table), masks: snapshot.masks(table) };
    return isLayered(state) ? [planTable(snapshot, catalog, table, state)] : [];
  });
  const bytesWritten = tables.reduce((sum, table) => sum + table.bytesWritten, 0);
  const cpuSeconds = tables.reduce((sum, table) => sum + table.cpuSeconds, 0);
  return { tables, bytesWritten, cpuSeconds };
}

function planTable(
  snapshot: Snapshot,
  catalog: Catalog,
  table: CatalogTable,
  { files, masks }: TableState,
): TableCompaction {
  const deltas = files.filter((file) => layout.isDelta(file));
  const base = files.filter((file) => !layout.isDelta(file));
  const masked = new Set(masks.flatMap((mask) => Object.keys(mask.files)));
  const isChanged = (file: FileEntry) =>
    masked.has(file.path) || deltas.some((delta) => mayHoldMonth(table, delta, file.month));
  const rewritten = base.filter(isChanged);
  const months = new Set(rewritten.map(({ month }) => month));
  const derived = catalog
    .tablesOf(table.platform)
    .filter(({ derivedFrom }) => derivedFrom?.table === table.name)
    .flatMap((each) => snapshot.files(each))
    .filter(({ month }) => months.has(month));
  const parquetBytes = bytesOf(rewritten) + bytesOf(derived) + bytesOf(deltas);
  const segments = segmentOver(snapshot, table, rowsOf(rewritten) + rowsOf(deltas), rowsOf(base));
  return {
    table: tableId(table),
    baseRows: rowsOf(base),
    deltas: { files: deltas.length, rows: rowsOf(deltas), bytes: bytesOf(deltas) },
    masks: { files: masks.length, rows: rowsMasked(masks), bytes: bytesOf(masks) },
    filesRewritten: rewritten.length + derived.length,
    segmentRows: segments.rows,
    bytesWritten: parquetBytes + segments.bytes,
    cpuSeconds: parquetBytes * secondsPerByte + segments.rows * secondsPerSegmentRow,
    isDue: changedShare({ files, masks }) >= dueShareMin,
  };
}

/** Rows and bytes of the segment that would be built, by the bytes of the largest one that there is. */
function segmentOver(
  snapshot: Snapshot,
  table: CatalogTable,
  rowsChanged: number,
  rowsAll: number,
): { rows: number; bytes: number } {
  const perRow = snapshot.segments(table).map(({ bytes, covers, key_files = {} }) => {
    const rows = covers.reduce((sum, file) => sum + file.rows, 0);
    const others = [...covers.flatMap(({ row_file }) => row_file ?? []), ...Object.values(key_files)];
    return { rows, bytesOfRow: (bytes + bytesOf(others)) / Math.max(1, rows) };
  });
  const [largest] = perRow.sort((a, b) => b.rows - a.rows);
  if (largest === undefined) return { rows: 0, bytes: 0 };
  const rows = rowsChanged > staleShareMax * rowsAll ? Math.max(rowsAll, rowsChanged) : rowsChanged;
  return { rows, bytes: Math.round(rows * largest.bytesOfRow) };
}

/** Whether a delta file may have rows of a month, by its zone map. */
function mayHoldMonth(table: CatalogTable, { zones }: FileEntry, month: string | null): boolean {
  const zone = table.partitionBy === undefined ? undefined : zones[table.partitionBy];
  if (zone === undefined || month === null) return true;
  return zone.min.slice(0, 7) <= month && month <= zone.max.slice(0, 7);
}

function rowsOf(files: readonly FileEntry[]): number {
  return files.reduce((sum, { rows }) => sum + rows, 0);
}

function bytesOf(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
