import { constants } from 'node:fs';
import { access, copyFile, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, withDiskFull } from '@sdq/contract';
import type { Home } from '../home.ts';
import { type BackupFile, backupFileName, describeFiles } from './backup-file.ts';

export interface BackupSource {
  home: Home;
  index: string;
  mediaDirectory: string | undefined;
  /** Whether the accounts are on PostgreSQL, and the pepper in the environment. */
  isDatabaseElsewhere: boolean;
  isPepperElsewhere: boolean;
  version: string;
}

/**
 * Writes a backup into a new folder, while services run: a copy of the account database at one moment, its pepper, the
 * secret of cursors and links, the spool, the media, and the published snapshot of the index. The folder appears when
 * the backup is whole. Errors: `usage_error` when it exists, `disk_full`.
 */
export async function createBackup(source: BackupSource, target: string): Promise<BackupFile> {
  if (await exists(target)) throw new AppError('usage_error', `"${target}" exists: name a new folder`);
  const folder = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const written = await withDiskFull({ path: dirname(target) }, () => write(source, folder));
    await rename(folder, target);
    return written;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(source: BackupSource, folder: string): Promise<BackupFile> {
  const { home, index, mediaDirectory, isDatabaseElsewhere, isPepperElsewhere, version } = source;
  await mkdir(join(folder, 'home', 'accounts'), { recursive: true, mode: 0o700 });
  const elsewhere: string[] = [];
  // The books come first: what happens later is in neither.
  if (isDatabaseElsewhere) elsewhere.push('DATABASE_URL: save the PostgreSQL database with pg_dump');
  else if (await exists(join(home.accounts, 'accounts.db'))) {
    const { backUpDatabase } = await import('@sdq/accounts');
    backUpDatabase(join(home.accounts, 'accounts.db'), join(folder, 'home', 'accounts', 'accounts.db'));
  }
  if (isPepperElsewhere) elsewhere.push('SDQ_PEPPER: save the environment file');
  else await copyIfThere(join(home.accounts, 'pepper'), join(folder, 'home', 'accounts', 'pepper'));
  for (const name of ['data-secret', 'data-secret.former', 'spool', 'demo-keys.json']) {
    await copyIfThere(join(home.directory, name), join(folder, 'home', name));
  }
  await copyIfThere(mediaDirectory ?? join(home.directory, 'media'), join(folder, 'home', 'media'));
  const snapshotId = await copyIndex(index, join(folder, 'index'));
  const backup: BackupFile = {
    format: 'sdq backup 1',
    created_at: new Date().toISOString(),
    version,
    snapshot_id: snapshotId,
    elsewhere,
    files: await describeFiles(folder),
  };
  await writeFile(join(folder, backupFileName), `${JSON.stringify(backup, undefined, 1)}\n`, { mode: 0o600 });
  return backup;
}

/** Copies the published snapshot, which is pinned meanwhile; its pointer last. Null without an index. */
async function copyIndex(index: string, target: string): Promise<string | null> {
  const { currentSnapshotId, layout, manifestFiles, pinSnapshot, readSnapshot } = await import('@sdq/index');
  const id = await currentSnapshotId(index);
  if (id === null) return null;
  await using _pin = await pinSnapshot(index, id);
  const { manifest } = await readSnapshot(index, id);
  for (const { path } of manifestFiles(manifest)) await copyOne(join(index, path), join(target, path));
  await copyOne(layout.snapshot(index, id), layout.snapshot(target, id));
  await copyIfThere(join(index, 'platforms.json'), join(target, 'platforms.json'));
  await writeFile(layout.pointer(target), `${id}\n`);
  return id;
}

/** Shares the blocks where the file system can. */
async function copyOne(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to, constants.COPYFILE_FICLONE);
}

async function copyIfThere(from: string, to: string): Promise<void> {
  if (await exists(from)) await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
