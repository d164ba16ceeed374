import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';

test('the example runs and prints what its comments promise', async () => {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 2_000);
  const program = new URL('../../examples/top-videos.ts', import.meta.url).pathname;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--conditions=@sdq/source',
    program,
    directory.path,
  ]);
  expect(stderr).toBe('');
  expect(stdout.match(/play_count: 999/g)?.length).toBeGreaterThan(0);
  expect(stdout).toMatch(/\d+ videos in Arrow batches/);
  expect(stdout).toContain('region,videos');
  expect(stdout).toMatch(/\d+ of \d+ files would be read/);
});
