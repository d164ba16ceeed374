import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFile, replaceFile } from '../src/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-replace-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a file is replaced with its rights, and nothing is left beside it', async () => {
  const path = join(folder, 'secret');
  await writeFile(path, 'former', { mode: 0o644 });
  await replaceFile(path, 'present', { mode: 0o600 });
  expect(await readFile(path, 'utf8')).toBe('present');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('what cannot be replaced stays, and no part of the new content is left', async () => {
  const path = join(folder, 'taken');
  await mkdir(path);
  await expect(replaceFile(path, 'present')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(folder)).toEqual(['taken']);
});

test('of several that create a file at once, one does, and its content stays', async () => {
  const path = join(folder, 'new');
  const created = await Promise.all([...'abcdefgh'].map((text) => createFile(path, text)));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await readFile(path, 'utf8')).toBe('abcdefgh'[created.indexOf(true)]);
  expect(await readdir(folder)).toEqual(['new']);
});
