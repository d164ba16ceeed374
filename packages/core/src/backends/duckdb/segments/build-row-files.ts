import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';
import {
  type FileEntry,
  hasColumns,
  layout,
  type RowFileEntry,
  type SegmentEntry,
  typesByName,
} from '@sdq/index';
import type { BuildFolder } from './build-folder.ts';
import type { BuiltRowFiles } from './build-report.ts';
import { writeRowFiles } from './row-file-pool.ts';
import { rowFileColumns, rowFilesAtHand } from './row-files-at-hand.ts';

/** With fewer rows than this, row files are written in this process: starting others would take longer. */
export const rowsOfOneProcess = 400_000;

export interface BuildRowFilesOptions {
  /** Directory of the index. */
  readonly root: string;
  readonly table: CatalogTable;
  /** Base files, in the order of the manifest. */
  readonly files: readonly FileEntry[];
  /** Published segments: their row files are reused. */
  readonly published: readonly SegmentEntry[];
  /** Processes, where more than one is worthwhile. */
  readonly threads: number;
  /** DuckDB's memory limit, in bytes. */
  readonly memoryBytesMax: number;
  readonly signal: AbortSignal;
  /** Called with the number of rows in the row files that there are. */
  readonly onRows: (rowsDone: number) => void;
}

/** Writes the row files that are missing, and puts them into the index. Returns one for each base file, in their order. */
export async function buildRowFiles(
  folder: BuildFolder,
  { root, table, files, published, threads, memoryBytesMax, signal, onRows }: BuildRowFilesOptions,
): Promise<BuiltRowFiles & { entries: RowFileEntry[] }> {
  const columns = rowFileColumns(table);
  const schema = { columns: typesByName(columns) };
  const startedAt = performance.now();
  const rows = rowsOf(files);
  const known = rowFilesAtHand(root, published, columns);
  const missing = new Map<string, FileEntry>();
  const written: FileEntry[] = [];
  for (const file of files) {
    if (known.has(file.path)) continue;
    const found = await folder.findRowFile(file);
    if (found === undefined || !hasColumns(found, columns)) missing.set(join(root, file.path), file);
    else known.set(file.path, found);
    written.push(file);
  }
  let rowsDone = rows - rowsOf([...missing.values()]);
  onRows(rowsDone);
  const requests = [...missing].map(([parquetPath, file]) => ({
    parquetPath,
    columns,
    rows: file.rows,
    to: folder.rowFile(file),
  }));
  const cpuSeconds = await writeRowFiles(requests, {
    processes: rows < rowsOfOneProcess ? 0 : threads,
    memoryBytesMax,
    signal,
    onWritten: async (request, { bytes, sha256 }) => {
      const base = missing.get(request.parquetPath) as FileEntry;
      const path = `${layout.rowFolder(table)}/${sha256.slice(0, 32)}.rows`;
      const entry = { path, bytes, sha256, schema };
      await folder.noteRowFile(base, entry);
      known.set(base.path, entry);
      rowsDone += base.rows;
      onRows(rowsDone);
    },
  });
  await folder.place(
    written.map((file) => ({
      from: folder.rowFile(file),
      path: (known.get(file.path) as RowFileEntry).path,
    })),
  );
  const entries = files.map((file) => known.get(file.path) as RowFileEntry);
  return {
    entries,
    files: files.length,
    reused: files.length - missing.size,
    bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0),
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds,
  };
}

function rowsOf(files: readonly FileEntry[]): number {
  return files.reduce((sum, file) => sum + file.rows, 0);
}
