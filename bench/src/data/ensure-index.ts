import { rename, rm } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { openSnapshot, type Snapshot } from '@sdq/core';
import { generateIndex } from '@sdq/data';

export interface EnsureIndexOptions {
  directory: string;
  rows: number;
  signal?: AbortSignal;
  onProgress?(text: string): void;
}

/** The generated index of this size: from the cache, or made now. */
export async function ensureIndex(options: EnsureIndexOptions): Promise<Snapshot> {
  const { directory, rows, signal, onProgress } = options;
  try {
    return await openSnapshot(directory);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'index_missing')) throw error;
  }
  // Made beside its place: an interrupted run leaves no index that is only half there.
  const building = `${directory}.building`;
  await rm(building, { recursive: true, force: true });
  await generateIndex({
    out: building,
    rows,
    ...(signal === undefined ? {} : { signal }),
    onProgress: ({ phase, done, total }) => onProgress?.(`generating ${phase} ${done}/${total}`),
  });
  await rm(directory, { recursive: true, force: true });
  await rename(building, directory);
  return await openSnapshot(directory);
}
