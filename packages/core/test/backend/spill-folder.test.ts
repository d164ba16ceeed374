import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownProcessName } from '@sdq/index';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { makeSpillFolder, removeAbandonedSpill } from '../../src/backend/spill-folder.ts';

test('what killed processes left is deleted; folders of the living and of others stay', async () => {
  await using parent = await temporaryDirectory();
  const own = await makeSpillFolder(parent.path);
  const [pid, start, boot] = ownProcessName.split('.');
  const left = join(parent.path, `sdq-spill-${pid}.${Number(start) - 5}.${boot}-aB3xYz`);
  await mkdir(join(left, 'duckdb_temp'), { recursive: true });
  await writeFile(join(left, 'duckdb_temp', 'block'), 'rows');
  await mkdir(join(parent.path, 'sdq-spill-ours'));
  expect(await removeAbandonedSpill(parent.path)).toBe(1);
  expect((await readdir(parent.path)).map((name) => join(parent.path, name)).sort()).toEqual(
    [own, join(parent.path, 'sdq-spill-ours')].sort(),
  );
});
