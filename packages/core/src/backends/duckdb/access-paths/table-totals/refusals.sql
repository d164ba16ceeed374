-- Questions that table-totals has no answer to, and why.

-- Rows, not aggregates
SELECT author FROM videos;
-- refused: the query aggregates nothing

-- Of groups
SELECT region, count(*) AS n FROM videos GROUP BY region;
-- refused: outside of aggregates, region differs within a group

-- Of some rows
SELECT count(*) AS n FROM videos WHERE region = 'SE';
-- refused: outside of aggregates, region differs within a group

-- Of some rows, by FILTER
SELECT count(*) FILTER (WHERE region = 'SE') AS n FROM videos;
-- refused: count(*) FILTER (WHERE region = 'SE') cannot be computed from groups

-- FILTER is part of a name that DuckDB makes, and its exponent is not imitated
SELECT count(*) FILTER (WHERE 1 > 1e-7) FROM videos;
-- refused: a result column has no name: give it one with AS

-- An expression is a name that DuckDB makes, and not one of those that are known here
SELECT count(*) > 1e-7 FROM videos;
-- refused: a result column made of aggregates has no name: give it one with AS

-- A text inside of an expression is part of a name
SELECT (SELECT count(*) FROM videos) FROM comments;
-- refused: the text around it is the name of a result column

-- Joined
SELECT count(*) AS n FROM videos v JOIN comments c ON c.video_id = v.video_id;
-- refused: the table is joined

-- Sampled
SELECT count(*) AS n FROM videos USING SAMPLE 10 ROWS;
-- refused: the query samples rows or renames columns

-- A subquery
SELECT count(*) AS n FROM videos HAVING count(*) > (SELECT count(*) FROM comments);
-- refused: the query has a subquery

-- An aggregate that totals do not have
SELECT median(play_count) AS middle FROM videos;
-- refused: median(play_count) cannot be computed from groups

-- A sum of distinct values
SELECT sum(DISTINCT play_count) AS plays FROM videos;
-- refused: sum(DISTINCT play_count) cannot be computed from groups

-- A column that is not counted
SELECT count(DISTINCT description) AS n FROM videos;
-- refused: count(DISTINCT description) cannot be computed from groups

-- An expression of a column
SELECT sum(play_count + like_count) AS both FROM videos;
-- refused: sum(play_count + like_count) cannot be computed from groups

-- A list in an order
SELECT list(author ORDER BY create_time) AS authors FROM videos;
-- refused: list(author ORDER BY create_time) cannot be computed from groups

-- Nothing that could be counted
SELECT count(NULL) AS n FROM videos;
-- refused: count(NULL) cannot be computed from groups

-- A call that names the schema
SELECT main.count(*) AS n FROM videos;
-- refused: the call of count_star cannot be found

-- A call written as a method
SELECT play_count.sum() AS plays FROM videos;
-- refused: the call of sum cannot be found

-- July is in no segment: its distinct values may be those of May
-- state: uncovered
SELECT count(DISTINCT author) AS authors FROM videos;
-- refused: count(DISTINCT author) cannot be computed from groups

-- June was replaced: its rows cannot be taken out of a sum
-- state: stale
SELECT count(*) AS n FROM videos;
-- refused: rows have changed since it was built

-- An index that was built before there were totals
-- state: not built
SELECT count(*) AS n FROM videos;
-- refused: it is not built

-- A value of its own for each row
SELECT count(*) AS n FROM videos WHERE random() < 0.01;
-- refused: outside of aggregates, random() differs within a group

-- The name of the table is the row as a value, which needs all columns
SELECT count(DISTINCT videos) AS n FROM videos;
-- refused: the row is used as a value

-- A column that is computed from others
SELECT count(web_url) AS n FROM videos;
-- refused: count(web_url) cannot be computed from groups
