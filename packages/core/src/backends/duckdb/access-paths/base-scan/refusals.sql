-- Questions of which base-scan reads all files, and why.

-- All rows
SELECT author FROM videos;
-- refused: no WHERE clause

-- Every file may hold such rows
SELECT author FROM videos WHERE create_time >= '2026-05-05';
-- refused: by create_time: 3 of 3 files

-- A column without zone maps
SELECT author FROM videos WHERE region = 'SE';
-- refused: no condition on a column with zone maps

-- OR with a condition on another column
SELECT author FROM videos WHERE create_time >= '2026-07-05' OR region = 'SE';
-- refused: no condition on a column with zone maps

-- Whether there is a moment
SELECT author FROM videos WHERE create_time IS NOT NULL;
-- refused: no condition on a column with zone maps

-- All files hold other moments
SELECT author FROM videos WHERE create_time <> '2026-07-05';
-- refused: no condition on a column with zone maps

-- What the moment is, is known when the query runs
SELECT author FROM videos WHERE create_time >= (SELECT max(create_time) FROM comments);
-- refused: no condition on a column with zone maps
-- refused: comments: no WHERE clause

-- A time zone that the planner does not read
SELECT author FROM videos WHERE create_time >= '2026-07-05 00:00:00+02';
-- refused: no condition on a column with zone maps

-- A column of one of two tables, not said of which
SELECT v.author FROM videos v JOIN authors a ON a.author_id = v.author_id WHERE create_time >= '2026-07-05';
-- refused: no condition on a column with zone maps
-- refused: authors: no condition on a column with zone maps

-- WHERE is applied to a sample of all rows
SELECT author FROM videos WHERE create_time >= '2026-07-05' USING SAMPLE 10 ROWS;
-- refused: the WHERE clause is applied after a join or sample that rows take part in

-- Renamed columns
SELECT a FROM videos AS v (a, b) WHERE a >= '7650000000000000001';
-- refused: the WHERE clause is applied after a join or sample that rows take part in

-- Which rows stand side by side hangs on all of them
SELECT v.author FROM videos v POSITIONAL JOIN comments c WHERE v.create_time >= '2026-07-05';
-- refused: the WHERE clause is applied after a join or sample that rows take part in
-- refused: comments: the WHERE clause is applied after a join or sample that rows take part in

-- The last one before: earlier rows count
SELECT v.author FROM comments c ASOF JOIN videos v ON c.create_time >= v.create_time
WHERE v.create_time >= '2026-07-05';
-- refused: comments: no condition on a column with zone maps
-- refused: the WHERE clause is applied after a join or sample that rows take part in
