import { readFileSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIndex } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { checkContents, openSnapshot } from '@sdq/index';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { temporaryDirectory } from './support/temporary-directory.ts';

const only = ['shortvideo.authors', 'shortvideo.videos', 'shortvideo.music'];

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
const generated = () => join(directory.path, 'index');
beforeAll(async () => {
  directory = await temporaryDirectory();
  await generateIndex({ out: generated(), rows: 2_000 });
});
afterAll(async () => await directory[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

/** Builds over some tables; returns the snapshots that were current while each of them was built. */
async function build(index: string): Promise<Map<string, string>> {
  const current = new Map<string, string>();
  const { tables, snapshotId } = await buildIndex({
    ...{ index, only, smallTables: true },
    onProgress: ({ table }) => current.set(table, readFileSync(join(index, 'CURRENT'), 'utf8').trim()),
  });
  expect([...current.keys()]).toEqual(tables.map(({ table }) => table));
  const snapshot = await openSnapshot(index);
  expect(snapshot.id).toBe(snapshotId);
  expect(new Set(snapshot.manifest.segments?.map(({ table }) => table))).toEqual(new Set(only));
  expect(await checkContents(snapshot)).toEqual([]);
  expect(await readdir(join(index, 'staging'))).toEqual([]);
  return current;
}

test('a build that takes long publishes the tables that are done, each once', async () => {
  await using folder = await temporaryDirectory();
  const index = join(folder.path, 'index');
  await cp(generated(), index, { recursive: true });
  const { id } = await openSnapshot(index);
  const now = performance.now.bind(performance);
  let times = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    times++;
    return now() + times * 1_000;
  });
  const current = [...(await build(index)).values()];
  expect(current[0]).toBe(id);
  expect(new Set(current)).toHaveLength(3);
});

test('a short one publishes once', async () => {
  await using folder = await temporaryDirectory();
  const index = join(folder.path, 'index');
  await cp(generated(), index, { recursive: true });
  const { id } = await openSnapshot(index);
  const start = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => start);
  expect(new Set((await build(index)).values())).toEqual(new Set([id]));
});
