import { join } from 'node:path';
import { builtInCatalog, type CatalogTable, videos } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { makeManifest, openSnapshot, type Profile, publish, writeTableFile } from '@sdq/index';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { buildIndex } from '../../../../src/backends/duckdb/segments/build-index.ts';

const videoHashtags = builtInCatalog.find('shortvideo', 'video_hashtags') as CatalogTable;

/** Enough that tiers do not hold every row; likewise hashtags and sounds, that their leaders are not all of them. */
const rows = 4_000;

const invented = {
  author_id: 'CASE WHEN i % 19 = 0 THEN NULL ELSE ((i % 23) * 7919)::VARCHAR END',
  author_nickname: "CASE WHEN i % 6 = 0 THEN NULL ELSE 'Nick ' || (i % 17) END",
  description: `CASE WHEN i % 5 = 0 THEN '' ELSE ['Dancing', 'dance', 'DANCE floor', 'cooking', 'İstanbul tour', 'cat-dog', 'naïve café'][1 + (i % 7)::INTEGER]
    || ' ' || (i % 9) || ' 🎈 #tag' || (i % 4) || ' word' || (i % 301) END`,
  play_count: 'CASE WHEN i % 13 = 0 THEN NULL ELSE (hash(i + 2) % 900)::BIGINT END',
  share_count: 'CASE WHEN i % 3 = 0 THEN NULL ELSE (hash(i + 5) % 50)::BIGINT END',
  collect_count: 'CASE WHEN i % 2000 = 0 THEN 5::BIGINT ELSE NULL END',
  duration_ms: 'CASE WHEN i % 8 = 0 THEN NULL ELSE (hash(i + 6) % 60)::INTEGER * 1000 END',
  hashtags:
    "CASE WHEN i % 10 = 0 THEN [] ELSE ['tag' || (i % 4), 'tag' || (i % 3), 'rare' || (i % 1409)] END",
  language: "['de', 'fr', NULL][1 + (i % 3)]",
  music_id: 'CASE WHEN i % 4 = 0 THEN NULL ELSE (i % 1511)::VARCHAR END',
  music_title: "CASE WHEN i % 4 = 0 THEN NULL ELSE 'Song ' || (i % 97) END",
  is_ad: '[true, false, NULL][1 + (i % 3)]',
};

/** An index in one of the states that adding and building leave it in. */
export type State = 'whole' | 'stale months' | 'overlay' | 'deltas' | 'deltas and an overlay';

export async function makeState(root: string, state: State, profile: Profile = 'full'): Promise<void> {
  await writeSmallIndex(root, rows, invented);
  await buildIndex({ index: root, profile });
  if (state === 'whole') return;
  if (state === 'deltas') return await addDeltas(root, [2, 3]);
  // Of a small index, a refresh makes one main segment where two of its months have changed.
  await changeMonths(root, state === 'stale months' ? ['2025-12', '2026-04'] : ['2026-04']);
  if (state === 'stale months') return;
  await buildIndex({ index: root, mode: 'refresh' });
  if (state === 'deltas and an overlay') await addDeltas(root, [1, 2, 3]);
}

/** Rows that were observed again, removed, new, or moved to another month; each step changes rows of those before it too. */
async function addDeltas(root: string, steps: readonly number[]): Promise<void> {
  for (const step of steps) {
    const again = `SELECT * REPLACE (coalesce(play_count, 0) + ${step * 300} * (hash(video_id) % 3)::BIGINT AS play_count,
        CASE WHEN hash(video_id) % 5 = 0 THEN NULL ELSE like_count END AS like_count,
        CASE WHEN hash(video_id) % 4 = 0 THEN 'newcomer' ELSE author END AS author,
        CASE WHEN hash(video_id) % 2 = 0 THEN ['tag1', 'fresh'] ELSE hashtags END AS hashtags,
        CASE WHEN hash(video_id) % 3 = 0 THEN 'Dance again' ELSE description END AS description,
        CASE WHEN hash(video_id) % 7 = 0 THEN create_time + INTERVAL 40 DAY ELSE create_time END AS create_time)
      FROM living WHERE hash(video_id, ${step}) % 9 = 0`;
    const fresh = `SELECT * REPLACE ('${step}6' || video_id[2:] AS video_id, hash(video_id) % 2000 AS play_count)
      FROM living WHERE hash(video_id, ${step}) % 31 = 1 AND video_id[1] = '7'`;
    const removed = `hash(video_id, ${step}) % 23 = 2 OR (region = 'VN' AND author = 'user3') OR (${step} = 2 AND play_count > 1200)`;
    await changeRows(root, videos, { written: `${again} UNION ALL ${fresh}`, removed });
  }
}

/** Publishes other rows for some months, as adding files does: some rows gone, some changed, some new. */
async function changeMonths(root: string, months: readonly string[]): Promise<void> {
  const snapshot = await openSnapshot(root);
  await using database = await Database.open();
  const connection = await database.connect();
  const files = [...snapshot.files(videos)];
  const derived = [...snapshot.files(videoHashtags)];
  for (const month of months) {
    const at = files.findIndex((file) => file.month === month);
    const old = `read_parquet('${snapshot.path(files[at] ?? { path: '' })}', hive_partitioning = false)`;
    const relation = `(SELECT * REPLACE (play_count + 5000 * (hash(video_id) % 2)::BIGINT AS play_count) FROM ${old} WHERE hash(video_id) % 3 <> 0
      UNION ALL SELECT * REPLACE ('6' || video_id[2:] AS video_id, 'newcomer' AS author, ['tag1', 'fresh'] AS hashtags, 'Dance again' AS description)
      FROM ${old} WHERE hash(video_id) % 7 = 0)`;
    const written = await writeTableFile(connection, root, videos, month, relation);
    if (written === null) continue;
    files[at] = written;
    const changed = `(WITH source AS (FROM read_parquet('${join(root, written.path)}')) ${videoHashtags.derivedFrom?.sql})`;
    const tags = await writeTableFile(connection, root, videoHashtags, month, changed);
    if (tags !== null) derived[derived.findIndex((file) => file.month === month)] = tags;
  }
  connection.closeSync();
  const { manifest } = snapshot;
  const tables = Object.fromEntries(Object.entries(manifest.tables).map(([id, table]) => [id, table.files]));
  await publish(
    root,
    makeManifest({
      parent: manifest.snapshot_id,
      tables: { ...tables, 'shortvideo.videos': files, 'shortvideo.video_hashtags': derived },
      sources: manifest.sources,
      segments: manifest.segments,
    }),
  );
}
