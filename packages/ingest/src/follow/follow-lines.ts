import { addFiles } from '../add-files.ts';
import type { AddOptions, AddReport } from '../add-report.ts';
import { type BatchLimits, dropBatch, leftBatches, lineBatches } from './line-batches.ts';

export interface FollowOptions extends Omit<AddOptions, 'files' | 'isPassing'> {
  /** When a batch is published. */
  readonly limits?: AddOptions['limits'];
  readonly batch?: BatchLimits | undefined;
}

/** Other writers of the index are waited for, since what was received is kept meanwhile. */
export const waitMsDefault = 600_000;

/**
 * Imports lines as they come, in small batches, and publishes each; yields the report of each batch. First come batches
 * that a killed run had received and not published. A line that is imported twice changes nothing. Ends with the
 * stream.
 *
 * Errors: those of {@link addFiles}; what was received is kept, and imported by the next run.
 */
export async function* followLines(
  chunks: AsyncIterable<Uint8Array>,
  { batch, ...options }: FollowOptions,
): AsyncGenerator<AddReport> {
  for (const path of await leftBatches(options.index)) yield await takeBatch(path, options);
  for await (const path of lineBatches(options.index, chunks, batch)) yield await takeBatch(path, options);
}

async function takeBatch(path: string, options: Omit<AddOptions, 'files'>): Promise<AddReport> {
  const report = await addFiles({ waitMs: waitMsDefault, ...options, files: [path], isPassing: true });
  await dropBatch(path);
  return report;
}
