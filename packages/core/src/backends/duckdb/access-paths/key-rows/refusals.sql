-- Questions that key-rows has no answer to, and why.

-- Any key
SELECT description FROM videos WHERE region = 'SE';
-- refused: no condition that names keys

-- Any key, or those of another column
SELECT description FROM videos WHERE video_id = '7650000000000000001' OR region = 'SE';
-- refused: no condition that names keys

-- A range of keys
SELECT description FROM videos WHERE video_id >= '7650000000000000001';
-- refused: no condition that names keys

-- A number, with which DuckDB compares numbers: 07 is 7
SELECT description FROM videos WHERE video_id = 7650000000000000001;
-- refused: no condition that names keys

-- What the key is made into
SELECT description FROM videos WHERE lower(video_id) = '7650000000000000001';
-- refused: no condition that names keys

-- Keys that are found when the query runs
SELECT description FROM videos WHERE video_id IN (SELECT video_id FROM comments);
-- refused: no condition that names keys

-- All others
SELECT description FROM videos WHERE video_id NOT IN ('7650000000000000001');
-- refused: no condition that names keys

-- WHERE is applied to a sample
SELECT description FROM videos WHERE video_id = '7650000000000000001' USING SAMPLE 10 ROWS;
-- refused: no condition that names keys

-- Which rows stand side by side hangs on all of them
SELECT v.description FROM videos v POSITIONAL JOIN comments c WHERE v.video_id = '7650000000000000001';
-- refused: no condition that names keys

-- In HAVING
SELECT author FROM videos GROUP BY author, video_id HAVING video_id = '7650000000000000001';
-- refused: no condition that names keys

-- A column that was described after row files were written
-- state: older files
SELECT cover_url FROM videos WHERE video_id = '7650000000000000001';
-- refused: the row files there are lack a column that the query uses

-- A part of a key of two columns
SELECT * FROM video_stats WHERE video_id = '7650000000000000001';
-- refused: no condition that names keys

-- A range of a part
SELECT * FROM video_stats WHERE video_id = '7650000000000000001' AND observed_at >= TIMESTAMPTZ '2026-06-01';
-- refused: no condition that names keys

-- A key of two columns, in a segment that was built before there were key files
-- state: not built
SELECT * FROM video_stats WHERE video_id = '7650000000000000001' AND observed_at = TIMESTAMPTZ '2026-06-01 12:00:00';
-- refused: a segment has no key file: `sdq index build` writes it
