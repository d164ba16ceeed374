import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackgroundRefresh } from '@sdq/core/builds';
import { openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { addLines, contentsOf, orphansOf } from './history.ts';

/** Enough rows for a segment. */
const rows = 600;

function linesOf(hour: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const values = {
      video_id: String(7_300_000_000_000_000_000n + BigInt(at)),
      play_count: hour * 1_000 + at,
    };
    const observed_at = new Date(Date.UTC(2026, 5, 1, hour)).toISOString();
    return JSON.stringify({ observation: 'shortvideo.videos', observed_at, source: 'invented', values });
  });
  return `${lines.join('\n')}\n`;
}

test('segments are built while records are added, and the error of a build is told by the next call', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-refresh-'));
  const index = join(folder, 'index');
  try {
    await using refresh = new BackgroundRefresh({ index });
    refresh.request(); // of an index that is not there yet
    await expect(refresh.idle()).rejects.toMatchObject({ code: 'index_missing' });
    for (const hour of [1, 2, 3]) {
      const path = join(folder, `${hour}.ndjson`);
      await writeFile(path, linesOf(hour));
      // each rewrites the month that the build before reads
      await addLines(index, [path], 0);
      refresh.request();
    }
    await refresh.idle();
    const snapshot = await openSnapshot(index);
    const [file] = snapshot.manifest.tables['shortvideo.videos']?.files ?? [];
    const covers = (snapshot.manifest.segments ?? [])
      .filter(({ table }) => table === 'shortvideo.videos')
      .flatMap((segment) => segment.covers.map(({ path }) => path));
    expect(covers).toEqual([file?.path]);
    const [content] = await contentsOf([snapshot]);
    expect(content?.['shortvideo.videos']).toHaveLength(rows);
    expect(await orphansOf(index)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
