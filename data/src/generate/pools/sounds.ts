import { sqlStrings } from '@sdq/duckdb/sql';
import { languages } from '../../vocabulary/languages.ts';
import type { Recipe } from '../recipe.ts';
import { nameHalves } from './name-halves.ts';

/**
 * `sounds(sound_id, music_id, music_title, music_author, is_original, duration_ms)`: seven in ten were made for a video
 * and are named after its uploader; the others are songs. A few IDs are short, like the oldest ones of the platform.
 */
export async function makeSounds({ connection, random, scale, until }: Recipe): Promise<void> {
  const labels = sqlStrings(languages.map((language) => language.originalSound));
  const label = `${labels}[1 + ${random.zipf('sound_id', 'language', languages.length, 2)}]`;
  const word = (place: number, from: number) =>
    `${from} + ${random.below('sound_id', `word ${place}`, Math.min(scale.words - from, 9_000))}`;
  const second = `(${until} - 1 - floor(${7 * 31_556_952} * pow(${random.uniform('sound_id', 'made')}, 2))::BIGINT)`;
  const half = (side: string) => random.below('sound_id', `author ${side}`, nameHalves);
  await connection.run(`
    CREATE TABLE sounds AS
    WITH drawn AS (SELECT range AS sound_id, ${random.below('range', 'original', 10)} < 7 AS is_original FROM range(${scale.sounds}))
    SELECT sound_id, is_original,
           CASE WHEN sound_id % 307 = 11 THEN (50000000 + sound_id)::VARCHAR
                ELSE ((${second} << 32) + (sound_id * 2654435761) % 4294967296)::VARCHAR END AS music_id,
           CASE WHEN is_original THEN ${label} || ' - ' || head || tail
                ELSE upper(first.word[1]) || first.word[2:] || ' ' || second.word END AS music_title,
           CASE WHEN is_original THEN head || tail ELSE head_title || ' ' || tail_title END AS music_author,
           CASE WHEN is_original THEN 5 + ${random.below('sound_id', 'length', 55)}
                ELSE 30 + ${random.below('sound_id', 'length', 180)} END * 1000 AS duration_ms
    FROM drawn
    JOIN words first ON first.word_id = ${word(1, 0)} JOIN words second ON second.word_id = ${word(2, 100)}
    JOIN (SELECT half_id AS head_id, opening AS head, opening_title AS head_title FROM name_halves) ON head_id = ${half('head')}
    JOIN (SELECT half_id AS tail_id, closing AS tail, closing_title AS tail_title FROM name_halves) ON tail_id = ${half('tail')}`);
}
