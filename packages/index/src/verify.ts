import { atOnce } from '@sdq/contract';
import { sha256OfFile } from './files/write-table-file.ts';
import { type DamagedFile, damageOf, manifestFiles, sizeDamage } from './manifest/manifest-files.ts';
import { filesAtOnce } from './publish/checked.ts';
import { fileBytes } from './publish/publish.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Checks that each file exists with its size: cheap, done each time an index is opened. */
export async function checkSizes(snapshot: Snapshot): Promise<DamagedFile[]> {
  const found = await atOnce(manifestFiles(snapshot.manifest), filesAtOnce, async (file) => {
    const reason = sizeDamage(file, await fileBytes(snapshot.path(file)));
    return reason === undefined ? [] : [{ path: file.path, reason: damageOf(file, reason) }];
  });
  return found.flat();
}

/** Verifies each file's SHA-256 (about 1 GB/s); `onFile` is called after each, for a progress bar. */
export async function checkContents(
  snapshot: Snapshot,
  onFile: () => void = () => {},
): Promise<DamagedFile[]> {
  const bySize = await checkSizes(snapshot);
  if (bySize.length > 0) return bySize;
  const damaged: DamagedFile[] = [];
  for (const file of manifestFiles(snapshot.manifest)) {
    const sha256 = await sha256OfFile(snapshot.path(file));
    onFile();
    if (sha256 !== file.sha256)
      damaged.push({
        path: file.path,
        reason: damageOf(file, 'its content was altered: the checksum differs'),
      });
  }
  return damaged;
}
