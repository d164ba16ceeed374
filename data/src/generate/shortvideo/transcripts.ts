import { tableNamed } from '../index-writer.ts';
import type { Recipe } from '../recipe.ts';

/** The sentences of each video, and the duration of one. */
const sentences = [0, 1, 2];
const sentenceMs = 2_400;

/** The transcript of every video that has speech: captions in its language, spoken consecutively. */
export function transcripts({ random, writer }: Recipe): string {
  const caption = (k: number) =>
    `l.caption_first + floor(l.caption_count * ${random.uniform(`video_id::BIGINT + ${k}`, 'spoken')})::BIGINT`;
  const joins = sentences.map((k) => `JOIN captions said_${k} ON said_${k}.caption_id = ${caption(k)}`);
  const segment = (k: number) =>
    `{start_ms: ${k * sentenceMs}, end_ms: ${(k + 1) * sentenceMs - 200}, text: said_${k}.text}`;
  return `
    SELECT video_id, v.language, 'platform' AS source,
           concat_ws(' ', ${sentences.map((k) => `said_${k}.text`).join(', ')}) AS text,
           [${sentences.map(segment).join(', ')}] AS segments, indexed_at
    FROM ${writer.scan(tableNamed('shortvideo', 'videos'))} v
    JOIN (SELECT DISTINCT language, caption_first, caption_count FROM places) l ON l.language = coalesce(v.language, 'en')
    ${joins.join('\n')}
    WHERE has_transcript`;
}
