import { familyOf, text } from './query.ts';

export const authorQueries = familyOf('author', (p) => [
  ...(['hot', 'middle', 'tail'] as const).map(
    (heat) =>
      [
        `author_latest50_${heat}`,
        'ordered',
        `SELECT * FROM videos WHERE author = ${text(p.author[heat])} ORDER BY create_time DESC, video_id LIMIT 50`,
      ] as const,
  ),
  [
    'author_months',
    'ordered',
    `SELECT date_trunc('month', create_time) AS month, count(*) AS videos, sum(play_count) AS plays,
            avg(like_count) AS likes
     FROM videos WHERE author_id = ${text(p.authorId.hot)} GROUP BY month ORDER BY month`,
  ],
]);
