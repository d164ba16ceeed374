import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { videos } from '@sdq/catalog';
import { openEngine, upgradeIndex } from '@sdq/core';
import { manifestFormat, openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { buildIndex } from '../../../../src/backends/duckdb/segments/build-index.ts';

const present = manifestFormat;

/** Writes the manifest as a version before key files would have, with an id that fits. */
async function age(root: string): Promise<void> {
  const { id } = await openSnapshot(root);
  const path = (name: string) => join(root, 'snapshots', `${name}.json`);
  const { snapshot_id: _, ...manifest } = JSON.parse(await readFile(path(id), 'utf8'));
  manifest.format = 2;
  for (const segment of manifest.segments) delete segment.key_files;
  const aged = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 32);
  const { format, ...rest } = manifest;
  await writeFile(path(aged), JSON.stringify({ format, snapshot_id: aged, ...rest }));
  await writeFile(join(root, 'CURRENT'), `${aged}\n`);
}

test('an index of an earlier version is brought up to date; an interrupted run is continued, and another one changes nothing', async () => {
  await using folder = await temporaryDirectory();
  const { path: index } = folder;
  await writeSmallIndex(index, 2_000);
  await buildIndex({ index });
  const before = await openSnapshot(index);
  await age(index);
  const aged = await openSnapshot(index);
  expect(aged.manifest.format).toBe(2);
  const plan = { format: { from: 2, to: present }, tables: ['shortvideo.videos'] };
  expect(await upgradeIndex({ index, dryRun: true })).toEqual({ plan, snapshotId: aged.id, build: null });

  const interruption = new AbortController();
  const interrupted = upgradeIndex({
    index,
    signal: interruption.signal,
    onProgress: ({ phase }) => {
      if (phase === 'key file key') interruption.abort(new Error('stopped'));
    },
  });
  await expect(interrupted).rejects.toThrow('stopped');
  expect((await openSnapshot(index)).id).toBe(aged.id);

  const done = await upgradeIndex({ index });
  expect(done.plan).toEqual(plan);
  const after = await openSnapshot(index);
  expect(after.id).toBe(done.snapshotId);
  expect(after.manifest.format).toBe(present);
  expect(after.manifest.tables).toEqual(before.manifest.tables);
  expect(after.manifest.segments?.[0]?.key_files).toEqual(before.manifest.segments?.[0]?.key_files);
  const again = await upgradeIndex({ index });
  const nothing = { format: { from: present, to: present }, tables: [] };
  expect(again).toEqual({ plan: nothing, snapshotId: after.id, build: null });
  await using engine = await openEngine({ index, isolation: 'in-process', advisoryParser: false });
  const rows = await (await engine.query('SELECT count(*) AS n FROM videos')).toArray();
  expect(rows).toEqual([{ n: 2_000 }]);
});

test('where no segment is older, the manifest alone is written again', async () => {
  await using folder = await temporaryDirectory();
  const { path: index } = folder;
  await writeSmallIndex(index, 20);
  await changeRows(index, videos, {
    written: 'SELECT * REPLACE (1 AS play_count) FROM living LIMIT 3',
    removed: 'video_id = (SELECT max(video_id) FROM living)',
  });
  const { id, manifest: before } = await openSnapshot(index);
  const path = join(index, 'snapshots', `${id}.json`);
  const { snapshot_id: _, ...manifest } = JSON.parse(await readFile(path, 'utf8'));
  manifest.format = 4;
  const aged = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 32);
  const { format, ...rest } = manifest;
  await writeFile(
    join(index, 'snapshots', `${aged}.json`),
    JSON.stringify({ format, snapshot_id: aged, ...rest }),
  );
  await writeFile(join(index, 'CURRENT'), `${aged}\n`);
  const { build, snapshotId } = await upgradeIndex({ index });
  expect(build).toBeNull();
  const { manifest: after } = await openSnapshot(index);
  expect(after).toMatchObject({ format: present, snapshot_id: snapshotId, parent: aged });
  expect(before.tables['shortvideo.videos']?.masks).toHaveLength(1);
  expect(after.tables).toEqual(before.tables);
});
