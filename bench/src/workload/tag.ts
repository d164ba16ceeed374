import { familyOf, text } from './query.ts';

export const tagQueries = familyOf('tag', (p) => [
  [
    'tag_count_hot',
    'ordered',
    `SELECT count(*) AS videos FROM videos WHERE list_contains(hashtags, ${text(p.hashtag.hot)})`,
  ],
  [
    'tag_top100_middle',
    'ordered',
    `SELECT video_id, author, description, play_count, like_count FROM videos
     WHERE list_contains(hashtags, ${text(p.hashtag.middle)}) ORDER BY play_count DESC NULLS LAST, video_id LIMIT 100`,
  ],
  [
    'tag_daily_middle',
    'ordered',
    `SELECT create_time::DATE AS day, count(*) AS videos, sum(play_count) AS plays FROM videos
     WHERE list_contains(hashtags, ${text(p.hashtag.middle)}) GROUP BY day ORDER BY day`,
  ],
  [
    'tag_latest100_tail',
    'ordered',
    `SELECT * FROM videos WHERE list_contains(hashtags, ${text(p.hashtag.tail)})
     ORDER BY create_time DESC, video_id LIMIT 100`,
  ],
]);
