-- text-rows: rows by words of their description. `words` has every word in lower case, `postings` the rows of each: the
-- words that hold a run of three letters or digits are looked for, then their rows are fetched by ordinals; WHERE, which
-- stays, drops what passes only there. If the ordinals are too many, `scan` answers in some cases, else the base files
-- (not shown).

-- Part of a word, case does not matter: the rows found are those that pass, and a text that passes stands for theirs
SELECT play_count FROM videos WHERE description ILIKE '%dance%';
-- rewritten: by words with dance
-- step 1: at most 6,262 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description ILIKE '%dance%';
-- else
SELECT play_count
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT *, 'dance' AS description
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      )
    )
  )
) AS videos
WHERE description ILIKE '%dance%';

-- The same in other words, and only rows are counted: no column is needed
SELECT count(*) AS n FROM videos WHERE lower(description) LIKE '%dance%';
-- rewritten: by words with dance
SELECT count(*) AS n
FROM (
  SELECT description
  FROM (
    SELECT *, 'dance' AS description
    FROM (
      SELECT 1 AS nothing
      FROM (
        SELECT DISTINCT ordinal
        FROM (
          SELECT ordinal
          FROM segment.postings
          WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
        )
      )
      WHERE true
    )
  )
) AS videos
WHERE lower(description) LIKE '%dance%';

-- The same in other words
SELECT count(*) AS n FROM videos v WHERE contains(lower(v.description), 'dance');
-- rewritten: by words with dance
SELECT count(*) AS n
FROM (
  SELECT description
  FROM (
    SELECT *, 'dance' AS description
    FROM (
      SELECT 1 AS nothing
      FROM (
        SELECT DISTINCT ordinal
        FROM (
          SELECT ordinal
          FROM segment.postings
          WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
        )
      )
      WHERE true
    )
  )
) v
WHERE contains(lower(v.description), 'dance');

-- The description is wanted
SELECT description FROM videos WHERE description ILIKE '%dance%';
-- rewritten: by words with dance
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT description
FROM (SELECT description FROM (SELECT description FROM fetched_rows_0)) AS videos
WHERE description ILIKE '%dance%';

-- Case matters: rows found may not pass
SELECT play_count FROM videos WHERE description LIKE '%Dance%';
-- rewritten: by words with dance
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description LIKE '%Dance%';

-- Case matters
SELECT play_count FROM videos WHERE contains(description, 'dance');
-- rewritten: by words with dance
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE contains(description, 'dance');

-- A begin: what stands in front of the run is not known
SELECT play_count FROM videos WHERE starts_with(description, 'dance');
-- rewritten: by words with dance
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE starts_with(description, 'dance');

-- A begin with more behind: the first word ends there
SELECT play_count FROM videos WHERE description ^@ 'dance floor';
-- rewritten: by words with dance, floor
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE ends_with(word, 'dance'))
      AND ordinal IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE starts_with(word, 'floor'))
      )
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description ^@ 'dance floor';

-- An end
SELECT play_count FROM videos WHERE ends_with(description, 'dance!');
-- rewritten: by words with dance
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE ends_with(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE ends_with(description, 'dance!');

-- A whole word
SELECT play_count FROM videos WHERE description ILIKE '% dance %';
-- rewritten: by words with dance
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE word = 'dance')
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description ILIKE '% dance %';

-- Words that follow each other: the first ends, the second begins
SELECT play_count FROM videos WHERE description ILIKE '%dance floor%';
-- rewritten: by words with dance, floor
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE ends_with(word, 'dance'))
      AND ordinal IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE starts_with(word, 'floor'))
      )
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description ILIKE '%dance floor%';

-- Parts with others between, some too short to be looked for
SELECT play_count FROM videos WHERE description LIKE '%dance%on%the_floor%';
-- rewritten: by words with dance, the, floor
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      AND ordinal IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'the'))
      )
      AND ordinal IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'floor'))
      )
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description LIKE '%dance%on%the_floor%';

-- A regular expression of plain parts
SELECT play_count FROM videos WHERE regexp_matches(description, '\bdance\s+flo+r');
-- rewritten: by words with dance, flo
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      AND ordinal IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'flo'))
      )
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE regexp_matches(description, '\bdance\s+flo+r');

-- One that folds case: U+017F would match its s
SELECT play_count FROM videos WHERE regexp_matches(description, '(?i)\bDances\s+flo+r');
-- rewritten: by words with dance, flo
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      AND ordinal IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'flo'))
      )
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE regexp_matches(description, '(?i)\bDances\s+flo+r');

-- A whole text by a regular expression
SELECT play_count FROM videos WHERE regexp_full_match(description, 'dance.*');
-- rewritten: by words with dance
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE regexp_full_match(description, 'dance.*');

-- Two conditions, none exact: both narrow
SELECT play_count FROM videos WHERE description LIKE '%dance%' AND description LIKE '%floor%';
-- rewritten: by words with dance, floor
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      AND ordinal IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'floor'))
      )
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description LIKE '%dance%' AND description LIKE '%floor%';

-- Two conditions, the second exact: it alone is looked for
SELECT play_count FROM videos WHERE description LIKE '%dance%' AND description ILIKE '%floor%';
-- rewritten: by words with floor
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'floor'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description LIKE '%dance%' AND description ILIKE '%floor%';

-- No lower-case text holds capitals: no text passes, but runs are looked for
SELECT play_count FROM videos WHERE lower(description) LIKE '%Dance%';
-- rewritten: by words with dance
-- step 1: at most 30,000 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE lower(description) LIKE '%Dance%';

