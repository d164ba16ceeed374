import { tableNamed } from '../index-writer.ts';
import type { Recipe } from '../recipe.ts';

/** Above so many videos, as benchmarks have them, spoken words are left out: nothing measured reads them. */
export const transcribedVideosMax = 500_000;

/** Sentences of each video, and how long one is spoken. */
const sentences = 3;
const sentenceMs = 2_400;

/** The spoken words of every video that has some: captions of its language, said one after the other. */
export function transcripts({ random, scale, writer }: Recipe): string {
  const caption = `l.caption_first + floor(l.caption_count * ${random.uniform(`video_id::BIGINT + k`, 'spoken')})::BIGINT`;
  return `
    WITH spoken AS (
      SELECT video_id, v.language, indexed_at, k, ${caption} AS caption_id
      FROM ${writer.scan(tableNamed('shortvideo', 'videos'))} v,
           (SELECT range AS k FROM range(${sentences})),
           (SELECT DISTINCT language, caption_first, caption_count FROM places) l
      WHERE has_transcript AND l.language = coalesce(v.language, 'en') AND ${scale.rows <= transcribedVideosMax}
    )
    SELECT video_id, any_value(language) AS language, 'platform' AS source,
           string_agg(text, ' ' ORDER BY k) AS text,
           list({start_ms: (k * ${sentenceMs})::INTEGER, end_ms: ((k + 1) * ${sentenceMs} - 200)::INTEGER, text: text} ORDER BY k) AS segments,
           any_value(indexed_at) AS indexed_at
    FROM spoken JOIN captions USING (caption_id) GROUP BY video_id`;
}
