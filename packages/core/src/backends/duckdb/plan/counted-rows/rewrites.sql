-- counted-rows: the number of rows is in the manifest or in key files; no SQL runs over rows that have not changed.

-- All rows
SELECT count(*) FROM videos;
-- rewritten: the number of rows in the manifest is the result: no SQL runs

-- All rows, with a name, of a table with masked rows
-- state: masked
SELECT count(1) AS videos FROM videos;
-- rewritten: the number of rows in the manifest is the result: no SQL runs

-- The rows of a tag
SELECT count(*) FROM videos WHERE list_contains(hashtags, 'dance');
-- rewritten: the number of rows of the key in key files is the result: no SQL runs
-- the number of rows of (dance)

-- The rows of two owners
SELECT count(*) AS posts FROM videos WHERE author IN ('anna', 'ben');
-- rewritten: the number of rows of 2 keys in key files is the result: no SQL runs
-- the number of rows of (anna), (ben)

-- One row by its key, in two segments
-- state: two segments
SELECT count(*) FROM videos WHERE video_id = '7650000000000000001';
-- rewritten: the number of rows of the key in key files is the result: no SQL runs
-- the number of rows of (7650000000000000001)

-- Rows of a tag, some of which were replaced
-- state: masked
SELECT count(*) AS videos FROM videos WHERE 'dance' = ANY(hashtags);
-- rewritten: the number of rows of the key in key files is the result, changed rows added and subtracted
-- the number of rows of (dance)
-- and, held in memory
SELECT hashtag::VARCHAR, rows
FROM (
  SELECT hashtag, sum(rows)::BIGINT AS rows
  FROM (
    SELECT unnest(list_distinct(hashtags)) AS hashtag, 1 AS rows FROM changes.delta
    UNION ALL
    SELECT unnest(list_distinct(hashtags)) AS hashtag, -1 AS rows FROM changes.replaced
  )
  GROUP BY hashtag
  HAVING sum(rows) <> 0
  ORDER BY hashtag
);
-- or, of too many keys
SELECT rows
FROM (
  SELECT sum(rows) AS rows
  FROM (
    SELECT count(*) AS rows FROM changes.delta WHERE (list_contains(hashtags, 'dance'))
    UNION ALL
    SELECT -count(*) AS rows FROM changes.replaced WHERE (list_contains(hashtags, 'dance'))
  )
);

-- No key at all
SELECT count(*) FROM videos WHERE author = 'anna' AND author = 'ben';
-- rewritten: the number of rows of 0 keys in key files is the result: no SQL runs
-- the number of rows of no key
