import { tableNamed } from '../index-writer.ts';
import type { Recipe } from '../recipe.ts';

/** Every sound of the generated videos, with the count of its videos. */
export function music({ random, writer }: Recipe): string {
  const videos = writer.scan(tableNamed('shortvideo', 'videos'));
  const album = `CASE WHEN NOT is_original AND ${random.below('sound_id', 'album', 3)} > 0 THEN split_part(music_title, ' ', 2) END`;
  return `
    WITH totals AS (
      SELECT music_id, count(*) AS videos, max(indexed_at) AS seen FROM ${videos} WHERE music_id IS NOT NULL GROUP BY music_id
    )
    SELECT music_id, music_title AS title, music_author AS author, ${album} AS album, duration_ms, is_original,
           videos AS video_count,
           CASE WHEN NOT ${random.oneIn('sound_id', 'cover unknown', 3)} THEN 'https://p16.covers.example/music/' || music_id || '.jpeg' END AS cover_url,
           seen AS indexed_at
    FROM totals JOIN sounds USING (music_id)`;
}
