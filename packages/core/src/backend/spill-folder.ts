import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLivingProcess, ownProcessName } from '@sdq/index';

const prefix = 'sdq-spill-';
const ownFolder = /^sdq-spill-([\d.a-z]+)-[^-]+$/;

/** A new folder for what a query puts on disk, named after this process; below the system's temporary one by default. */
export async function makeSpillFolder(parent: string = tmpdir()): Promise<string> {
  await mkdir(parent, { recursive: true });
  return await mkdtemp(join(parent, `${prefix}${ownProcessName}-`));
}

/**
 * Deletes what processes that were killed have left: a query in the middle of a sort leaves hundreds of megabytes.
 * Gives the number of folders deleted; one that cannot be is left to the next start.
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
