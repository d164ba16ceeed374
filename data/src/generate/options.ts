import { access, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import { densities, type GenerateProfile } from './density.ts';
import type { GenerateProgress } from './progress.ts';

export interface GenerateOptions {
  /** The directory of the new index; it must be empty or not exist. */
  out: string;
  /**
   * The number of videos, photos, network posts and tweets; related tables are scaled accordingly. The tables of the
   * other platforms have at least the size of a sample of some thousand rows.
   */
  rows: number;
  /** As `rows`, for the tables of the other platforms than videos; default: `rows`. Less makes a large index in half the time. */
  otherRows?: number;
  /**
   * How many related rows there are per video. `videos`, the default: one comment per two videos and three observations
   * per five, at most two million of each, and no transcripts above half a million videos. `comments`: 14 comments per
   * video and 12 per photo, ten observations per video, and transcripts, for any number of videos.
   */
  profile?: GenerateProfile;
  /** The same seed, numbers of rows, profile and `until` give the same bytes, regardless of the other options. Default 1. */
  seed?: number;
  /** Default: the number of processors. */
  threads?: number;
  /** DuckDB's memory limit in bytes; beyond it, data is spilled into the directory. Default 4 GiB. */
  memoryBytesMax?: number;
  /**
   * The end of the four years over which the videos are distributed. Default 2026-11-01T00:00:00Z, regardless of the
   * current date.
   */
  until?: Date;
  onProgress?: (progress: GenerateProgress) => void;
  signal?: AbortSignal;
}

const memoryBytesLeast = 256 * 1024 ** 2;

/** Options with their defaults. Errors: `usage_error`. */
export function withDefaults(options: GenerateOptions) {
  const settings = {
    out: options.out,
    rows: options.rows,
    otherRows: options.otherRows ?? options.rows,
    profile: options.profile ?? 'videos',
    seed: options.seed ?? 1,
    threads: options.threads ?? availableParallelism(),
    memoryBytesMax: options.memoryBytesMax ?? 4 * 1024 ** 3,
    until: options.until ?? new Date('2026-11-01T00:00:00Z'),
  };
  if (!Object.hasOwn(densities, settings.profile)) {
    const known = Object.keys(densities).join(' or ');
    throw new AppError('usage_error', `"profile" must be ${known}, not ${settings.profile}`, {
      param: 'profile',
    });
  }
  checkInteger('rows', settings.rows, 1, densities[settings.profile].rowsMax);
  checkInteger('otherRows', settings.otherRows, 1, densities[settings.profile].rowsMax);
  checkInteger('seed', settings.seed, 0, Number.MAX_SAFE_INTEGER);
  checkInteger('threads', settings.threads, 1, 1024);
  checkInteger('memoryBytesMax', settings.memoryBytesMax, memoryBytesLeast, Number.MAX_SAFE_INTEGER);
  // IDs count milliseconds since 2011 at the latest, and their 63 bits overflow in 2039.
  const year = settings.until.getUTCFullYear();
  if (!(year >= 2016 && year < 2039)) {
    throw new AppError('usage_error', '"until" must be a date from 2016 to 2038', { param: 'until' });
  }
  return settings;
}

function checkInteger(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new AppError('usage_error', `"${name}" must be an integer from ${least} to ${most}, not ${value}`, {
    param: name,
  });
}

/** The directory for temporary files of a generation, and its marker file. */
export const stagingOf = (out: string) => join(out, 'staging');
export const unfinishedMark = (out: string) => join(stagingOf(out), 'generating');

/**
 * Refuses a directory that contains anything but the files of an unfinished generation, because publishing would delete
 * all files in `data` that are not in the manifest. Errors: `usage_error`.
 */
export async function checkFolder(out: string): Promise<void> {
  const entries = await readdir(out).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR')
      throw new AppError('usage_error', `"${out}" is not a folder`, { param: 'out' });
    throw error;
  });
  if (entries.includes('CURRENT')) {
    throw new AppError('usage_error', `"${out}" already contains an index`, {
      param: 'out',
      hint: 'Choose another folder, or delete this one first',
    });
  }
  const unfinished = await access(unfinishedMark(out)).then(
    () => ['data', 'staging', 'pins', 'snapshots'],
    () => [],
  );
  const own = ['LOCK', ...unfinished];
  const foreign = entries.find((entry) => !own.includes(entry));
  if (foreign !== undefined) {
    throw new AppError('usage_error', `"${out}" is not empty: it contains "${foreign}"`, {
      param: 'out',
      hint: 'Choose a folder that does not exist yet or is empty',
    });
  }
}
