/** Statements that the fuzzer found a fault with, by what the fault was. They are kept whatever the grammar becomes. */
export const pastFailures: readonly { readonly fault: string; readonly sql: string }[] = [
  {
    fault: 'the path of every file stood in the column’s name',
    sql: 'SELECT EXISTS (SELECT author FROM videos WHERE is_ad), (SELECT max(play_count) FROM videos)',
  },
  {
    fault: 'an order in a macro was called an error inside of the engine',
    sql: 'SELECT wavg(play_count, like_count ORDER BY video_id) FROM videos',
  },
  {
    fault: 'a filter of a macro was called an error inside of the engine',
    sql: 'SELECT json_group_array(author) FILTER (WHERE is_ad) FROM videos',
  },
  {
    fault: 'a column in HAVING was called an error inside of the engine',
    sql: "SELECT NOT EXISTS (SELECT 'a' FROM videos HAVING like_count LIMIT 10)",
  },
  {
    fault: 'the same, over a query of its own',
    sql: 'SELECT first(1, 2) WHERE make_timestamptz(EXISTS (SELECT 1, video_id FROM videos WHERE 0 HAVING video_id LIMIT 3)) GROUP BY 1',
  },
  {
    fault: 'OVER after a scalar function was called an error inside of the engine',
    sql: "SELECT log10(play_count) FILTER (WHERE region = 'DE') OVER (ORDER BY video_id) FROM videos",
  },
  {
    fault: 'lack of memory was called an error inside of the engine',
    sql: 'SELECT max(damerau_levenshtein(repeat(a.description, 500), repeat(b.description, 500))) FROM videos a, videos b',
  },
  {
    fault: 'lack of memory was told as a broken file',
    sql: 'SELECT histogram(a.video_id || b.video_id) FROM videos a, videos b',
  },
  {
    fault: 'lack of memory in a recursion was called an error inside of the engine',
    sql: 'WITH RECURSIVE t(a) AS (SELECT [1] UNION ALL SELECT a || a FROM t) SELECT max(len(a)) FROM t',
  },
  {
    fault: 'a text that is no JSON was called an error inside of the engine',
    sql: 'SELECT json(author) FROM videos',
  },
  {
    fault: 'a value that is no struct was called an error inside of the engine',
    sql: "SELECT struct_concat(create_time, 'a') FROM videos",
  },
  {
    fault: 'an unknown collation was called an error inside of the engine',
    sql: 'SELECT video_id FROM videos ORDER BY region COLLATE SET',
  },
  {
    fault: 'a text of another format was called an error inside of the engine',
    sql: "SELECT strptime(author, '%Y') FROM videos",
  },
];
