import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { ProcessRunner } from '../../../../src/backends/duckdb/process/process-runner.ts';

test('query processes leave the processor to the one that answers', async () => {
  await using runner = await ProcessRunner.open({
    directories: [],
    threads: 1,
    memoryBytesMax: 2 ** 28,
    concurrency: 1,
    processes: 1,
  });
  expect(runner.pids).toHaveLength(1);
  for (const pid of runner.pids) expect(getPriority(pid)).toBeGreaterThan(getPriority());
});
