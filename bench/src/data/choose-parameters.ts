import { allRows, type Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import type { WorkloadParameters } from '../workload/parameters.ts';

const exportRowsMax = 900_000;

/** Chooses values by rank: hot is near the top, middle at the geometric middle of the ranks, tail near the end. */
export async function chooseParameters(
  database: Database,
  views: readonly string[],
): Promise<WorkloadParameters> {
  const connection = await database.connect();
  try {
    for (const view of views) await connection.run(view);
    const all = async (sql: string) =>
      (await allRows<{ value: string }>(connection, sql)).map((row) => row.value);
    const one = async (sql: string) => (await all(sql))[0] ?? '';
    const spreadOf = async (from: string) => {
      const [hot = '', middle = '', tail = ''] = await all(spreadSql(from));
      return { hot, middle, tail };
    };
    const anywhere = await allRows<{ video_id: string; author: string | null; hashtags: string[] }>(
      connection,
      'SELECT video_id, author, hashtags FROM videos ORDER BY hash(video_id) LIMIT 1000',
    );
    const ids = anywhere.map((row) => row.video_id);
    const authors = [...new Set(anywhere.flatMap((row) => row.author ?? []))];
    const hashtags = [...new Set(anywhere.flatMap((row) => row.hashtags))];
    const newest = await one('SELECT max(create_time)::VARCHAR AS value FROM videos');
    const daysAgo = (days: number) =>
      one(`SELECT (${sqlString(newest)}::TIMESTAMPTZ - INTERVAL ${days} DAY)::VARCHAR AS value`);
    const daysAgo30 = await daysAgo(30);
    const instants = await Promise.all(Array.from({ length: 24 }, (_, i) => daysAgo(28 + i)));
    return {
      videoId: ids[0] ?? '',
      videoIds: ids.slice(1, 21),
      videoIdsHot: await all(
        'SELECT video_id AS value FROM videos ORDER BY play_count DESC NULLS LAST, video_id LIMIT 20',
      ),
      observedVideoId: await one(
        'SELECT video_id AS value FROM video_stats GROUP BY video_id HAVING count(*) > 1 ORDER BY hash(video_id) LIMIT 1',
      ),
      author: await spreadOf('SELECT author AS value FROM videos'),
      authors: authors.slice(0, 20),
      commentedAuthor: await one(
        'SELECT v.author AS value FROM comments JOIN videos v USING (video_id) WHERE v.author IS NOT NULL GROUP BY value ORDER BY count(*) DESC, value LIMIT 1',
      ),
      authorId: await spreadOf('SELECT author_id AS value FROM videos'),
      hashtag: await spreadOf('SELECT unnest(hashtags) AS value FROM videos'),
      musicId: await spreadOf('SELECT music_id AS value FROM videos'),
      word: await spreadOf(
        `SELECT unnest(regexp_extract_all(lower(description), '[a-z]{4,12}')) AS value FROM (FROM videos ORDER BY hash(video_id) LIMIT 20000)`,
      ),
      region: await spreadOf('SELECT region AS value FROM videos'),
      language: await spreadOf('SELECT language AS value FROM videos'),
      daysAgo7: await daysAgo(7),
      daysAgo30,
      daysAgo90: await daysAgo(90),
      exportFrom: await one(exportFromSql(daysAgo30)),
      mix: {
        videoIds: ids,
        authors: authors.slice(0, 200),
        hashtags: hashtags.slice(0, 200),
        instants,
      },
    };
  } finally {
    connection.closeSync();
  }
}

function spreadSql(from: string): string {
  const ranked = `SELECT value, row_number() OVER (ORDER BY count(*) DESC, value) AS place FROM (${from})
    WHERE value IS NOT NULL AND value <> '' GROUP BY value`;
  return `WITH ranked AS (${ranked}), ranks AS (SELECT max(place) AS most FROM ranked),
    chosen AS (SELECT unnest([1, sqrt(most)::BIGINT, greatest(1, (most * 0.9)::BIGINT)]) AS place,
                      unnest(range(3)) AS turn FROM ranks)
    SELECT value FROM chosen JOIN ranked USING (place) ORDER BY turn`;
}

function exportFromSql(daysAgo30: string): string {
  const from = `TIMESTAMPTZ ${sqlString(daysAgo30)}`;
  return `WITH hours AS (SELECT date_trunc('hour', create_time) AS hour, count(*) AS videos FROM videos
            WHERE create_time >= ${from} GROUP BY hour),
          later AS (SELECT hour, sum(videos) OVER (ORDER BY hour DESC) AS videos FROM hours)
          SELECT greatest(min(hour), ${from})::VARCHAR AS value FROM later WHERE videos <= ${exportRowsMax}`;
}
