import { familyOf, heats, instant, type QueryEntry, text } from './query.ts';

export const tagQueries = familyOf('tag', (p) => [
  ...heats.map(
    (heat): QueryEntry => [
      `tag_count_${heat}`,
      'ordered',
      `SELECT count(*) AS videos FROM videos WHERE list_contains(hashtags, ${text(p.hashtag[heat])})`,
    ],
  ),
  [
    'tag_any_middle',
    'ordered',
    `SELECT count(*) AS videos, sum(play_count) AS plays FROM videos WHERE ${text(p.hashtag.middle)} = ANY(hashtags)`,
    {
      clickhouse: `SELECT count(*) AS videos, sum(play_count) AS plays FROM videos
        WHERE has(hashtags, ${text(p.hashtag.middle)})`,
    },
  ],
  ...(['hot', 'middle'] as const).map(
    (heat): QueryEntry => [
      `tag_top100_${heat}`,
      'ordered',
      `SELECT video_id, author, description, play_count, like_count FROM videos
       WHERE list_contains(hashtags, ${text(p.hashtag[heat])}) ORDER BY play_count DESC NULLS LAST, video_id LIMIT 100`,
    ],
  ),
  [
    'tag_daily_middle',
    'ordered',
    `SELECT create_time::DATE AS day, count(*) AS videos, sum(play_count) AS plays FROM videos
     WHERE list_contains(hashtags, ${text(p.hashtag.middle)}) GROUP BY day ORDER BY day`,
  ],
  [
    'tag_latest50_hot_30d',
    'ordered',
    `SELECT * FROM videos WHERE list_contains(hashtags, ${text(p.hashtag.hot)})
       AND create_time >= ${instant(p.daysAgo30)} ORDER BY create_time DESC, video_id LIMIT 50`,
  ],
  [
    'tag_latest100_tail',
    'ordered',
    `SELECT * FROM videos WHERE list_contains(hashtags, ${text(p.hashtag.tail)})
     ORDER BY create_time DESC, video_id LIMIT 100`,
  ],
  [
    'tags_beside_middle',
    'ordered',
    `SELECT tag, count(*) AS videos FROM
       (SELECT unnest(hashtags) AS tag FROM videos WHERE list_contains(hashtags, ${text(p.hashtag.middle)})) AS tags
     GROUP BY tag ORDER BY videos DESC, tag LIMIT 50`,
    {
      clickhouse: `SELECT arrayJoin(hashtags) AS tag, count(*) AS videos FROM videos
        WHERE has(hashtags, ${text(p.hashtag.middle)}) GROUP BY tag ORDER BY videos DESC, tag LIMIT 50`,
    },
  ],
]);
