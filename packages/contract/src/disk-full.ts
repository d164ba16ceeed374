import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from './app-error.ts';

/** SQLITE_FULL. */
const sqliteFull = 13;
/** SQLITE_IOERR: also what a database in WAL mode fails with when its shared memory of 32 KiB finds no room. */
const sqliteIoError = 10;
const sqliteRoomBytes = 2 ** 16;
const fullText = /No space left on device|Disk quota exceeded|database or disk is full/;
/** A DuckDB temporary directory at its limit. */
const spillText = /max_temp_directory_size|failed to offload data block/;

export interface FullDisk {
  /** A file or directory on the disk, where the error names none; undefined if it may be any. */
  path: string | undefined;
  /** Bytes that the work needs, if they are known. */
  neededBytes?: number | undefined;
}

/**
 * A failure for lack of disk space, of Node, DuckDB or SQLite, as an AppError `disk_full` that names the path, the free
 * bytes, and the bytes needed if known; undefined for any other error.
 */
export function asDiskFull(error: unknown, { path, neededBytes }: FullDisk): AppError | undefined {
  if (error instanceof AppError) return error.code === 'disk_full' ? error : undefined;
  if (!isDiskFull(error, path)) return undefined;
  const { path: own } = error as NodeJS.ErrnoException;
  const named = own ?? /"(\/[^"]+)"/.exec((error as Error).message)?.[1] ?? path;
  return diskFull({ path: named, neededBytes }, error);
}

export function diskFull({ path, neededBytes }: FullDisk, cause?: unknown): AppError {
  const freeBytes = path === undefined ? null : freeBytesOf(path);
  // what was written in part is deleted already
  const free = freeBytes === null ? '' : `: ${bytes(freeBytes)} are free now`;
  const needed = neededBytes === undefined ? '' : `, and ${bytes(neededBytes)} are needed`;
  const disk = path === undefined ? 'A disk' : `The disk of "${path}"`;
  return new AppError('disk_full', `${disk} is full${free}${needed}`, {
    cause,
    hint: 'Free some space, or use a larger disk, and run the same command again: nothing was changed',
    meta: { path: path ?? null, free_bytes: freeBytes, needed_bytes: neededBytes ?? null },
  });
}

/** Runs some work that writes to a disk. Errors: `disk_full`, and those of the work. */
export async function withDiskFull<Result>(disk: FullDisk, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asDiskFull(error, disk) ?? error;
  }
}

function isDiskFull(error: unknown, path: string | undefined): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  const { errcode } = error as { errcode?: number };
  if (errcode !== undefined) {
    const hasNoRoom = path !== undefined && freeBytesOf(path) < sqliteRoomBytes;
    return (errcode & 0xff) === sqliteFull || ((errcode & 0xff) === sqliteIoError && hasNoRoom);
  }
  return fullText.test(error.message) || spillText.test(error.message);
}

/** Free bytes of the disk of a path, or of its nearest directory that exists; 0 if unknown. */
export function freeBytesOf(path: string): number {
  for (let place = path; ; place = dirname(place)) {
    try {
      const { bavail, bsize } = statfsSync(place);
      return bavail * bsize;
    } catch {
      if (dirname(place) === place) return 0;
    }
  }
}

function bytes(count: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, count)) / 10));
  const value = count / 2 ** (10 * power);
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}
