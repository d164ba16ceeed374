import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GenerateProfile, generateIndex } from '../src/index.ts';
import { temporaryFolder } from './generated-index.ts';

describe('generateIndex refuses', () => {
  it('a folder that holds an index, and leaves it as it is', async () => {
    await using folder = await temporaryFolder();
    await generateIndex({ out: folder.path, rows: 50 });
    const before = await readdir(folder.path, { recursive: true });
    await expect(generateIndex({ out: folder.path, rows: 50 })).rejects.toMatchObject({
      code: 'usage_error',
      message: expect.stringContaining('already contains an index'),
      hint: expect.stringContaining('another folder'),
    });
    expect(await readdir(folder.path, { recursive: true })).toEqual(before);
  });

  it('a folder with files of somebody else, even in folders of its own names', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'data'));
    await mkdir(join(folder.path, 'staging'));
    await writeFile(join(folder.path, 'data', 'thesis.csv'), 'x');
    await expect(generateIndex({ out: folder.path, rows: 50 })).rejects.toMatchObject({
      code: 'usage_error',
    });
    expect(await readdir(join(folder.path, 'data'))).toEqual(['thesis.csv']);
  });

  it('a file in place of a folder', async () => {
    await using folder = await temporaryFolder();
    const out = join(folder.path, 'file');
    await writeFile(out, '');
    await expect(generateIndex({ out, rows: 50 })).rejects.toMatchObject({
      code: 'usage_error',
      param: 'out',
    });
  });

  it.each([0, -1, 1.5, Number.NaN, 5e9])('%d rows', async (rows) => {
    await using folder = await temporaryFolder();
    await expect(generateIndex({ out: folder.path, rows })).rejects.toMatchObject({
      code: 'usage_error',
      param: 'rows',
    });
    expect(await readdir(folder.path)).toEqual([]);
  });

  it.each([
    ['an unknown profile', { rows: 50, profile: 'photos' as GenerateProfile }, 'profile'],
    ['more rows than comments have ids for', { rows: 200_000_001, profile: 'comments' as const }, 'rows'],
    ['an end beyond the ids', { rows: 50, until: new Date('2039-01-01') }, 'until'],
    ['no date', { rows: 50, until: new Date(Number.NaN) }, 'until'],
  ])('%s', async (_, options, param) => {
    await using folder = await temporaryFolder();
    await expect(generateIndex({ out: folder.path, ...options })).rejects.toMatchObject({
      code: 'usage_error',
      param,
    });
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('generateIndex that is cancelled', () => {
  it('throws the reason, leaves no index, and can be started again in the same folder', async () => {
    await using folder = await temporaryFolder();
    const controller = new AbortController();
    const reason = new Error('enough');
    const onProgress = ({ phase }: { phase: string }) => phase === 'video_stats' && controller.abort(reason);
    const generation = generateIndex({ out: folder.path, rows: 300, signal: controller.signal, onProgress });
    await expect(generation).rejects.toBe(reason);
    expect(await readdir(folder.path)).toEqual([]);
    const { tables } = await generateIndex({ out: folder.path, rows: 300 });
    expect(tables['shortvideo.videos']?.rows).toBe(300);
  });

  it('goes on over what a killed generation left', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'staging'));
    await writeFile(join(folder.path, 'staging', 'generating'), '');
    const left = join(folder.path, 'data', 'shortvideo', 'videos', 'month=2023-01');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, `${'0'.repeat(32)}.parquet`), 'half');
    const { tables } = await generateIndex({ out: folder.path, rows: 300 });
    expect(await readdir(left)).toHaveLength(1);
    expect(await readdir(folder.path)).not.toContain('staging');
    expect(tables['shortvideo.videos']?.files).toBe(48);
  });

  it('reports rising progress', async () => {
    await using folder = await temporaryFolder();
    const seen: { phase: string; done: number; total: number; rows: number }[] = [];
    await generateIndex({ out: folder.path, rows: 300, onProgress: (progress) => seen.push(progress) });
    expect(seen.every(({ done, total }) => done >= 0 && done < total)).toBe(true);
    expect(seen.map(({ rows }) => rows)).toEqual(seen.map(({ rows }) => rows).toSorted((a, b) => a - b));
    expect(seen.at(-1)?.phase).toBe('publish');
  });
});
