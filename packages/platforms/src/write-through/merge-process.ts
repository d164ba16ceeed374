/**
 * The process that merges spooled files into an index: `merge-process <index> <file>…`. It receives one message,
 * {@link MergeTables}, and replies with one, {@link MergeReply}. It can be killed at any time: the files remain, and
 * merging is idempotent.
 */
import { once } from 'node:events';
import { AppError } from '@sdq/contract';
import { addFiles } from '@sdq/ingest';
import type { MergeReply, MergeTables } from './merge-files.ts';

const memoryBytesMax = 512 * 2 ** 20;

const [index = '', ...files] = process.argv.slice(2);
process.once('disconnect', () => process.exit(1)); // nobody waits any more

const [tables] = (await once(process, 'message')) as [MergeTables];

async function merge(): Promise<MergeReply> {
  try {
    const report = await addFiles({
      index,
      files,
      format: 'observations',
      isPassing: true,
      memoryBytesMax,
      tables,
    });
    return {
      snapshotId: report.snapshotId,
      files: report.files.map(({ name, status, accepted, merged, refused, error }) => ({
        path: name,
        accepted: accepted + merged,
        refused,
        // A file that was read to its end is done, even if all of its records were refused.
        ...(status === 'failed' &&
          error?.code !== 'records_refused' && {
            failure: { code: error?.code ?? '', message: error?.message ?? '' },
          }),
      })),
    };
  } catch (error) {
    const { message } = error as Error;
    return { failure: { code: error instanceof AppError ? error.code : '', message } };
  }
}

const reply = await merge();
process.send?.(reply, () => process.exit(0));
