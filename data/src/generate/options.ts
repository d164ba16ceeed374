import { access, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import type { GenerateProgress } from './progress.ts';

export interface GenerateOptions {
  /** Folder of the new index; it must not exist or be empty. */
  out: string;
  /** Videos; the side tables follow from them, the other platforms' sets have always the same size. */
  rows: number;
  /** The same seed, rows and `until` give the same bytes, whatever else is set. Default 1. */
  seed?: number;
  /** Default: the machine's processors. */
  threads?: number;
  /** DuckDB's memory in bytes; what does not fit spills into the folder. Default 4 GiB. */
  memoryBytesMax?: number;
  /** End of the four years over which the videos are spread. Default 2026-11-01T00:00:00Z, on any day. */
  until?: Date;
  onProgress?: (progress: GenerateProgress) => void;
  signal?: AbortSignal;
}

/** Ids are unique up to 2^32 rows; a table of so many would take half a terabyte. */
const rowsMax = 4_000_000_000;
const memoryBytesLeast = 256 * 1024 ** 2;

/** Options with their defaults. Errors: `usage_error`. */
export function withDefaults(options: GenerateOptions) {
  const settings = {
    out: options.out,
    rows: options.rows,
    seed: options.seed ?? 1,
    threads: options.threads ?? availableParallelism(),
    memoryBytesMax: options.memoryBytesMax ?? 4 * 1024 ** 3,
    until: options.until ?? new Date('2026-11-01T00:00:00Z'),
  };
  checkInteger('rows', settings.rows, 1, rowsMax);
  checkInteger('seed', settings.seed, 0, Number.MAX_SAFE_INTEGER);
  checkInteger('threads', settings.threads, 1, 1024);
  checkInteger('memoryBytesMax', settings.memoryBytesMax, memoryBytesLeast, Number.MAX_SAFE_INTEGER);
  const year = settings.until.getUTCFullYear();
  if (!(year >= 2010 && year < 2100)) {
    throw new AppError('usage_error', 'until must be a date between 2010 and 2100', { param: 'until' });
  }
  return settings;
}

function checkInteger(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new AppError('usage_error', `${name} must be an integer from ${least} to ${most}, not ${value}`, {
    param: name,
  });
}

/** The folder for what is needed only while an index is made, and the file in it that says so. */
export const stagingOf = (out: string) => join(out, 'staging');
export const unfinishedMark = (out: string) => join(stagingOf(out), 'generating');

/**
 * Refuses a folder that holds anything but what an unfinished generation left: publishing would delete from its
 * `data` whatever the index does not name. Errors: `usage_error`.
 */
export async function checkFolder(out: string): Promise<void> {
  const entries = await readdir(out).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR')
      throw new AppError('usage_error', `${out} is not a folder`, { param: 'out' });
    throw error;
  });
  if (entries.includes('CURRENT')) {
    throw new AppError('usage_error', `${out} already holds an index`, {
      param: 'out',
      hint: 'choose another folder, or delete this one first',
    });
  }
  const unfinished = await access(unfinishedMark(out)).then(
    () => ['data', 'staging', 'pins', 'snapshots'],
    () => [],
  );
  const own = ['LOCK', ...unfinished];
  const foreign = entries.find((entry) => !own.includes(entry));
  if (foreign !== undefined) {
    throw new AppError('usage_error', `${out} is not empty: it holds ${foreign}`, {
      param: 'out',
      hint: 'choose a folder that does not exist yet or is empty',
    });
  }
}
