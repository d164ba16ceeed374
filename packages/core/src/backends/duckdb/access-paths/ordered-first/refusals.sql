-- Questions that late materialisation of the rows that lead has no answer to, and why.

-- All rows
SELECT description FROM videos;
-- refused: no ORDER BY with LIMIT, and nothing else

-- Joined
SELECT v.description FROM videos v JOIN comments c ON c.video_id = v.video_id WHERE v.region = 'SE' LIMIT 20;
-- refused: the table is joined

-- Sampled
SELECT description FROM videos WHERE region = 'SE' USING SAMPLE 10 ROWS;
-- refused: the query samples rows or renames columns

-- Renamed columns
SELECT a FROM videos AS v (a, b) ORDER BY b LIMIT 20;
-- refused: the query samples rows or renames columns

-- Narrow columns alone: there is nothing to fetch
SELECT author FROM videos WHERE region = 'SE';
-- refused: no ORDER BY with LIMIT, and nothing else

-- By the number of a column that a star gives
SELECT * FROM videos ORDER BY 9 DESC LIMIT 20;
-- refused: no structure has all columns of WHERE and ORDER BY

-- By no column at all
SELECT description FROM videos ORDER BY 1 + 1 DESC LIMIT 20;
-- refused: no structure has all columns of WHERE and ORDER BY

-- The row as a value: rows that are looked for have other columns
SELECT description FROM videos v WHERE to_json(v) IS NOT NULL ORDER BY play_count DESC LIMIT 20;
-- refused: the row is used as a value

-- Columns by a star: those that are looked for have others
SELECT description FROM videos WHERE coalesce(COLUMNS(*)::VARCHAR, '') <> '5' ORDER BY play_count DESC LIMIT 20;
-- refused: WHERE reads columns by a star

-- Rows of groups
SELECT music_title, max(play_count) AS most FROM videos GROUP BY music_title ORDER BY most DESC LIMIT 20;
-- refused: the query groups rows

-- One row of all
SELECT max(description) AS last FROM videos WHERE region = 'SE' ORDER BY last LIMIT 20;
-- refused: the query aggregates rows

-- Ranks among groups
SELECT music_title FROM videos WHERE region = 'SE' GROUP BY music_title
QUALIFY row_number() OVER (ORDER BY count(*) DESC) <= 3;
-- refused: the query groups rows

-- A window looks at all rows
SELECT description, row_number() OVER (ORDER BY create_time) AS place FROM videos ORDER BY play_count DESC LIMIT 20;
-- refused: the query has a window

-- DISTINCT makes rows of rows
SELECT DISTINCT description FROM videos ORDER BY play_count DESC LIMIT 20;
-- refused: no ORDER BY with LIMIT, and nothing else

-- Without an order of its own
SELECT description FROM videos ORDER BY play_count DESC;
-- refused: no ORDER BY with LIMIT, and nothing else

-- The number is known when the query runs
SELECT description FROM videos ORDER BY play_count DESC LIMIT 2 * 10;
-- refused: LIMIT is no plain number

-- Too many rows
SELECT description FROM videos ORDER BY play_count DESC LIMIT 2000 OFFSET 1;
-- refused: LIMIT is above 2000

-- A subquery
SELECT description FROM videos WHERE play_count > (SELECT max(like_count) FROM comments)
ORDER BY play_count DESC LIMIT 20;
-- refused: the query has a subquery

-- A list is unnested: more rows than were found
SELECT unnest(mentions) AS mention FROM videos WHERE region = 'SE' ORDER BY play_count DESC LIMIT 20;
-- refused: the query unnests lists

-- Other rows each time
SELECT description FROM videos WHERE random() < 0.1 AND region = 'SE' ORDER BY play_count DESC LIMIT 20;
-- refused: random gives another value each time

-- Some rank that is not the first: of those before it, none would be kept
SELECT description FROM videos QUALIFY rank() OVER (ORDER BY play_count DESC) = 2;
-- refused: the query groups rows

-- FROM stands first
FROM videos SELECT description WHERE region = 'SE' ORDER BY play_count DESC LIMIT 20;
-- refused: the clauses are in an unexpected order

-- An index that was built before there were words
-- state: not built
SELECT description FROM videos WHERE description ILIKE '%dance%' ORDER BY play_count DESC LIMIT 20;
-- refused: no structure has all columns of WHERE and ORDER BY
