import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('versions agree, and packages hold what users need', async () => {
  const script = fileURLToPath(new URL('../scripts/check-release.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(stdout).toMatch(/^release \d+\.\d+\.\d+: 0 faults\n$/);
});
