/**
 * The process that compacts an index for a service, or applies its retention rules. It receives one message, {@link CompactionRequest}, and replies with
 * one, {@link CompactionReply}. It can be killed at any time: readers see the old snapshot or the new one, and the next
 * compaction takes over the months that are written.
 */
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { AppError } from '@sdq/contract';
import { compactIndex } from '../backends/duckdb/segments/compact-index.ts';
import { applyRetention } from './apply-retention.ts';
import type { CompactionReply, CompactionRequest } from './run-compaction.ts';

/** Records are added for seconds at a time; a longer writer is left to the next look of the service. */
const waitMs = 10_000;

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
    const { only, ...index } = request;
    const options = { ...index, threads: 1, waitMs, signal: ending.signal };
    if (only === undefined) {
      const { snapshotId, ...retained } = await applyRetention(options);
      return { snapshotId, cpuSeconds: cpuSecondsTaken(), retained };
    }
    const { build } = await compactIndex({ ...options, only });
    return { snapshotId: build?.snapshotId ?? '', cpuSeconds: cpuSecondsTaken() };
  } catch (error) {
    const { message } = error as Error;
    return { failure: { code: error instanceof AppError ? error.code : '', message } };
  }
}

function cpuSecondsTaken(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const reply = await compact();
process.send?.(reply, () => process.exit(0));
