import { constants } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, withDiskFull } from '@sdq/contract';
import { exists } from './create-backup.ts';
import { type BackupReport, verifyBackup } from './verify-backup.ts';

/**
 * Verifies a backup and restores it into a data directory and an index directory that are missing or empty. A failure
 * leaves both as they were. Errors: `usage_error` for a directory with content, `disk_full`, those of `verifyBackup`.
 */
export async function restoreBackup(
  folder: string,
  { home, index }: { home: string; index: string },
): Promise<BackupReport> {
  const isWithin = index.startsWith(join(home, '/'));
  for (const target of [home, index]) await requireEmpty(target);
  const report = await verifyBackup(folder);
  const staging = join(dirname(home), `.${basename(home)}.${process.pid}.tmp`);
  const stagedIndex = isWithin
    ? join(staging, index.slice(home.length + 1))
    : join(dirname(index), `.${basename(index)}.${process.pid}.tmp`);
  try {
    await withDiskFull({ path: dirname(home) }, async () => {
      await copy(join(folder, 'home'), staging);
      if (report.backup.snapshot_id !== null) await copy(join(folder, 'index'), stagedIndex);
    });
    await chmod(join(staging, 'accounts'), 0o700);
    if (!isWithin && report.backup.snapshot_id !== null) await replaceEmpty(stagedIndex, index);
    await replaceEmpty(staging, home);
    return report;
  } finally {
    for (const path of [staging, stagedIndex]) await rm(path, { recursive: true, force: true });
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function replaceEmpty(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to); // replaces an empty directory
}

async function requireEmpty(directory: string): Promise<void> {
  if (!(await exists(directory))) return;
  if ((await readdir(directory)).length === 0) return;
  throw new AppError(
    'usage_error',
    `"${directory}" is not empty: a backup is restored into an empty directory`,
    {
      hint: 'Move it away first, or name another one with --home or --index',
    },
  );
}
