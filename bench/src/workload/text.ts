import { familyOf, instant, text } from './query.ts';

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
    {
      clickhouse: `SELECT count(*) AS videos FROM videos WHERE position(lower(description), ${text(p.word.tail)}) > 0`,
      polars: `SELECT count(*) AS videos FROM videos WHERE strpos(lower(description), ${text(p.word.tail)}) > 0`,
    },
  ],
  [
    'word_ilike_tail',
    'ordered',
    `SELECT * FROM videos WHERE description ILIKE ${text(`%${p.word.tail}%`)}
     ORDER BY create_time DESC, video_id LIMIT 50`,
  ],
  [
    'word_contains_middle_90d',
    'ordered',
    `SELECT count(*) AS videos, sum(play_count) AS plays FROM videos
     WHERE contains(description, ${text(p.word.middle)}) AND create_time >= ${instant(p.daysAgo90)}`,
    {
      clickhouse: `SELECT count(*) AS videos, sum(play_count) AS plays FROM videos
        WHERE position(description, ${text(p.word.middle)}) > 0 AND create_time >= ${instant(p.daysAgo90)}`,
      polars: `SELECT count(*) AS videos, sum(play_count) AS plays FROM videos
        WHERE strpos(description, ${text(p.word.middle)}) > 0 AND create_time >= ${instant(p.daysAgo90)}`,
    },
  ],
  [
    'regexp_two_words',
    'ordered',
    `SELECT count(*) AS videos FROM videos
     WHERE regexp_matches(description, ${text(String.raw`\b${p.word.hot}\b.*\b${p.word.middle}\b`)})`,
  ],
]);
