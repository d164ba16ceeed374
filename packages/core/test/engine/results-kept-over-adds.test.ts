import { videos } from '@sdq/catalog';
import { openEngine } from '@sdq/core';
import { makeManifest, openSnapshot, publish } from '@sdq/index';
import { expect, test } from 'vitest';
import { changeRows } from '../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';

/** The same files in a snapshot of its own. */
async function publishAgain(root: string): Promise<void> {
  const { manifest } = await openSnapshot(root);
  const tables = Object.fromEntries(Object.entries(manifest.tables).map(([id, { files }]) => [id, files]));
  const { sources, snapshot_id: parent } = manifest;
  await publish(root, makeManifest({ parent, tables, sources }));
}

test('a result is kept while the tables that it was read from do not change', async () => {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  await using engine = await openEngine({ index: directory.path, isolation: 'in-process', refreshMs: 0 });
  const count = async () => {
    const result = await engine.query('SELECT count(*) AS n FROM videos');
    const rows = await result.toArray();
    return { n: Number(rows[0]?.n), cache: result.facts.cache, snapshotId: result.snapshotId };
  };
  const first = await count();
  expect(first).toMatchObject({ n: 300, cache: 'miss' });
  await publishAgain(directory.path);
  await engine.refresh();
  const second = await count();
  expect(second).toMatchObject({ n: 300, cache: 'hit' });
  expect(second.snapshotId).not.toBe(first.snapshotId);
  await changeRows(directory.path, videos, { written: 'FROM living LIMIT 0', removed: "region = 'DE'" });
  await engine.refresh();
  const { n, cache } = await count();
  expect(cache).toBe('miss');
  expect(n).toBeLessThan(300);
});
