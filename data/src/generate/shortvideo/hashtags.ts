import { tableNamed } from '../index-writer.ts';
import type { Recipe } from '../recipe.ts';

/** Every hashtag of the generated videos, with the counts of views and videos from them. */
export function hashtags({ random, until, writer }: Recipe): string {
  const videos = writer.scan(tableNamed('shortvideo', 'videos'));
  const id = `(1600000000000000000 + (hash(name) % 5900000000000000000)::BIGINT)`;
  const key = `(hash(name) >> 1)::BIGINT`;
  return `
    WITH carried AS (SELECT unnest(list_distinct(hashtags)) AS name, play_count, indexed_at FROM ${videos}),
    totals AS (
      SELECT name, count(*) AS videos, sum(play_count)::BIGINT AS views, max(indexed_at) AS seen FROM carried GROUP BY name
    )
    SELECT name, CASE WHEN videos > 1 OR ${random.below(key, 'id unknown', 10)} < 9 THEN ${id}::VARCHAR END AS hashtag_id,
           CASE WHEN ${random.oneIn(key, 'capitals', 6)} THEN upper(name[1]) || name[2:] ELSE name END AS title,
           CASE WHEN ${random.oneIn(key, 'described', 20)} THEN 'Show us your #' || name || '!' END AS description,
           views AS view_count, videos AS video_count, ${random.oneIn(key, 'campaign', 200)} AS is_commerce,
           greatest(seen, make_timestamptz(${until - 86_400}::BIGINT * 1000000)) AS indexed_at
    FROM totals`;
}
