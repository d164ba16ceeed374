import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isLivingProcess, ownProcessName } from '@sdq/index';

const prefix = 'sdq-spill-';
const ownFolder = /^sdq-spill-([\d.a-z]+)-[^-]+$/;

/**
 * Creates a folder for the spill files of queries, named after this process; by default below the system's temporary
 * directory.
 */
export async function makeSpillFolder(parent: string = tmpdir()): Promise<string> {
  await mkdir(parent, { recursive: true });
  return await mkdtemp(join(parent, `${prefix}${ownProcessName}-`));
}

/** The path of such a folder, which is not created; {@link removeAbandonedSpill} finds it as well. */
export function spillFolderName(parent: string = tmpdir()): string {
  return join(resolve(parent), `${prefix}${ownProcessName}-${randomBytes(6).toString('hex')}`);
}

/**
 * Deletes the spill folders of killed processes: a query in the middle of a sort leaves hundreds of megabytes.
 * Returns the number of folders deleted; one that cannot be deleted is left to the next start.
 */
export async function removeAbandonedSpill(parent: string = tmpdir()): Promise<number> {
  let removed = 0;
  for (const name of await readdir(parent).catch(() => [])) {
    const holder = ownFolder.exec(name)?.[1];
    if (holder === undefined || isLivingProcess(holder)) continue;
    const isGone = await rm(join(parent, name), { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) removed++;
  }
  return removed;
}
