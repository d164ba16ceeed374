-- Questions that native-scan has no answer to, and why.

-- A wide column
SELECT author, description FROM videos;
-- refused: the query uses a column that only base files have

-- A wide column in WHERE
SELECT author FROM videos WHERE music_title = 'Waltz';
-- refused: the query uses a column that only base files have

-- All columns
SELECT * FROM videos;
-- refused: the query uses a column that only base files have

-- All columns but one: it would have to be told which are left
SELECT * EXCLUDE (description) FROM videos;
-- refused: the query uses a column that only base files have

-- The row as a value
SELECT videos FROM videos;
-- refused: the query uses a column that only base files have

-- A column by its number
SELECT #1 FROM videos;
-- refused: the query uses a column that only base files have

-- Renamed columns
SELECT a FROM videos AS v (a);
-- refused: the query uses a column that only base files have

-- A join by all columns of one name
SELECT v.author FROM videos v NATURAL JOIN video_hashtags;
-- refused: the query uses a column that only base files have

-- A wide column that is not said to be of one of two tables
SELECT v.author FROM videos v JOIN comments c ON c.video_id = v.video_id WHERE cover_url IS NULL;
-- refused: the query uses a column that only base files have
