/** Keys of rows as they were built; of some, the changed months have others, which begin with 6. */
const keys = [
  '7000000009296420692',
  '7000000332085100658',
  '7000000014978087379',
  '7000000980479725634',
  '7000000068666086180',
  '7000000016445075936',
  '7000000616581590761',
  '7000000871152627524',
  '7000000172218119477',
  '7000000051293924751',
  '7000000239510660730',
]
  .flatMap((key) => [key, `6${key.slice(1)}`])
  .map((key) => `'${key}'`)
  .join(', ');

/** Rules that random queries may miss; attempts of theirs hold unless said otherwise. */
export const seldomQueries: readonly {
  rule: string;
  sql: string;
  fallsBack?: boolean;
  isPreferred?: boolean;
}[] = [
  {
    rule: 'index-merge',
    sql: "SELECT * FROM videos WHERE author_id = '7919' OR list_contains(hashtags, 'rare1') ORDER BY create_time DESC, video_id LIMIT 20",
    isPreferred: true,
  },
  {
    rule: 'index-merge',
    sql: "SELECT count(*) AS n FROM videos WHERE (author_id = '7919' OR description ILIKE '%dance%') AND region IS NOT NULL",
    isPreferred: true,
    fallsBack: true,
  },
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
    sql: "SELECT tag, count(*) AS n, count(*) FILTER (WHERE tag <> '') AS named FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag HAVING tag LIKE 'rare%' ORDER BY n DESC, tag LIMIT 5",
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
    sql: 'SELECT * FROM videos ORDER BY collect_count DESC NULLS LAST, length(description), video_id LIMIT 60',
    fallsBack: true,
    isPreferred: true,
  },
  {
    // The list that only the condition and the order name is not replaced by a constant.
    rule: 'ordered-first',
    sql: "SELECT * FROM videos WHERE list_contains(hashtags, 'tag1') ORDER BY hashtags, video_id LIMIT 5",
    isPreferred: true,
  },
  {
    // The rows of the other table are fetched by their keys, and are derived again.
    rule: 'derived-rows',
    sql: `SELECT hashtag, create_time FROM video_hashtags WHERE video_id IN (${keys}) AND hashtag <> 'tag1'`,
  },
  {
    rule: 'derived-rows',
    sql: 'SELECT hashtag, create_time, video_id FROM video_hashtags',
    isPreferred: true,
  },
  {
    rule: 'derived-rows',
    sql: "SELECT v.author, count(*) AS n FROM video_hashtags t JOIN videos v USING (video_id) WHERE hashtag = 'rare1' GROUP BY v.author",
    isPreferred: true,
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
