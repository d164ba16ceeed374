import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { storedColumns, videos } from '@sdq/catalog';
import { openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import type { RowFileRequest } from '../../../../src/backends/duckdb/segments/make-row-file.ts';
import { writeRowFiles } from '../../../../src/backends/duckdb/segments/row-file-pool.ts';

async function requestsOf(index: string, folder: string): Promise<RowFileRequest[]> {
  const snapshot = await openSnapshot(index);
  await mkdir(join(index, folder));
  return snapshot.files(videos).map((file, i) => ({
    parquetPath: snapshot.path(file),
    columns: storedColumns(videos).map(({ name, type }) => ({ name, type })),
    rows: file.rows,
    to: join(index, folder, `${i}.rows`),
  }));
}

async function write(requests: readonly RowFileRequest[], processes: number, signal?: AbortSignal) {
  const written = new Map<string, string>();
  await writeRowFiles(requests, {
    processes,
    memoryBytesMax: 512 * 2 ** 20,
    signal: signal ?? new AbortController().signal,
    onWritten: async ({ parquetPath }, { sha256 }) => {
      written.set(parquetPath, sha256);
    },
  });
  return new Map([...written].sort());
}

test('several processes write the same row files as one', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000);
  const here = await write(await requestsOf(folder.path, 'here'), 0);
  expect(here.size).toBeGreaterThan(3);
  expect(await write(await requestsOf(folder.path, 'two'), 2)).toEqual(here);
});

test('one failure ends all processes, and leaves nothing that looks whole', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000);
  const requests = (await requestsOf(folder.path, 'rows')).map((request) => ({
    ...request,
    rows: request.rows + 1,
  }));
  await expect(write(requests, 2)).rejects.toMatchObject({ code: 'index_corrupt' });
  expect((await readdir(join(folder.path, 'rows'))).filter((name) => name.endsWith('.rows'))).toEqual([]);
});

test('a build that is stopped stops its processes', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000);
  const requests = await requestsOf(folder.path, 'rows');
  await expect(write(requests, 2, AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'TimeoutError' });
});
