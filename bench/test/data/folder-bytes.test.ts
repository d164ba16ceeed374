import { link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { folderBytes } from '../../src/data/folder-bytes.ts';

test('a file counts once, however many links lead to its folder', async () => {
  await using directory = await temporaryDirectory();
  const folder = directory.path;
  await mkdir(`${folder}/store/a/part`, { recursive: true });
  await mkdir(`${folder}/data`);
  await writeFile(`${folder}/store/a/part/column.bin`, 'x'.repeat(1_000));
  await writeFile(`${folder}/store/a/name`, 'x'.repeat(10));
  await symlink(`${folder}/store/a`, `${folder}/data/table`);
  await symlink(`${folder}/store/a/name`, `${folder}/data/name`);
  await link(`${folder}/store/a/name`, `${folder}/data/hard`);
  expect(folderBytes(folder)).toBe(1_010);
  expect(folderBytes(`${folder}/nothing`)).toBe(0);
});
