import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { videos } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import { coverageOf, openSnapshot, pinSnapshot, segmentRows } from '@sdq/index';
import { expect, test } from 'vitest';

import { awemeRecord, Workspace } from '../../../../../ingest/test/support.ts';
import { readSegment } from './read-segment.ts';

const month = 30 * 86_400;

/** Rows `from … to - 1`, a hundred to a month. */
function records(from: number, to: number, more: object = {}): string {
  return Array.from({ length: to - from }, (_, i) =>
    JSON.stringify(
      awemeRecord(String(from + i + 1), {
        create_time: 1_700_000_000 + Math.floor((from + i) / 100) * month,
        ...more,
      }),
    ),
  ).join('\n');
}

async function coverage(index: string) {
  const found = coverageOf(await openSnapshot(index), videos);
  return {
    segments: found.segments.map(segmentRows),
    uncovered: [...found.uncovered].reduce((sum, file) => sum + file.rows, 0),
  };
}

test('an add that rewrites months leaves stale and uncovered rows, a refresh covers them, and makes one segment of many small ones', async () => {
  await using space = await Workspace.make();
  let day = 0;
  const add = async (name: string, text: string) =>
    space.add([await space.write(name, text)], {
      observedAt: new Date(Date.UTC(2030, 0, ++day)),
      deltaShareMax: 0,
    });
  const refresh = () => buildIndex({ index: space.index, mode: 'refresh' });
  await add('a.jsonl', records(0, 2_000));
  expect(await coverage(space.index)).toEqual({ segments: [], uncovered: 2_000 });
  expect(await refresh()).toMatchObject({ tables: [{ built: 'main' }], isCompactionDue: false });
  expect(await coverage(space.index)).toEqual({ segments: [{ live: 2_000, stale: 0 }], uncovered: 0 });

  // New values for one row rewrite the file of its month: its hundred rows are stale in the main segment.
  const newer = { statistics: { play_count: 777 } };
  for (const overlays of [1, 2, 3]) {
    const row = overlays * 100;
    await add(`b${overlays}.jsonl`, records(row, row + 1, newer));
    const before = await coverage(space.index);
    expect(before.uncovered).toBe(100);
    expect(before.segments[0]).toEqual({ live: 2_000 - overlays * 100, stale: overlays * 100 });
    expect(await refresh()).toMatchObject({ tables: [{ built: 'overlay', segment: { rows: 100 } }] });
    const after = await coverage(space.index);
    expect(after.segments.slice(1)).toEqual(Array(overlays).fill({ live: 100, stale: 0 }));
    expect(after.uncovered).toBe(0);
  }
  // A fifth segment would be one too many, and so few rows are soon built anew.
  await add('c.jsonl', records(2_000, 2_050));
  const merged = await refresh();
  expect(merged).toMatchObject({
    tables: [{ built: 'main', segment: { rows: 2_050 } }],
    isCompactionDue: false,
  });
  expect(merged.tables[0]?.segment.rowFiles.reused).toBeGreaterThanOrEqual(3);
  expect(await coverage(space.index)).toEqual({ segments: [{ live: 2_050, stale: 0 }], uncovered: 0 });
  {
    await using main = await readSegment(space.index);
    expect(await main.rows('SELECT count(*) FROM scan WHERE play_count = 777')).toEqual([['3']]);
  }
  expect(await refresh()).toMatchObject({ tables: [], isCompactionDue: false });
  expect(await buildIndex({ index: space.index })).toMatchObject({ tables: [] });
}, 120_000);

test('a small delta stays beside the segment, without one of its own, until a build folds it', async () => {
  await using space = await Workspace.make();
  await space.addText(records(0, 300));
  await buildIndex({ index: space.index });
  const newer = { statistics: { play_count: 777 } };
  await space.addText(records(0, 1, newer), { observedAt: new Date('2030-01-01') });
  expect(await buildIndex({ index: space.index, mode: 'refresh' })).toMatchObject({ tables: [], folded: [] });
  expect((await openSnapshot(space.index)).masks(videos)).toHaveLength(1);
  const report = await buildIndex({ index: space.index });
  expect(report.folded).toContain('shortvideo.videos');
  expect(await coverage(space.index)).toEqual({ segments: [{ live: 300, stale: 0 }], uncovered: 0 });
});

test('a segment none of whose files is left is dropped', async () => {
  await using space = await Workspace.make();
  await space.addText(records(0, 100));
  await buildIndex({ index: space.index });
  await space.addText(records(0, 100, { statistics: { play_count: 5 } }), {
    observedAt: new Date('2026-01-01'),
  });
  const snapshot = await openSnapshot(space.index);
  expect(snapshot.segments(videos)).toEqual([]);
  expect(await coverage(space.index)).toEqual({ segments: [], uncovered: 100 });
});

test('a pinned snapshot keeps its segment, row and key files; unpinned, they are collected', async () => {
  await using space = await Workspace.make();
  await space.addText(records(0, 300));
  await buildIndex({ index: space.index });
  const old = await openSnapshot(space.index);
  const [segment] = old.segments(videos);
  if (segment === undefined) throw new Error('nothing is built');
  const keyFiles = Object.values(segment.key_files ?? {}).map(({ path }) => path);
  expect(keyFiles).not.toEqual([]);
  const rebuild = () => buildIndex({ index: space.index, mode: 'rebuild' });
  const isThere = (path: string) =>
    access(join(space.index, path)).then(
      () => true,
      () => false,
    );
  {
    await using _pin = await pinSnapshot(space.index, old.id);
    // Other rows, so that the row file of a month is another one too.
    await space.addText(records(0, 1, { statistics: { play_count: 5 } }), {
      observedAt: new Date('2026-01-01'),
    });
    for (let i = 0; i < 4; i++) await rebuild();
    expect(await isThere(segment.path)).toBe(true);
    expect(await Promise.all(keyFiles.map(isThere))).not.toContain(false);
    for (const { row_file } of segment.covers) expect(await isThere(row_file?.path ?? '')).toBe(true);
  }
  // The keys of the rows are the same, and so are their files; this one is nobody's.
  const orphan = `data/shortvideo/keys/${'0'.repeat(32)}.keys`;
  await writeFile(join(space.index, orphan), '');
  await rebuild();
  expect(await isThere(segment.path)).toBe(false);
  expect(await isThere(orphan)).toBe(false);
  const kept = await Promise.all(segment.covers.map(({ row_file }) => isThere(row_file?.path ?? '')));
  expect(kept.sort()).toEqual([false, ...kept.slice(1).map(() => true)]);
}, 120_000);
