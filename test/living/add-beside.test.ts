import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { buildIndex, compactIndex, openEngine } from '@sdq/core';
import { beginMaintenance, cleanIndex, foldLayers, layout, openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { addBeside, addLines, catalog, contentsOf, episodes, orphansOf } from './history.ts';

const videos = builtInCatalog.find('shortvideo', 'videos');
const infinite = Number.POSITIVE_INFINITY;

/** Observations of the videos `from` to `to`, of six months, at the hour `hour`. */
function linesOf(from: number, to: number, hour: number): string {
  const lines = Array.from({ length: to - from + 1 }, (_, at) => {
    const video_id = String(7_300_000_000_000_000_000n + BigInt(from + at));
    const created_at = new Date(Date.UTC(2026, (from + at) % 6, 3)).toISOString();
    const observed_at = new Date(Date.UTC(2026, 5, 1, hour)).toISOString();
    const values = { video_id, created_at, play_count: hour * 1_000 + at, caption: `Video ${from + at}` };
    return JSON.stringify({ observation: 'shortvideo.videos', observed_at, source: 'invented', values });
  });
  return `${lines.join('\n')}\n`;
}

async function inFolder(
  run: (index: string, write: (from: number, to: number, hour: number) => Promise<string>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-beside-'));
  let files = 0;
  try {
    await run(join(folder, 'index'), async (from, to, hour) => {
      const path = join(folder, `${files++}.ndjson`);
      await writeFile(path, linesOf(from, to, hour));
      return path;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files of videos: base files, delta files, and rows that are masked in base files. */
async function stateOf(index: string) {
  const snapshot = await openSnapshot(index);
  if (videos === undefined) throw new Error('no videos');
  const deltas = snapshot.files(videos).filter((file) => layout.isDelta(file));
  const masked = snapshot.masks(videos).flatMap(({ files }) => Object.entries(files));
  return {
    parent: snapshot.manifest.parent,
    deltas: deltas.map(({ rows }) => rows),
    maskedOfBase: masked
      .filter(([path]) => !layout.isDelta({ path }))
      .reduce((sum, [, rows]) => sum + rows, 0),
    paths: snapshot.files(videos).map(({ path }) => path),
  };
}

async function playsOf(index: string): Promise<Record<string, unknown>> {
  const [content = {}] = await contentsOf([await openSnapshot(index)]);
  const rows = content['shortvideo.videos'] as { video_id: string; play_count: unknown }[];
  return Object.fromEntries(rows.map((row) => [row.video_id.slice(-3), Number(row.play_count)]));
}

/** The same by the engine: single rows by their keys, and as many as there are. */
async function answersOf(index: string): Promise<Record<string, unknown>> {
  await using engine = await openEngine({ index, isolation: 'in-process', cacheBytesMax: 0 });
  const rowsOf = async (sql: string) => (await engine.query(sql)).toArray();
  const all = await rowsOf('SELECT video_id, play_count FROM videos ORDER BY play_count DESC LIMIT 1000');
  const [counted] = await rowsOf('SELECT count(*) AS rows, sum(play_count) AS plays FROM videos');
  expect(Number(counted?.rows)).toBe(all.length);
  expect(Number(counted?.plays)).toBe(all.reduce((sum, row) => sum + Number(row.play_count), 0));
  for (const { video_id, play_count } of all.slice(0, 40))
    expect(await rowsOf(`SELECT play_count FROM videos WHERE video_id = '${video_id}'`)).toEqual([
      { play_count },
    ]);
  return Object.fromEntries(all.map((row) => [String(row.video_id).slice(-3), Number(row.play_count)]));
}

test('rows that are added and replaced while a compaction runs are in the snapshot that it publishes', async () => {
  await inFolder(async (index, write) => {
    await addLines(index, [await write(0, 99, 1)], infinite);
    await addLines(index, [await write(10, 19, 2)], infinite);
    await addLines(index, [await write(20, 29, 2)], infinite);
    expect(await stateOf(index)).toMatchObject({ deltas: [10, 10], maskedOfBase: 20 });
    const begun = (await openSnapshot(index)).id;
    // of the rows that are folded now: some of base files, some of the delta files; and new ones
    await addBeside(index, await write(15, 34, 3), true);
    const state = await stateOf(index);
    expect(state).toMatchObject({ deltas: [20], maskedOfBase: 20 });
    expect(state.parent).not.toBe(begun); // the add was published first
    await addLines(index, [await write(100, 104, 4)], infinite);
    const plays = await playsOf(index);
    expect(await answersOf(index)).toEqual(plays); // by segments, of which rows are masked
    expect(Object.keys(plays)).toHaveLength(105);
    expect(plays).toMatchObject({ '000': 1_000, '014': 2_004, '015': 3_000, '029': 3_014, '034': 3_019 });
    expect(plays).toMatchObject({ '035': 1_035, '104': 4_004 });
    await buildIndex({ index, smallTables: true });
    expect(await playsOf(index)).toEqual(plays);
    expect(await orphansOf(index)).toEqual([]);
  });
});

test('delta files that are being folded are not joined with those that come meanwhile', async () => {
  await inFolder(async (index, write) => {
    await addLines(index, [await write(0, 99, 1)], infinite);
    for (let at = 0; at < 3; at++) await addLines(index, [await write(at * 10, at * 10 + 9, 2)], infinite);
    const files: string[] = [];
    for (let at = 0; at < 5; at++) files.push(await write(at * 10, at * 10 + 9, 3 + at));
    let adding = Promise.resolve();
    let begun = 0;
    await compactIndex({
      ...{ index, tables: [episodes], waitMs: 60_000 },
      onProgress: () => {
        if (begun++ > 0) return;
        adding = files.reduce(
          (before, file) => before.then(() => addLines(index, [file], infinite)),
          Promise.resolve(),
        );
      },
    });
    await adding;
    const plays = await playsOf(index);
    expect(Object.keys(plays)).toHaveLength(100);
    expect(plays).toMatchObject({ '005': 3_005, '015': 4_005, '025': 5_005, '035': 6_005, '045': 7_005 });
    await compactIndex({ index });
    expect(await playsOf(index)).toEqual(plays);
    expect(await orphansOf(index)).toEqual([]);
  });
});

test('the fold of a table that an add rewrites meanwhile is lost, and said to be', async () => {
  await inFolder(async (index, write) => {
    await addLines(index, [await write(0, 9, 1)], infinite);
    await addLines(index, [await write(0, 1, 2)], infinite);
    const all = await write(0, 9, 3);
    let adding: Promise<void> | undefined;
    const { build } = await compactIndex({
      index,
      onProgress: () => {
        adding ??= addLines(index, [all], 0.1);
      },
    });
    await adding;
    expect(build).toMatchObject({ folded: [], lost: ['shortvideo.videos', 'shortvideo.video_stats'] });
    expect(await stateOf(index)).toMatchObject({ deltas: [], maskedOfBase: 0 });
    expect(await playsOf(index)).toMatchObject({ '000': 3_000, '009': 3_009 });
    await cleanIndex(index);
    expect(await orphansOf(index)).toEqual([]);
  });
});

test('one compaction runs at a time, and files are cleaned up after it', async () => {
  await inFolder(async (index, write) => {
    await addLines(index, [await write(0, 9, 1)], infinite);
    await addLines(index, [await write(0, 1, 2)], infinite);
    const others: Promise<unknown>[] = [];
    await compactIndex({
      index,
      onProgress: () => {
        if (others.length > 0) return;
        others.push(compactIndex({ index }).catch((error: unknown) => error));
        others.push(cleanIndex(index).catch((error: unknown) => error));
      },
    });
    const locked = expect.objectContaining({
      code: 'index_locked',
      message: expect.stringMatching(/^This process \(\d+\) is compacting or building ".*" since /),
    });
    expect(await Promise.all(others)).toEqual([locked, locked]);
    await cleanIndex(index);
    expect(await orphansOf(index)).toEqual([]);
  });
});

test('a build that publishes several times has what was added before each publication', async () => {
  await inFolder(async (index, write) => {
    await addLines(index, [await write(0, 9, 1)], infinite);
    await addLines(index, [await write(0, 1, 2)], infinite);
    for (const folds of [[], ['shortvideo.videos']]) {
      await using work = await beginMaintenance({
        ...{ index, catalog, memoryBytesMax: 2 ** 28 },
        folds: () => folds,
      });
      const folded = await foldLayers(work.before, { catalog, only: folds });
      if (folds.length === 0) await work.publish(work.before);
      await addLines(index, [await write(10, 14, 3)], infinite);
      for (let at = 0; at < 3; at++) await work.publish(folds.length === 0 ? work.before : folded);
      expect(Object.keys(await playsOf(index))).toHaveLength(15);
      await addLines(index, [await write(5, 9, 4 + folds.length)], infinite);
      for (let at = 0; at < 2; at++) await work.publish(folds.length === 0 ? work.before : folded);
      expect(await playsOf(index)).toMatchObject({
        ...{ '000': 2_000, '014': 3_004, '009': 4_004 + 1_000 * folds.length },
      });
    }
  });
});
