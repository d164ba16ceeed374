import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { videos } from '@sdq/catalog';
import { makeManifest, openSnapshot, publish, type SegmentEntry } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { structuresOf } from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import { buildIndex } from '../../../../src/backends/duckdb/segments/build-index.ts';

const structures = structuresOf(videos);

/** Makes the published segment say that some structures were built otherwise. */
async function outdate(root: string, names: readonly string[]): Promise<SegmentEntry> {
  return await alter(root, (segment) => {
    const altered = Object.entries(segment.structures).map(([name, built]) => [
      name,
      names.includes(name) ? { ...built, definition: 'of before' } : built,
    ]);
    return { ...segment, structures: Object.fromEntries(altered) };
  });
}

async function alter(root: string, change: (segment: SegmentEntry) => SegmentEntry): Promise<SegmentEntry> {
  const { manifest } = await openSnapshot(root);
  const [segment] = manifest.segments ?? [];
  if (segment === undefined) throw new Error('no segment');
  const older = change(segment);
  const tables = Object.fromEntries(Object.entries(manifest.tables).map(([id, table]) => [id, table.files]));
  await publish(
    root,
    makeManifest({
      parent: manifest.snapshot_id,
      tables,
      sources: manifest.sources,
      segments: [older],
    }),
  );
  return older;
}

/** Names of the structures that a build made, and the segment it published. */
async function rebuilt(root: string) {
  const [{ segment } = { segment: undefined }] = (await buildIndex({ index: root })).tables;
  const made = Object.entries(segment?.structures ?? {}).filter(([, { seconds }]) => seconds > 0);
  const [published] = (await openSnapshot(root)).manifest.segments ?? [];
  return { names: made.map(([name]) => name), published };
}

test('only what would be built otherwise is built, and what is made from it', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000);
  await buildIndex({ index: folder.path });
  const [whole] = (await openSnapshot(folder.path)).manifest.segments ?? [];
  await outdate(folder.path, ['tags', 'rollup_day']);
  const { names, published } = await rebuilt(folder.path);
  expect(names).toEqual(['tags', 'rollup_day', 'rollup_month', 'totals']);
  expect(published?.structures).toEqual(whole?.structures);
  expect((await buildIndex({ index: folder.path })).tables).toEqual([]);
});

test('a segment that was built without statistics gets them, and nothing else is built', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000);
  await buildIndex({ index: folder.path });
  const [whole] = (await openSnapshot(folder.path)).manifest.segments ?? [];
  expect(Object.keys(whole?.statistics?.structures ?? {})).toEqual(structures.map(({ name }) => name));
  expect(whole?.statistics?.columns).toMatchObject({
    author: { nulls: 182, min: 'user0', max: 'user9' },
    video_id: { nulls: 0, lengths: { min: 19, max: 19 } },
    description: { nulls: 0 },
    indexed_at: { min: '2026-06-01 00:00:00.000000', max: '2026-06-01 00:00:00.000000', is_finite: true },
  });
  const older = await alter(folder.path, ({ statistics: _, ...segment }) => segment);
  expect(older.statistics).toBeUndefined();
  const { names, published } = await rebuilt(folder.path);
  expect(names).toEqual([]);
  expect(published).toEqual(whole);
  expect((await buildIndex({ index: folder.path })).tables).toEqual([]);
});

test('all is built where the one before is damaged, or the scan would be another', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 500);
  await buildIndex({ index: folder.path });
  const all = structures.map(({ name }) => name);
  await outdate(folder.path, ['scan']);
  // The words are of the base files alone.
  expect((await rebuilt(folder.path)).names).toEqual(
    expect.arrayContaining(['scan', 'tags', 'tier_play_count']),
  );
  const { path } = await outdate(folder.path, ['tags']);
  const file = join(folder.path, path);
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
  await writeFile(file, bytes);
  expect((await rebuilt(folder.path)).names).toEqual(all);
});
