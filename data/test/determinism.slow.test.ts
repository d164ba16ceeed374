import { openSnapshot } from '@sdq/index';
import { describe, expect, it } from 'vitest';
import { type GenerateOptions, generateIndex } from '../src/index.ts';
import { temporaryFolder } from './generated-index.ts';

/** Hashes of all files, which are the bytes. */
async function generated(options: Omit<GenerateOptions, 'out'>) {
  await using folder = await temporaryFolder();
  const { snapshotId } = await generateIndex({ out: folder.path, ...options });
  const snapshot = await openSnapshot(folder.path);
  const files = Object.values(snapshot.manifest.tables).flatMap((table) => table.files);
  return { snapshotId, hashes: files.map((file) => file.sha256) };
}

describe('generateIndex', () => {
  it('gives the same bytes whatever the number of threads and the memory', async () => {
    const rows = 21_000; // enough for tables of more than one row group
    const one = await generated({ rows, threads: 1 });
    expect(await generated({ rows, threads: 5, memoryBytesMax: 512 * 1024 ** 2 })).toEqual(one);
  }, 120_000);

  it('does so under the profile of many comments', async () => {
    const options = { rows: 1_500, profile: 'comments' } as const; // enough for comments of more than one row group
    const one = await generated({ ...options, threads: 1 });
    expect(await generated({ ...options, threads: 3 })).toEqual(one);
  }, 60_000);

  it('gives other data for another seed and for other years', async () => {
    const base = await generated({ rows: 500 });
    const reseeded = await generated({ rows: 500, seed: 2 });
    const earlier = await generated({ rows: 500, until: new Date('2025-03-15T12:00:00Z') });
    expect(base.hashes.filter((hash) => reseeded.hashes.includes(hash))).toEqual([]);
    expect(base.hashes.filter((hash) => earlier.hashes.includes(hash))).toEqual([]);
  }, 60_000);
});
