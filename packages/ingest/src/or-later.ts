import { AppError, withDiskFull } from '@sdq/contract';

/**
 * What `work` on an index returns; `otherwise` where another process writes or compacts, or where the disk has no room for it, of which
 * `onDiskFull` is told: it follows what was added already, and is left to a later add.
 */
export async function orLater<Result>(
  index: string,
  otherwise: Result,
  onDiskFull: (error: AppError) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await withDiskFull({ path: index }, work);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'disk_full') onDiskFull(error);
    else if (error.code !== 'index_locked') throw error;
    return otherwise;
  }
}
