/** Rules that random queries may miss; attempts of theirs hold unless said otherwise. */
export const seldomQueries: readonly {
  rule: string;
  sql: string;
  fallsBack?: boolean;
  isPreferred?: boolean;
}[] = [
  { rule: 'top-rows', sql: 'SELECT count(*) AS n, sum(like_count) FROM videos WHERE play_count > 880' },
  {
    rule: 'top-rows',
    sql: "SELECT region, video_id FROM videos v WHERE v.play_count >= 890 AND region <> 'DE'",
  },
  {
    rule: 'group-totals',
    sql: 'SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag',
  },
  {
    rule: 'top-groups',
    sql: "SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag HAVING tag LIKE 'rare%' ORDER BY n DESC, tag LIMIT 5",
  },
  {
    rule: 'top-groups',
    sql: 'SELECT music_id, sum(like_count) AS n FROM videos GROUP BY ALL ORDER BY 2 DESC, 1 LIMIT 5 OFFSET 2',
  },
  {
    rule: 'top-groups',
    sql: 'SELECT music_id, sum(like_count) AS n FROM videos GROUP BY 1 HAVING max(play_count) < 9 ORDER BY n DESC, 1 LIMIT 50',
    fallsBack: true,
  },
  {
    // More rows tie with the sixtieth than are worth fetching.
    rule: 'ordered-first',
    sql: 'SELECT * FROM videos ORDER BY collect_count DESC NULLS LAST, description, video_id LIMIT 60',
    fallsBack: true,
  },
  { rule: 'stream-limit', sql: 'SELECT count(*) AS n FROM (SELECT video_id FROM videos LIMIT 3000)' },
  {
    rule: 'table-totals',
    sql: 'SELECT count(*) AS n, sum(play_count), count(DISTINCT author_id) AS authors FROM videos',
  },
  // Over so few rows these cost more than what is taken without being asked for.
  {
    rule: 'tag-rows',
    sql: "SELECT video_id, description FROM videos WHERE list_contains(hashtags, 'rare7')",
    isPreferred: true,
  },
  {
    rule: 'owner-rows',
    sql: "SELECT video_id, description FROM videos WHERE author IN ('nobody', 'newcomer')",
    isPreferred: true,
  },
  {
    rule: 'text-rows',
    sql: "SELECT video_id, description FROM videos WHERE description ILIKE '%word30 %'",
    isPreferred: true,
  },
  {
    rule: 'filtered-first',
    sql: 'SELECT video_id, description FROM videos WHERE play_count = 7',
    isPreferred: true,
  },
];
