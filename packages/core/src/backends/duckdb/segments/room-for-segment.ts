import { checkFreeSpace, type FileEntry } from '@sdq/index';
import type { BuildFolder } from './build-folder.ts';

/** Bytes of a segment with its row files and key files, for each byte of base files: 1.7 at ten million videos. */
const bytesOfBase = 2;

/** Less than this is tried without looking for room first. */
const checkedBytesMin = 256 * 1024 ** 2;

/** Throws where the disk has no room for a segment over these files; not for one that was begun. Errors: `disk_full`. */
export function checkRoom(root: string, files: readonly FileEntry[], { structures }: BuildFolder): void {
  const bytes = bytesOfBase * files.reduce((sum, file) => sum + file.bytes, 0);
  if (Object.keys(structures).length === 0 && bytes >= checkedBytesMin) checkFreeSpace(root, bytes);
}
