import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The bytes of all files of a folder; 0 if it does not exist. Files that vanish meanwhile do not count. */
export function folderBytes(folder: string): number {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + bytesOf(join(entry.parentPath, entry.name)), 0);
  } catch {
    return 0; // a folder that vanishes while it is listed
  }
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
