-- Questions that sample has no answer to, and why.

-- No sample
SELECT description FROM videos;
-- refused: the query takes no sample of the table

-- A share of the rows
SELECT description FROM videos USING SAMPLE 10%;
-- refused: no plain number of rows

-- Blocks of rows
SELECT description FROM videos USING SAMPLE 10% (system);
-- refused: no plain number of rows

-- The same rows each time
SELECT description FROM videos USING SAMPLE reservoir(10 ROWS) REPEATABLE (42);
-- refused: the sample is to be repeatable

-- Too many
SELECT description FROM videos USING SAMPLE 5001 ROWS;
-- refused: no number of rows from 1 to 5000

-- A sample of a sample
SELECT description FROM videos TABLESAMPLE reservoir(10 ROWS) USING SAMPLE 5 ROWS;
-- refused: the query samples twice

-- A sample of rows that are made of two tables
SELECT * FROM (SELECT v.description FROM videos v JOIN comments c ON c.video_id = v.video_id) USING SAMPLE 10 ROWS;
-- refused: the table is joined

-- A sample of groups
SELECT * FROM (SELECT author, count(*) AS n FROM videos GROUP BY author) USING SAMPLE 10 ROWS;
-- refused: the query aggregates rows

-- A sample of one row
SELECT * FROM (SELECT count(*) AS n FROM videos) USING SAMPLE 10 ROWS;
-- refused: the query aggregates rows

-- A sample of rows that lead
SELECT * FROM (SELECT description FROM videos ORDER BY play_count DESC LIMIT 100) USING SAMPLE 10 ROWS;
-- refused: the sample is not of rows that pass WHERE

-- A sample of what lists hold
SELECT * FROM (SELECT unnest(mentions) AS mention FROM videos) USING SAMPLE 10 ROWS;
-- refused: the query unnests lists

-- A subquery
SELECT * FROM (SELECT description FROM videos WHERE author IN (SELECT author FROM authors)) USING SAMPLE 10 ROWS;
-- refused: the query has a subquery

-- Other rows each time
SELECT * FROM (SELECT description FROM videos WHERE random() < 0.1) USING SAMPLE 10 ROWS;
-- refused: random gives another value each time

-- FROM stands first
SELECT * FROM (FROM videos SELECT description WHERE region = 'SE') USING SAMPLE 10 ROWS;
-- refused: the clauses are in an unexpected order

-- WHERE needs a wide column
-- state: not built
SELECT * FROM (SELECT description FROM videos WHERE music_title = 'Waltz') USING SAMPLE 10 ROWS;
-- refused: the path has no candidate for it

-- June was replaced, and its new file is in no segment
-- state: stale
SELECT * FROM (SELECT description FROM videos WHERE is_ad) USING SAMPLE 10 ROWS;
-- refused: some rows are not in a segment yet

-- July is in no segment
-- state: uncovered
SELECT * FROM (SELECT description FROM videos WHERE is_ad) USING SAMPLE 10 ROWS;
-- refused: some rows are not in a segment yet

-- A table that is computed from another one
SELECT hashtag FROM video_hashtags USING SAMPLE 10 ROWS;
-- refused: the rows have no numbers
