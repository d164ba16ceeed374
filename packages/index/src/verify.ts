import { sha256OfFile } from './files/write-table-file.ts';
import { type DamagedFile, damageOf, type ManifestFile, manifestFiles } from './manifest/manifest-files.ts';
import { fileBytes } from './publish/publish.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Checks that each file exists with its size: cheap, done each time an index is opened. */
export async function checkSizes(snapshot: Snapshot): Promise<DamagedFile[]> {
  return await checkFiles(snapshot, async (path, expected) => {
    const bytes = await fileBytes(path);
    if (bytes === undefined) return 'it is missing';
    return bytes === expected.bytes ? undefined : `it has ${bytes} bytes instead of ${expected.bytes}`;
  });
}

/** Verifies each file's SHA-256 (about 1 GB/s); `onFile` is called after each, for a progress bar. */
export async function checkContents(
  snapshot: Snapshot,
  onFile: () => void = () => {},
): Promise<DamagedFile[]> {
  const bySize = await checkSizes(snapshot);
  if (bySize.length > 0) return bySize;
  return await checkFiles(snapshot, async (path, expected) => {
    const sha256 = await sha256OfFile(path);
    onFile();
    return sha256 === expected.sha256 ? undefined : 'its content was altered: the checksum differs';
  });
}

async function checkFiles(
  snapshot: Snapshot,
  check: (path: string, expected: ManifestFile) => Promise<string | undefined>,
): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  for (const file of manifestFiles(snapshot.manifest)) {
    const reason = await check(snapshot.path(file), file);
    if (reason !== undefined) damaged.push({ path: file.path, reason: damageOf(file, reason) });
  }
  return damaged;
}
