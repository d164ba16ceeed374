/**
 * The process that compacts an index for a service. It receives one message, {@link CompactionRequest}, and replies with
 * one, {@link CompactionReply}. It can be killed at any time: readers see the old snapshot or the new one, and the next
 * compaction takes over the months that are written.
 */
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { AppError } from '@sdq/contract';
import { compactIndex } from '../backends/duckdb/segments/compact-index.ts';
import type { CompactionReply, CompactionRequest } from './run-compaction.ts';

const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
// the service has ended
process.once('disconnect', () => {
  ending.abort();
  setTimeout(() => process.exit(1), 5_000).unref();
});
setPriority(constants.priority.PRIORITY_LOW); // its child processes inherit it

const [request] = (await once(process, 'message')) as [CompactionRequest];

async function compact(): Promise<CompactionReply> {
  try {
    const { build } = await compactIndex({ ...request, threads: 1, signal: ending.signal });
    const { user, system } = process.cpuUsage();
    return { snapshotId: build?.snapshotId ?? '', cpuSeconds: (user + system) / 1e6 };
  } catch (error) {
    const { message } = error as Error;
    return { failure: { code: error instanceof AppError ? error.code : '', message } };
  }
}

const reply = await compact();
process.send?.(reply, () => process.exit(0));
