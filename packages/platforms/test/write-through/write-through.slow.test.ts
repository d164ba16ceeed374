import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '@sdq/core';
import { expect, test } from 'vitest';
import { type Observation, WriteThrough } from '../../src/index.ts';
import { Spool } from '../../src/write-through/spool.ts';

/** The way of what drivers fetched into the index: nothing that is safe is lost, and nothing grows without bound. */

async function makeFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sdq-spool-'));
  return {
    index: join(path, 'index'),
    spool: join(path, 'spool'),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

const account = (username: string, day: number, values: object = {}): Observation => ({
  table: 'micro.profiles',
  values: { username, ...values },
  observedAt: new Date(`2026-05-0${day}T00:00:00Z`),
  source: 'test',
});

async function accounts(index: string): Promise<unknown[]> {
  await using engine = await openEngine({
    index,
    isolation: 'in-process',
    advisoryParser: false,
    threads: 1,
  });
  const sql = 'SELECT username, follower_count, bio FROM profiles ORDER BY username';
  return await (await engine.query(sql, { platform: 'micro', limit: 10_000 })).toArray();
}

test('older never overwrites newer, unknown never overwrites known, and twice is once', async () => {
  await using folder = await makeFolder();
  const seen = [
    account('ana', 3, { follower_count: 30 }),
    account('ana', 2, { follower_count: 20, bio: 'here' }),
    account('ana', 4, { follower_count: undefined, bio: null }),
  ];
  for (let time = 0; time < 2; time++) {
    await using writeThrough = await WriteThrough.open({
      index: folder.index,
      directory: folder.spool,
      everyMs: 0,
    });
    for (const each of seen) writeThrough.keep([each]);
    const snapshotId = await writeThrough.flush();
    expect(snapshotId).toBeTruthy();
    expect(writeThrough.figures).toMatchObject({ merged: 3, refused: 0, bytes: 0, mergesFailed: 0 });
    expect(await accounts(folder.index)).toEqual([{ username: 'ana', follower_count: 30, bio: 'here' }]);
  }
});

test('the spool is bounded: what there is no room for is dropped and counted', async () => {
  await using folder = await makeFolder();
  const spool = await Spool.open({ directory: folder.spool, bytesMax: 10_000, pendingBytesMax: 4_000 });
  const line = 'x'.repeat(99);
  spool.add(Array.from({ length: 60 }, () => line));
  expect(spool.figures).toEqual({ bytes: 4_000, pendingBytes: 4_000, kept: 40, dropped: 20 });
  await spool.sync();
  spool.add(Array.from({ length: 70 }, () => line));
  await spool.sync();
  spool.add(Array.from({ length: 70 }, () => line));
  await spool.sync();
  expect(spool.figures).toMatchObject({ bytes: 10_000, pendingBytes: 0, kept: 100, dropped: 100 });
  const [file = ''] = await spool.seal();
  await spool.forget(file);
  expect(spool.figures.bytes).toBe(0);
  await spool.close();
});

test('a disk that takes nothing costs what was on its way, is told once, and blocks nobody', async () => {
  await using folder = await makeFolder();
  const errors: Error[] = [];
  const spool = await Spool.open({ directory: folder.spool, onError: (error) => errors.push(error) });
  await rm(folder.spool, { recursive: true });
  for (let time = 0; time < 3; time++) {
    spool.add(['x'.repeat(9)]);
    await expect(spool.sync()).rejects.toThrow('ENOENT');
  }
  expect(spool.figures).toEqual({ bytes: 0, pendingBytes: 0, kept: 0, dropped: 3 });
  expect(errors).toHaveLength(1);
  await mkdir(folder.spool);
  spool.add(['x'.repeat(9)]);
  await spool.sync();
  expect(spool.figures).toMatchObject({ bytes: 10, kept: 1 });
  await spool.close();
});

test('an index that somebody else writes is tried again later, and nothing is lost meanwhile', async () => {
  await using folder = await makeFolder();
  const { takeWriteLock } = await import('@sdq/index');
  const failures: Error[] = [];
  await using writeThrough = await WriteThrough.open({
    index: folder.index,
    directory: folder.spool,
    everyMs: 0,
    onError: (error) => failures.push(error),
  });
  writeThrough.keep([account('ana', 1)]);
  {
    await using _lock = await takeWriteLock(folder.index);
    expect(await writeThrough.flush()).toBeUndefined();
  }
  expect(failures).toEqual([]);
  expect(await writeThrough.flush()).toBeTruthy();
  expect(await accounts(folder.index)).toHaveLength(1);
});
