import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { checkFreeSpace, type FileEntry } from '@sdq/index';
import type { BuildFolder } from './build-folder.ts';

/** Bytes of a segment with its row files and key files, for each byte of base files: 1.7 at ten million videos with long texts. */
const bytesOfBase = 2;

/**
 * Bytes a row of a build with all that it writes in the meantime, at least: 390 were measured at ten million videos with short texts (28
 * columns), 190 at as many observations of them (8 columns), which have as many groups as rows.
 */
const bytesOfRow = { always: 100, column: 11 };

/** Less than this is tried without looking for room first. */
const checkedBytesMin = 256 * 1024 ** 2;

/** Throws where the disk has no room for a segment over these files; not for one that was begun. Errors: `disk_full`. */
export function checkRoom(
  root: string,
  table: CatalogTable,
  files: readonly FileEntry[],
  { structures }: BuildFolder,
): void {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const perRow = bytesOfRow.always + bytesOfRow.column * storedColumns(table).length;
  const bytes = Math.max(bytesOfBase * files.reduce((sum, file) => sum + file.bytes, 0), rows * perRow);
  if (Object.keys(structures).length === 0 && bytes >= checkedBytesMin) checkFreeSpace(root, bytes);
}
