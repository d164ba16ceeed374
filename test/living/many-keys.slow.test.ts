import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { videos } from '@sdq/catalog';
import { buildIndex, openEngine } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { Database } from '@sdq/duckdb';
import { sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { openSnapshot } from '@sdq/index';
import { addFiles } from '@sdq/ingest';
import { expect, test } from 'vitest';

const videosInAll = 13_000;
/** More than are looked up in key files. */
const observedAgain = 11_000;

test('videos whose rows are read from base files, as they are many, are merged with what was stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-many-keys-'));
  try {
    const index = join(folder, 'index');
    await generateIndex({ out: index, rows: videosInAll, otherRows: 10 });
    await buildIndex({ index });
    const before = await openSnapshot(index);
    const paths = before.files(videos).map((file) => before.path(file));
    const observed = join(folder, 'observed.parquet');
    await using database = await Database.open();
    const connection = await database.connect();
    await connection.run(`COPY (
      SELECT video_id, author, author_id, create_time, description, coalesce(play_count, 0) + 1_000 AS play_count,
        TIMESTAMPTZ '2026-11-01 01:00:00+00' AS indexed_at
      FROM read_parquet(${sqlStrings(paths)}, union_by_name = true) ORDER BY hash(video_id) LIMIT ${observedAgain}
      ) TO ${sqlString(observed)} (FORMAT parquet)`);
    connection.closeSync();
    const sumOf = async () => {
      await using engine = await openEngine({ index, isolation: 'in-process' });
      const sql = `SELECT count(*)::INTEGER AS videos, sum(coalesce(play_count, 0))::VARCHAR AS plays,
        count(music_id)::INTEGER AS sounds, bit_xor(hash(video_id, hashtags, duration_ms))::VARCHAR AS others FROM videos`;
      const [row] = await (await engine.query(sql)).toArray();
      return row as { videos: number; plays: string; sounds: number; others: string };
    };
    const earlier = await sumOf();
    const { files } = await addFiles({
      index,
      files: [observed],
      table: 'videos',
      deltaShareMax: Number.POSITIVE_INFINITY,
    });
    expect(files[0]).toMatchObject({ status: 'added', refused: 0 });
    const after = await openSnapshot(index);
    const masked = after.masks(videos).flatMap((mask) => Object.values(mask.files));
    expect(masked.reduce((sum, rows) => sum + rows, 0)).toBe(observedAgain);
    const later = await sumOf();
    const plays = BigInt(earlier.plays) + BigInt(observedAgain) * 1_000n;
    expect(later).toEqual({ ...earlier, plays: String(plays) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
