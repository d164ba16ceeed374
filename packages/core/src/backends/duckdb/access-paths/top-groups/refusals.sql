-- Questions that top-groups has no answer to, and why.

-- All groups
SELECT author, count(*) AS n FROM videos GROUP BY author;
-- refused: no ORDER BY with LIMIT, and nothing else

-- Groups that come last
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n LIMIT 10;
-- refused: no groups that lead are asked for

-- Groups without a sum come first
SELECT author, sum(play_count) AS n FROM videos GROUP BY author ORDER BY n DESC NULLS FIRST LIMIT 10;
-- refused: no groups that lead are asked for

-- None are asked for
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 0;
-- refused: no groups that lead are asked for

-- More than are kept
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 1001;
-- refused: LIMIT is above 1000

-- How many is known when the query runs
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 5 + 5;
-- refused: LIMIT is no plain number

-- A window over groups
SELECT author, count(*) AS n, rank() OVER (ORDER BY count(*) DESC) AS place FROM videos
GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: the query has a window

-- By two columns
SELECT author, author_id, count(*) AS n FROM videos GROUP BY ALL ORDER BY n DESC LIMIT 10;
-- refused: the query does not group by one column alone

-- By sets of columns
SELECT author, count(*) AS n FROM videos GROUP BY ROLLUP (author) ORDER BY n DESC LIMIT 10;
-- refused: the query does not group by one column alone

-- By what a column is made into
SELECT lower(author) AS name, count(*) AS n FROM videos GROUP BY name ORDER BY n DESC LIMIT 10;
-- refused: the query does not group by one column alone

-- By a mean
SELECT author, avg(play_count) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: it does not sort by a count of rows or a sum first

-- By a sum of some
SELECT author, sum(play_count) FILTER (WHERE true) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: it does not sort by a count of rows or a sum first

-- By a column of which no groups are kept
SELECT region, count(*) AS n FROM videos GROUP BY region ORDER BY n DESC LIMIT 10;
-- refused: there are no top groups by rows of region

-- By a sum of which no groups are kept
SELECT author, sum(duration_ms) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: there are no top groups by duration_ms_sum of author

-- Some rows of each
SELECT author, count(*) AS n FROM videos WHERE region = 'SE' GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: outside of aggregates, region differs within a group

-- An aggregate that totals do not have
SELECT author, count(*) AS n, median(play_count) AS middle FROM videos GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: median(play_count) cannot be computed from groups

-- A subquery
SELECT author, count(*) AS n FROM videos GROUP BY author
HAVING count(*) > (SELECT count(*) FROM comments) ORDER BY n DESC LIMIT 10;
-- refused: the query has a subquery

-- The groups are not the result: whether enough are left would not be seen
SELECT author FROM (SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 10) WHERE n > 9;
-- refused: the query does not unnest all rows

-- The groups are not the result, of hashtags
SELECT max(n) AS most FROM
  (SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag ORDER BY n DESC LIMIT 10);
-- refused: the groups are not the result

-- Joined
SELECT v.author, count(*) AS n FROM videos v JOIN comments c ON c.video_id = v.video_id
GROUP BY v.author ORDER BY n DESC LIMIT 10;
-- refused: the table is joined

-- Inside of an expression
SELECT (SELECT author FROM videos GROUP BY author ORDER BY count(*) DESC LIMIT 1) AS first FROM comments;
-- refused: the text around it is the name of a result column

-- June was replaced: groups may lead that did not
-- state: stale
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: rows have changed since it was built

-- July is in no segment
-- state: uncovered
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: many rows have been added since it was built

-- A second segment: groups may lead in both together that lead in neither
-- state: extended
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: rows have changed since it was built

-- An index that was built before there were leading groups
-- state: not built
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 10;
-- refused: it is not built

-- Groups that lead in one of two parts need not lead in both
-- state: two segments
SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY n DESC LIMIT 5;
-- refused: rows are in several segments

-- A value of its own for each row
SELECT author, count(*) AS n FROM videos WHERE random() < 0.5 GROUP BY author ORDER BY n DESC LIMIT 5;
-- refused: outside of aggregates, random() differs within a group

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT author, sum(play_count) AS plays, max(play_count) AS best FROM videos GROUP BY author ORDER BY plays DESC LIMIT 10;
-- refused: a replaced row may have had the least or greatest value of its group
