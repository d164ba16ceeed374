import { AppError, type ErrorCode, withDiskFull } from '@sdq/contract';

const leftToLater: readonly ErrorCode[] = ['disk_full', 'index_locked'];

/**
 * What `work` on an index returns; `otherwise` where the disk has no room for it, or another process writes or compacts: it follows what
 * was added already, and is left to a later add.
 */
export async function orLater<Result>(
  index: string,
  otherwise: Result,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await withDiskFull({ path: index }, work);
  } catch (error) {
    if (error instanceof AppError && leftToLater.includes(error.code)) return otherwise;
    throw error;
  }
}
