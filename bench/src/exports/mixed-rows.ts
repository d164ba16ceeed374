import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { locations } from '../data/locations.ts';

/** Invented words from which captions and tags are composed, some of them not ASCII. */
const words = [
  ...[
    'sewing',
    'a',
    'winter',
    'coat',
    'with',
    'my',
    'sister',
    'tiny',
    'kitchen',
    'at',
    'night',
    'again',
    'слон',
  ],
  ...[
    'how',
    'we',
    'bake',
    'bread',
    '空の',
    'morning',
    'walk',
    'café',
    'über',
    'part',
    'two',
    '✨',
    'never',
    'stop',
  ],
];

/**
 * Creates rows like those of an export of videos, about 200 bytes each in Arrow: IDs, an author, a caption, four
 * counts, a time, tags, and a flag that is NULL for some rows. Snappy Parquet; deterministic.
 */
export async function ensureMixedRows(rows: number): Promise<string> {
  const path = locations.exportRows(rows);
  if (await stat(path).catch(() => null)) return path;
  await mkdir(dirname(path), { recursive: true });
  const making = `${path}.making`;
  await rm(making, { force: true });
  await using database = await Database.open({ threads: 2, memoryBytesMax: 2 * 2 ** 30 });
  const connection = await database.connect();
  const list = `[${words.map(sqlString).join(', ')}]`;
  const word = (salt: string) => `list[1 + (hash(i, ${salt}) % ${words.length})::INTEGER]`;
  await connection.run(`COPY (
    SELECT (7000000000000000000 + (hash(i) % 999999999999999)::BIGINT)::VARCHAR AS video_id,
      ${word("'author'")} || '_' || (hash(i, 'n') % 100000)::VARCHAR AS author,
      array_to_string(list_transform(range(4 + (hash(i, 'length') % 12)::BIGINT), lambda n: ${word('n')}), ' ') AS caption,
      (hash(i, 'plays') % 5000000)::BIGINT AS play_count, (hash(i, 'likes') % 300000)::BIGINT AS like_count,
      (hash(i, 'comments') % 9000)::BIGINT AS comment_count, (hash(i, 'shares') % 7000)::BIGINT AS share_count,
      TIMESTAMPTZ '2025-01-01 00:00:00+00' + to_seconds((hash(i, 'time') % 31536000)::BIGINT) AS create_time,
      list_transform(range((hash(i, 'tags') % 5)::BIGINT), lambda n: ${word("'tag' || n")} || 'challenge') AS hashtags,
      CASE WHEN hash(i, 'known') % 10 < 7 THEN hash(i, 'flag') % 9 = 0 END AS verified
    FROM range(${rows}) AS numbers(i), (SELECT ${list} AS list)
  ) TO ${sqlString(making)} (FORMAT parquet, COMPRESSION snappy)`);
  connection.closeSync();
  await rename(making, path);
  return path;
}
