import { allRows, type Database, sqlString } from '@sdq/core';

/** A value that many rows have, one that some have, and one that few have. */
interface Spread {
  readonly hot: string;
  readonly middle: string;
  readonly tail: string;
}

/** Values that customers' queries name; all are taken from the data, so that each query has something to find. */
export interface WorkloadParameters {
  readonly videoId: string;
  readonly videoIds: readonly string[];
  /** A video that was observed more than once. */
  readonly observedVideoId: string;
  readonly author: Spread;
  /** The author whose videos have the most comments. */
  readonly commentedAuthor: string;
  readonly authorId: Spread;
  readonly hashtag: Spread;
  readonly musicId: Spread;
  readonly word: Spread;
  readonly region: Spread;
  /** Instants as `YYYY-MM-DD HH:MM:SS+00`: so many days before the newest video. */
  readonly daysAgo7: string;
  readonly daysAgo30: string;
  readonly daysAgo90: string;
}

/** Chooses by rank: hot is near the top, middle at the geometric middle of the ranks, tail near the end. */
export async function chooseParameters(
  database: Database,
  views: readonly string[],
): Promise<WorkloadParameters> {
  const connection = await database.connect();
  try {
    for (const view of views) await connection.run(view);
    const one = async (sql: string) =>
      (await allRows<{ value: string }>(connection, sql)).map((row) => row.value);
    const spreadOf = async (from: string) => {
      const ranked = `SELECT value, row_number() OVER (ORDER BY count(*) DESC, value) AS place FROM (${from})
        WHERE value IS NOT NULL AND value <> '' GROUP BY value`;
      const values = await one(`WITH ranked AS (${ranked}), ranks AS (SELECT max(place) AS most FROM ranked),
        chosen AS (SELECT unnest([1, sqrt(most)::BIGINT, greatest(1, (most * 0.9)::BIGINT)]) AS place,
                          unnest(range(3)) AS turn FROM ranks)
        SELECT value FROM chosen JOIN ranked USING (place) ORDER BY turn`);
      return { hot: values[0] ?? '', middle: values[1] ?? '', tail: values[2] ?? '' };
    };
    const ids = await one('SELECT video_id AS value FROM videos ORDER BY hash(video_id) LIMIT 21');
    const [newest = ''] = await one('SELECT max(create_time)::VARCHAR AS value FROM videos');
    const [observed = ''] = await one(
      'SELECT video_id AS value FROM video_stats GROUP BY video_id HAVING count(*) > 1 ORDER BY hash(video_id) LIMIT 1',
    );
    const [commented = ''] = await one(
      'SELECT v.author AS value FROM comments JOIN videos v USING (video_id) GROUP BY value ORDER BY count(*) DESC, value LIMIT 1',
    );
    const daysAgo = async (days: number) =>
      (await one(`SELECT (${sqlString(newest)}::TIMESTAMPTZ - INTERVAL ${days} DAY)::VARCHAR AS value`))[0] ??
      '';
    const words = `SELECT unnest(regexp_extract_all(lower(description), '[a-z]{4,12}')) AS value FROM (FROM videos ORDER BY hash(video_id) LIMIT 20000)`;
    return {
      videoId: ids[0] ?? '',
      videoIds: ids.slice(1),
      observedVideoId: observed,
      commentedAuthor: commented,
      author: await spreadOf('SELECT author AS value FROM videos'),
      authorId: await spreadOf('SELECT author_id AS value FROM videos'),
      hashtag: await spreadOf('SELECT unnest(hashtags) AS value FROM videos'),
      musicId: await spreadOf('SELECT music_id AS value FROM videos'),
      word: await spreadOf(words),
      region: await spreadOf('SELECT region AS value FROM videos'),
      daysAgo7: await daysAgo(7),
      daysAgo30: await daysAgo(30),
      daysAgo90: await daysAgo(90),
    };
  } finally {
    connection.closeSync();
  }
}
