-- Subqueries that stay.

-- A LIMIT
SELECT count(*) FROM (SELECT * FROM videos LIMIT 10);
-- refused: a subquery in FROM does more than select columns and rows of one table

-- Aggregates
SELECT max(n) FROM (SELECT author, count(*) AS n FROM videos GROUP BY author);
-- refused: a subquery in FROM does more than select columns and rows of one table

-- A column of the table that the subquery does not have
SELECT length(author) AS description FROM (SELECT author FROM videos) WHERE description > 5;
-- refused: a name would mean something else

-- Names of columns
SELECT a FROM (SELECT author FROM videos) AS v(a);
-- refused: names are given to columns of a subquery

-- A sample
SELECT a FROM (SELECT author AS a FROM videos) USING SAMPLE 3 ROWS;
-- refused: a sample is taken of a subquery

-- A CTE that is read twice
WITH v AS (SELECT * FROM videos) SELECT count(*) FROM v AS a JOIN v AS b ON a.video_id = b.video_id;
-- refused: no query reads a subquery in FROM and nothing else
