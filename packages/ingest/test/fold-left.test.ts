import { join } from 'node:path';
import { videos } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { layout, openSnapshot, readSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { Workspace } from './support.ts';

/** Videos with these numbers, each with so many plays, observed on this day. */
async function write(path: string, from: number, to: number, plays: number, day: string): Promise<string> {
  await using database = await Database.open();
  const connection = await database.connect();
  await connection.run(
    `COPY (SELECT (7400000000000000000 + n)::VARCHAR AS video_id, 'anna' AS author, '' AS description, ${plays} AS play_count,
       TIMESTAMPTZ '2026-02-01 00:00:00+00' + INTERVAL (n // 2) SECOND AS create_time, TIMESTAMPTZ '${day} 00:00:00+00' AS indexed_at
     FROM range(${from}, ${to}) AS numbers(n)) TO ${sqlString(path)} (FORMAT parquet)`,
  );
  connection.closeSync();
  return path;
}

test('what an add changes in a large table is visible before its months are rewritten', async () => {
  await using space = await Workspace.make();
  const file = (name: string) => join(space.root, `${name}.parquet`);
  await space.add([await write(file('all'), 0, 100_000, 1, '2026-03-01')]);
  const first = await space.add([await write(file('few'), 0, 3_000, 2, '2026-03-02')]);
  expect((await openSnapshot(space.index)).masks(videos)).toHaveLength(1);
  const second = await space.add([await write(file('more'), 3_000, 8_000, 2, '2026-03-03')]);
  const after = await openSnapshot(space.index);
  expect(after.id).toBe(second.snapshotId);
  expect(after.masks(videos)).toEqual([]);
  expect(after.files(videos).filter((each) => layout.isDelta(each))).toEqual([]);
  const visible = await readSnapshot(space.index, after.manifest.parent ?? '');
  expect(visible.manifest.parent).toBe(first.snapshotId);
  expect(visible.files(videos).some((each) => layout.isDelta(each))).toBe(true);
  const counts =
    'SELECT play_count::INTEGER AS plays, count(*)::INTEGER AS rows FROM videos GROUP BY 1 ORDER BY 1';
  expect(await space.rows(counts)).toEqual([
    { plays: 1, rows: 92_000 },
    { plays: 2, rows: 8_000 },
  ]);
  const third = await space.add([await write(file('last'), 0, 10, 3, '2026-03-04')]);
  expect(third.tables['shortvideo.videos']).toEqual({ before: 100_000, after: 100_000 });
});