-- By a parameter
-- parameters: ["%dance%"]
SELECT play_count FROM videos WHERE description ILIKE $1;
-- rewritten: by words with dance
-- step 1: at most 6,262 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description ILIKE $1;
-- else
SELECT play_count
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT *, 'dance' AS description
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      )
    )
  )
) AS videos
WHERE description ILIKE $1;

-- Since a moment: rows of the other files are left out
SELECT play_count FROM videos WHERE description ILIKE '%dance%' AND create_time >= '2026-06-15';
-- rewritten: by words with dance
-- step 1: at most 5,262 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true AND (ordinal BETWEEN 10000000 AND 29999999)
) LIMIT 30001;
-- then
SELECT play_count
FROM (
  SELECT description, create_time, play_count
  FROM (SELECT description, create_time, play_count FROM fetched_rows_0)
) AS videos
WHERE description ILIKE '%dance%' AND create_time >= '2026-06-15';
-- else
SELECT play_count
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT *, 'dance' AS description
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      )
        AND (rowid BETWEEN 10000000 AND 29999999)
    )
  )
) AS videos
WHERE description ILIKE '%dance%' AND create_time >= '2026-06-15';

-- Joined: WHERE applies
SELECT v.play_count, c.text FROM videos v JOIN comments c ON c.video_id = v.video_id
WHERE v.description ILIKE '%dance%';
-- rewritten: by words with dance
-- step 1: at most 8,831 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT v.play_count, c.text
FROM (
  SELECT video_id, description, play_count FROM (SELECT video_id, description, play_count FROM fetched_rows_0)
) v
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = v.video_id
WHERE v.description ILIKE '%dance%';
-- else
SELECT v.play_count, c.text
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT *, 'dance' AS description
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      )
    )
  )
) v
JOIN (
  SELECT comment_id, video_id /* and 12 columns more */
  FROM read_parquet(['comments.parquet'], hive_partitioning = false)
) c ON c.video_id = v.video_id
WHERE v.description ILIKE '%dance%';

-- June was replaced: its ordinals are left out, and its file read; its rows have their own text
-- state: stale
SELECT play_count FROM videos WHERE description ILIKE '%dance%';
-- rewritten: by words with dance
-- step 1: at most 6,262 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true AND ordinal NOT BETWEEN 10000000 AND 19999999
) LIMIT 30001;
-- then
SELECT play_count
FROM (
  SELECT description, play_count
  FROM (
    SELECT description, play_count FROM fetched_rows_0
    UNION ALL
    SELECT description, play_count FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE description ILIKE '%dance%';
-- else
SELECT play_count
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 24 columns more */, 'dance' AS description
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      )
        AND rowid NOT BETWEEN 10000000 AND 19999999
    )
    UNION ALL
    SELECT video_id, author /* and 25 columns more */
    FROM read_parquet(['month=2026-06.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE description ILIKE '%dance%';

-- July is in no segment
-- state: uncovered
SELECT play_count FROM videos WHERE description ILIKE '%dance%';
-- rewritten: by words with dance
-- step 1: at most 6,187 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment.postings
    WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (
  SELECT description, play_count
  FROM (
    SELECT description, play_count FROM fetched_rows_0
    UNION ALL
    SELECT description, play_count FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE description ILIKE '%dance%';
-- else
SELECT play_count
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT video_id, author /* and 24 columns more */, 'dance' AS description
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment.postings
        WHERE word_id IN (SELECT word_id FROM segment.words WHERE contains(word, 'dance'))
      )
    )
    UNION ALL
    SELECT video_id, author /* and 25 columns more */
    FROM read_parquet(['month=2026-07.parquet'], hive_partitioning = false)
  )
) AS videos
WHERE description ILIKE '%dance%';

-- A second segment: its ordinals are counted on
-- state: extended
SELECT play_count FROM videos WHERE description ILIKE '%dance%';
-- rewritten: by words with dance
-- step 1: at most 6,337 ordinals
SELECT *
FROM (
  SELECT ordinal
  FROM (
    SELECT ordinal
    FROM segment_1.postings
    WHERE word_id IN (SELECT word_id FROM segment_1.words WHERE contains(word, 'dance'))
  )
  WHERE true AND ordinal NOT BETWEEN 10000000 AND 19999999
  UNION ALL
  SELECT ordinal::BIGINT + 30000000
  FROM (
    SELECT ordinal
    FROM segment_2.postings
    WHERE word_id IN (SELECT word_id FROM segment_2.words WHERE contains(word, 'dance'))
  )
  WHERE true
) LIMIT 30001;
-- then
SELECT play_count
FROM (SELECT description, play_count FROM (SELECT description, play_count FROM fetched_rows_0)) AS videos
WHERE description ILIKE '%dance%';
-- else
SELECT play_count
FROM (
  SELECT video_id, author /* and 26 columns more */
  FROM (
    SELECT *, 'dance' AS description
    FROM (
      SELECT video_id, author /* and 24 columns more */
      FROM segment_1.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment_1.postings
        WHERE word_id IN (SELECT word_id FROM segment_1.words WHERE contains(word, 'dance'))
      )
        AND rowid NOT BETWEEN 10000000 AND 19999999
      UNION ALL
      SELECT video_id, author /* and 24 columns more */
      FROM segment_2.scan
      WHERE rowid IN (
        SELECT ordinal
        FROM segment_2.postings
        WHERE word_id IN (SELECT word_id FROM segment_2.words WHERE contains(word, 'dance'))
      )
    )
  )
) AS videos
WHERE description ILIKE '%dance%';
