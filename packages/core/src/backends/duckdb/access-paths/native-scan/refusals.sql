-- Questions that native-scan has no answer to, and why.

-- A wide column
-- state: not built
SELECT author, description FROM videos;
-- refused: the query uses a column that the segments lack

-- A wide column in WHERE
-- state: not built
SELECT author FROM videos WHERE music_title = 'Waltz';
-- refused: the query uses a column that the segments lack

-- All columns
-- state: not built
SELECT * FROM videos;
-- refused: the query uses a column that the segments lack
