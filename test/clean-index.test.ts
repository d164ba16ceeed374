import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildIndex, openEngine } from '@sdq/core';
import { cleanIndex, manifestFiles, olderSnapshots, openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeSmallIndex } from './support/small-index.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const sql = 'SELECT count(*)::INTEGER AS n, sum(play_count)::BIGINT AS plays FROM videos';

test('a clean deletes what only older snapshots need, but nothing that a running process reads', async () => {
  await using folder = await temporaryDirectory();
  const index = folder.path;
  await writeSmallIndex(index, 2_000);
  await buildIndex({ index, smallTables: true });
  const full = await openSnapshot(index);
  const engine = await openEngine({ index, isolation: 'in-process', refreshMs: 0, cacheBytesMax: 0 });
  const answer = async () => await (await engine.query(sql)).toArray();
  const before = await answer();
  await buildIndex({ index, smallTables: true, profile: 'compact' });
  const compact = await openSnapshot(index);
  const onlyFull = manifestFiles(full.manifest).filter(
    ({ path }) => !manifestFiles(compact.manifest).some((file) => file.path === path),
  );
  const bytes = onlyFull.reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(await olderSnapshots(compact)).toMatchObject({ bytes });

  const held = await cleanIndex(index);
  expect(held.held).toEqual([{ snapshotId: full.id, processId: process.pid }]);
  expect(held.left).toEqual({ count: 1, bytes });
  expect(await answer()).toEqual(before);
  await engine.refresh();
  expect(await answer()).toEqual(before);

  expect(await cleanIndex(index)).toEqual({
    snapshotId: compact.id,
    deleted: { count: 1, bytes },
    left: { count: 0, bytes: 0 },
    held: [],
  });
  for (const { path } of onlyFull) expect(existsSync(join(index, path)), path).toBe(false);
  for (const { path } of manifestFiles(compact.manifest))
    expect(existsSync(join(index, path)), path).toBe(true);
  expect(await answer()).toEqual(before);
  await engine.close();
}, 60_000);
