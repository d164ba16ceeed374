import { familyOf, text } from './query.ts';

export const textQueries = familyOf('text', (p) => [
  [
    'word_count_hot',
    'ordered',
    `SELECT count(*) AS videos FROM videos WHERE description ILIKE ${text(`%${p.word.hot}%`)}`,
  ],
  [
    'word_top50_middle',
    'ordered',
    `SELECT video_id, author, description, play_count FROM videos
     WHERE description LIKE ${text(`%${p.word.middle}%`)} ORDER BY play_count DESC NULLS LAST, video_id LIMIT 50`,
  ],
  [
    'word_count_tail',
    'ordered',
    `SELECT count(*) AS videos FROM videos WHERE contains(lower(description), ${text(p.word.tail)})`,
  ],
  [
    'regexp_two_words',
    'ordered',
    `SELECT count(*) AS videos FROM videos
     WHERE regexp_matches(description, ${text(String.raw`\b${p.word.hot}\b.*\b${p.word.middle}\b`)})`,
  ],
]);
