import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeManifest, openSnapshot, publish } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { openEngine } from '../../src/engine/open-engine.ts';

const endless = 'SELECT video_id, r.range AS n FROM videos, range(1_000_000) AS r';

/** Publishes the same rows as a new snapshot. */
async function publishAgain(root: string): Promise<void> {
  const { manifest, id } = await openSnapshot(root);
  const files = Object.entries(manifest.tables).map(([table, entry]) => [table, entry.files] as const);
  const { sources, segments } = manifest;
  await publish(root, makeManifest({ parent: id, tables: Object.fromEntries(files), sources, segments }));
}

async function pinned(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'pins'));
  return [...new Set(names.map((name) => name.split('-')[1] ?? ''))].sort();
}

test('a result that is read for too long after its snapshot was replaced ends with an error, and lets the snapshot go', async () => {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 100);
  const { id: former } = await openSnapshot(directory.path);
  await using engine = await openEngine({
    index: directory.path,
    isolation: 'in-process',
    advisoryParser: false,
    refreshMs: 0,
    supersededMsMax: 50,
  });
  const slow = (await engine.query(endless, { limit: 100_000_000 })).bytes('ndjson');
  const unread = await engine.query(endless);
  expect((await slow.next()).done).toBe(false);
  await publishAgain(directory.path);
  await engine.refresh();
  const { id: current } = await openSnapshot(directory.path);
  expect((await slow.next()).done).toBe(false);
  expect(await pinned(directory.path)).toEqual([former, current].sort());
  await new Promise((resolve) => setTimeout(resolve, 60));
  const fresh = (await engine.query(endless)).bytes('ndjson');
  await engine.refresh();
  const isExpired = expect.objectContaining({
    code: 'result_expired',
    message: expect.stringContaining('newer snapshot'),
  });
  const readOn = async () => {
    for (let part = 0; part < 1_000; part++) await slow.next();
  };
  await expect(readOn()).rejects.toEqual(isExpired);
  await expect(unread.toArray()).rejects.toEqual(isExpired);
  await expect(unread.summary).rejects.toEqual(isExpired);
  await expect.poll(() => pinned(directory.path)).toEqual([current]);
  expect((await fresh.next()).done).toBe(false);
  await fresh.return?.();
});
