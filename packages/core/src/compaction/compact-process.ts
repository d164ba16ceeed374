/**
 * The process that compacts an index for a service, applies its retention rules, or refreshes segments while records are added. It receives one message, {@link CompactionRequest}, and replies with
 * one, {@link CompactionReply}. It can be killed at any time: readers see the old snapshot or the new one, and the next
 * compaction takes over the months that are written.
 */
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { AppError } from '@sdq/contract';
import { buildIndex } from '../backends/duckdb/segments/build-index.ts';
import { compactIndex } from '../backends/duckdb/segments/compact-index.ts';
import { applyRetention } from './apply-retention.ts';
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
    const { task, ...index } = request;
    const options = { ...index, threads: 1, signal: ending.signal };
    if (task.kind === 'retain') {
      const { snapshotId, ...retained } = await applyRetention(options);
      return { snapshotId, cpuSeconds: cpuSecondsTaken(), retained };
    }
    if (task.kind === 'refresh') {
      const { foldShareMax } = task;
      const { snapshotId } = await buildIndex({ ...options, mode: 'refresh', foldShareMax });
      return { snapshotId, cpuSeconds: cpuSecondsTaken() };
    }
    const { build } = await compactIndex({ ...options, only: task.only });
    if (build !== null && build.lost.length > 0)
      return { failure: { code: '', message: 'another process rewrote the table meanwhile' } };
    return { snapshotId: build?.snapshotId ?? '', cpuSeconds: cpuSecondsTaken() };
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof AppError)) return { failure: { code: '', message } };
    return { failure: { code: error.code, message, hint: error.hint } };
  }
}

function cpuSecondsTaken(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const reply = await compact();
process.send?.(reply, () => process.exit(0));
