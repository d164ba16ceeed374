-- Numbers of rows that are more than the rows of some keys: DuckDB counts them.

-- A further condition
SELECT count(*) FROM videos WHERE author = 'anna' AND play_count > 10;
-- refused: WHERE asks for more than keys

-- Two tags: a row may have both
SELECT count(*) FROM videos WHERE list_has_any(hashtags, ['dance', 'fun']);
-- refused: WHERE asks for more than keys

-- A prefix
SELECT count(*) FROM videos WHERE author LIKE 'anna%';
-- refused: WHERE asks for more than keys

-- Keys of two columns, under OR
SELECT count(*) FROM videos WHERE author = 'anna' OR author_id = '1';
-- refused: WHERE asks for more than keys

-- Rows of files that no segment covers
-- state: uncovered
SELECT count(*) FROM videos WHERE author = 'anna';
-- refused: rows have changed that are not held in memory

-- Rows that were replaced in a whole file
-- state: stale
SELECT count(*) FROM videos WHERE author = 'anna';
-- refused: rows of a segment are stale

-- A segment from before there were key files
-- state: older segment
SELECT count(*) FROM videos WHERE author = 'anna';
-- refused: a segment has no key file

-- A derived table
SELECT count(*) FROM video_hashtags;
-- refused: the table is not stored in the index
