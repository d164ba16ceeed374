import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@sdq/contract';

/** What `backup.json` says of a backup. */
export interface BackupFile {
  format: 'sdq backup 1';
  /** ISO 8601 in UTC. */
  created_at: string;
  /** Version of sdq that made it. */
  version: string;
  /** Null without an index. */
  snapshot_id: string | null;
  /** Parts that are elsewhere and must be saved there: a PostgreSQL database, a pepper of the environment. */
  elsewhere: string[];
  files: { path: string; bytes: number; sha256: string }[];
}

export const backupFileName = 'backup.json';

/** Errors: `file_missing`, `file_malformed`. */
export async function readBackupFile(folder: string): Promise<BackupFile> {
  const text = await readFile(join(folder, backupFileName), 'utf8').catch((cause: unknown) => {
    throw new AppError('file_missing', `"${folder}" is not a backup: it has no ${backupFileName}`, { cause });
  });
  try {
    const read = JSON.parse(text) as BackupFile;
    if (read.format === 'sdq backup 1' && Array.isArray(read.files)) return read;
  } catch {
    // refused below
  }
  throw new AppError('file_malformed', `"${join(folder, backupFileName)}" is damaged or of a newer version`);
}

/** All files below a folder except `backup.json`, with sizes and checksums, in the order of their paths. */
export async function describeFiles(folder: string): Promise<BackupFile['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== backupFileName)
    .sort();
  const files: BackupFile['files'] = [];
  for (const path of paths) {
    const { size } = await stat(join(folder, path));
    files.push({ path, bytes: size, sha256: await sha256Of(join(folder, path)) });
  }
  return files;
}

/** What differs between a backup and its `backup.json`, one line per file. */
export async function damageOf(folder: string, { files }: BackupFile): Promise<string[]> {
  const damage: string[] = [];
  for (const { path, bytes, sha256 } of files) {
    const found = await stat(join(folder, path)).catch(() => undefined);
    if (found === undefined) damage.push(`${path}: is missing`);
    else if (found.size !== bytes) damage.push(`${path}: has ${found.size} bytes instead of ${bytes}`);
    else if ((await sha256Of(join(folder, path))) !== sha256) damage.push(`${path}: has another checksum`);
  }
  return damage;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
