import { type CatalogTable, tableId } from '@sdq/catalog';
import type { Snapshot } from '@sdq/index';
import type { RawTable } from './write-raw-parquet.ts';

/** A table that both the engine and its peers hold. */
export interface TableSize {
  readonly name: string;
  readonly rows: number;
  /** Base files, segments and row files. */
  readonly indexBytes: number;
  /** As snappy Parquet in no order; null where that was not written. */
  readonly rawBytes: number | null;
}

/** Bytes of each table in the index, all that belongs to it, and as raw Parquet. */
export function tableSizes(
  snapshot: Snapshot,
  tables: readonly CatalogTable[],
  raw: readonly RawTable[],
): TableSize[] {
  return tables.map((table) => ({
    name: table.name,
    rows: snapshot.rows(table),
    indexBytes: indexBytes(snapshot, table),
    rawBytes: raw.find((other) => other.table === table)?.bytes ?? null,
  }));
}

function indexBytes(snapshot: Snapshot, table: CatalogTable): number {
  const base = snapshot.manifest.tables[tableId(table)]?.bytes ?? 0;
  const rowFiles = new Map<string, number>();
  let segments = 0;
  for (const segment of snapshot.segments(table)) {
    segments += segment.bytes;
    // Segments over the same base file share its row file.
    for (const { row_file } of segment.covers) rowFiles.set(row_file.path, row_file.bytes);
  }
  return base + segments + [...rowFiles.values()].reduce((sum, bytes) => sum + bytes, 0);
}
