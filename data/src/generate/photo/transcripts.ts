import { PostTextSql } from '../pools/post-text-sql.ts';
import type { Recipe } from '../recipe.ts';
import { PhotoPostSql } from './post-sql.ts';

/** Transcripts of a third of the reels and videos. */
export function photoTranscripts(recipe: Recipe): string {
  const random = recipe.random.of('photo transcripts');
  const post = new PhotoPostSql(recipe);
  const text = new PostTextSql(random, recipe.scale, 'post');
  const segment = (place: number) =>
    `{'start_ms': ${place * 1_500}, 'end_ms': ${place * 1_500 + 1_300}, 'text': said[${place + 1}]}`;
  return `
    WITH spoken AS (
      SELECT *, [${text.opening()}, ${text.secondOpening()}] AS said
      FROM ${post.rows()} ${text.topicJoins()}
      WHERE is_video AND ${random.percent('post', 'transcript', 33)}
    )
    SELECT ${post.shortcode()} AS id, ${text.postLanguage()} AS language, 'platform' AS source,
           array_to_string(said, ' ') AS text, [${segment(0)}, ${segment(1)}] AS segments, ${post.indexedAt()} AS indexed_at
    FROM spoken`;
}
