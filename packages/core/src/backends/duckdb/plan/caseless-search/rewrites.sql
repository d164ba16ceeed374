-- caseless-search: a regular expression rejects most texts before they are folded to lower case. The plan without these
-- changes runs where DuckDB does not accept them.

-- ILIKE in a condition
SELECT count(*) AS n FROM videos WHERE description ILIKE '%cat%' AND NOT author_nickname ILIKE 'a_b%';
-- caseless-search: texts are rejected by a regular expression first: description ILIKE '%cat%'
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE (CASE WHEN regexp_matches(description, '[cC][aA][tT]') THEN (description ILIKE '%cat%') WHEN description IS NOT NULL THEN false END)
  AND NOT author_nickname ILIKE 'a_b%';
-- else
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE description ILIKE '%cat%' AND NOT author_nickname ILIKE 'a_b%';

-- NOT ILIKE, and a text that it begins with
SELECT count(*) AS n FROM videos v WHERE v.description NOT ILIKE 'Hello%';
-- caseless-search: texts are rejected by a regular expression first: v.description NOT ILIKE 'Hello%'
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v
WHERE (CASE WHEN regexp_matches(v.description, '^[hH][eE][lL][lL][oO]') THEN (v.description NOT ILIKE 'Hello%') WHEN v.description IS NOT NULL THEN true END);
-- else
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v
WHERE v.description NOT ILIKE 'Hello%';

-- lower and upper in other searches; two columns without names
SELECT contains(lower(description), 'new kid'), strpos(upper(music_title), 'SONG') FROM videos;
-- caseless-search: texts are rejected by a regular expression first: contains(lower(description), 'new kid'), strpos(upper(music_title), 'SONG')
SELECT (CASE WHEN regexp_matches(description, '[nN][eE][wW] [kKK][iIİ][dD]') THEN (contains(lower(description), 'new kid')) WHEN description IS NOT NULL THEN false END) AS "contains(lower(description), 'new kid')",
  (CASE WHEN regexp_matches(music_title, '[Ssſ][Oo][Nn][Gg]') THEN (strpos(upper(music_title), 'SONG')) WHEN music_title IS NOT NULL THEN 0 END) AS "strpos(upper(music_title), 'SONG')"
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;
-- else
SELECT contains(lower(description), 'new kid'), strpos(upper(music_title), 'SONG')
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos;

-- The same text in SELECT and GROUP BY
SELECT lower(v.description) LIKE '%straße%' AS has, count(*) AS n FROM videos v GROUP BY lower(v.description) LIKE '%straße%';
-- caseless-search: texts are rejected by a regular expression first: lower(v.description) LIKE '%straße%'
SELECT (CASE WHEN regexp_matches(v.description, '[sS][tT][rR][aA]') THEN (lower(v.description) LIKE '%straße%') WHEN v.description IS NOT NULL THEN false END) AS has,
  count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v
GROUP BY (CASE WHEN regexp_matches(v.description, '[sS][tT][rR][aA]') THEN (lower(v.description) LIKE '%straße%') WHEN v.description IS NOT NULL THEN false END);
-- else
SELECT lower(v.description) LIKE '%straße%' AS has, count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) v
GROUP BY lower(v.description) LIKE '%straße%';

-- Rows of changed files are tested likewise
-- state: stale
SELECT count(*) AS n FROM videos WHERE description ILIKE '%cat%';
-- caseless-search: texts are rejected by a regular expression first: description ILIKE '%cat%'
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE (CASE WHEN regexp_matches(description, '[cC][aA][tT]') THEN (description ILIKE '%cat%') WHEN description IS NOT NULL THEN false END);
-- else
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE description ILIKE '%cat%';

-- And those of added ones
-- state: uncovered
SELECT count(*) AS n FROM videos WHERE description ILIKE '%cat%';
-- caseless-search: texts are rejected by a regular expression first: description ILIKE '%cat%'
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE (CASE WHEN regexp_matches(description, '[cC][aA][tT]') THEN (description ILIKE '%cat%') WHEN description IS NOT NULL THEN false END);
-- else
SELECT count(*) AS n
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM read_parquet(['month=2026-05.parquet', 'month=2026-06.parquet', 'month=2026-07.parquet'], hive_partitioning = false)
) AS videos
WHERE description ILIKE '%cat%';
