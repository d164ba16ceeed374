import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { makeFolder } from '../../src/files/make-folder.ts';

test('a folder and those above it are made, and may be there before', async () => {
  await using root = await temporaryDirectory();
  const path = join(root.path, 'a', 'b', 'c');
  await Promise.all([makeFolder(path), makeFolder(path)]);
  await makeFolder(path);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('where no folder can be made, that is said', async () => {
  await using root = await temporaryDirectory();
  await writeFile(join(root.path, 'file'), '');
  await expect(makeFolder(join(root.path, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(root.path, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.skipIf(!existsSync('/proc'))('also below /proc, where Node tries for ever', async () => {
  await expect(makeFolder('/proc/no-such-folder/index')).rejects.toMatchObject({ code: 'ENOENT' });
});
