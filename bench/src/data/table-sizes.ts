import { type CatalogTable, tableId } from '@sdq/catalog';
import type { Snapshot } from '@sdq/index';
import type { RawTable } from './write-raw-parquet.ts';

/** The sizes of a table that both the engine and its peers have. */
export interface TableSize {
  readonly name: string;
  readonly rows: number;
  /** Bytes of base files, segments, key files and row files. */
  readonly indexBytes: number;
  /** Bytes as unsorted Parquet with snappy compression; null if that was not written. */
  readonly rawBytes: number | null;
}

/** The bytes of each table in the index, all files included, and as raw Parquet. */
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
    for (const { bytes } of Object.values(segment.key_files ?? {})) segments += bytes;
    // Segments over the same base file share its row file.
    for (const { row_file } of segment.covers)
      if (row_file !== undefined) rowFiles.set(row_file.path, row_file.bytes);
  }
  return base + segments + [...rowFiles.values()].reduce((sum, bytes) => sum + bytes, 0);
}
