-- small-side-first: what is joined as it is.

-- Too many rows
SELECT c.text FROM comments c JOIN (SELECT video_id FROM videos LIMIT 100000) v USING (video_id);
-- refused: about 100,000 rows are too many

-- No condition on the other side alone
SELECT b.title FROM videos a JOIN music b ON b.music_id = a.music_id WHERE a.play_count > b.video_count;
-- refused: no condition is on it alone

-- A value that differs each time
SELECT title FROM music WHERE music_id IN (SELECT music_id FROM videos WHERE random() < 0.001);
-- refused: random gives another value each time

-- A CTE that reads another one
WITH one AS (SELECT video_id FROM videos LIMIT 5), two AS (SELECT video_id FROM one) SELECT c.text FROM comments c JOIN two ON two.video_id = c.video_id;
-- refused: it reads one, which is defined elsewhere

-- A text that is part of the name of a result column
SELECT (SELECT count(*) FROM comments c WHERE c.video_id IN (SELECT video_id FROM videos LIMIT 5));
-- refused: its text is part of the name of a result column

-- Parameters without numbers
-- parameters: ["ada"]
SELECT title FROM music WHERE music_id IN (SELECT music_id FROM videos WHERE author = ?);
-- refused: it has parameters without numbers

-- A subquery in an expression of a CTE
WITH one AS (SELECT (SELECT max(video_id) FROM videos) AS id) SELECT c.text FROM comments c JOIN one ON one.id = c.video_id;
-- refused: it has a subquery in an expression

-- A segment without key files
-- state: older segment
SELECT b.video_id FROM (SELECT author_id FROM authors ORDER BY follower_count DESC LIMIT 5) a JOIN videos b ON b.author_id = a.author_id;
-- refused: a segment has no key file: `sdq index build` writes it

-- Rows are drawn before WHERE tests them
SELECT v.description FROM comments c TABLESAMPLE reservoir(10 ROWS) JOIN videos v USING (video_id) WHERE c.comment_id = '7';
-- refused: WHERE does not apply to it before it is joined

-- Brackets around parts of a query
WITH one AS ((SELECT video_id FROM comments LIMIT 2) UNION (SELECT video_id FROM video_stats LIMIT 2)) SELECT v.description FROM one JOIN videos v USING (video_id);
-- refused: its text was not found

-- A column of nothing but NULL: a table would give it a type
WITH one AS (SELECT video_id, NULL AS nothing FROM comments LIMIT 2) SELECT v.description, nothing FROM one JOIN videos v USING (video_id);
-- refused: a column of it has no type: give it one with a cast
