import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The bytes of all files of a folder; 0 if it does not exist. A file with more than one hard link counts once, and symbolic
 * links are not followed: `data/` of ClickHouse is links to `store/`. Files that vanish meanwhile do not count.
 */
export function folderBytes(folder: string): number {
  const linked = new Set<string>();
  const bytesIn = (directory: string): number =>
    entriesOf(directory).reduce((sum, entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return sum + bytesIn(path);
      return entry.isFile() ? sum + bytesOf(statSync(path, { throwIfNoEntry: false })) : sum;
    }, 0);
  const bytesOf = (file: Stats | undefined): number => {
    if (file === undefined) return 0;
    if (file.nlink === 1) return file.size;
    const id = `${file.dev}:${file.ino}`;
    if (linked.has(id)) return 0;
    linked.add(id);
    return file.size;
  };
  return bytesIn(folder);
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return []; // vanished while its parent was listed
  }
}
