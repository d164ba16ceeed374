-- Results that are more than stored rows: DuckDB makes them of the rows that were fetched.

-- A further condition that compares no column with a constant
SELECT author FROM videos WHERE video_id = '7650000000000000001' AND play_count > like_count;
-- refused by ordered-first: no ORDER BY with LIMIT, and nothing else
-- refused by rows-as-stored: WHERE asks for more than keys and plain comparisons

-- An expression
SELECT upper(author) FROM videos WHERE video_id = '7650000000000000001';
-- refused by ordered-first: no ORDER BY with LIMIT, and nothing else
-- refused by rows-as-stored: the SELECT list has more than columns

-- A column under another spelling
SELECT VIDEO_ID FROM videos WHERE video_id = '7650000000000000001';
-- refused by ordered-first: no ORDER BY with LIMIT, and nothing else
-- refused by rows-as-stored: the SELECT list has more than columns

-- Groups
SELECT author FROM videos WHERE video_id = '7650000000000000001' GROUP BY author;
-- refused by ordered-first: the query groups rows
-- refused by rows-as-stored: the query does more than read rows

-- An order by an expression
SELECT author FROM videos WHERE video_id IN ('7650000000000000001', '7650000000000000002') ORDER BY length(author);
-- refused by ordered-first: no ORDER BY with LIMIT, and nothing else
-- refused by rows-as-stored: ORDER BY or LIMIT has more than columns and plain numbers

-- An order by lists
SELECT author FROM videos WHERE video_id IN ('7650000000000000001', '7650000000000000002') ORDER BY hashtags;
-- refused by ordered-first: no ORDER BY with LIMIT, and nothing else
-- refused by rows-as-stored: rows are sorted by more than texts, whole numbers and times

-- A part of a query
SELECT author FROM (SELECT author FROM videos WHERE video_id = '7650000000000000001');
-- refused by ordered-first: no ORDER BY with LIMIT, and nothing else
-- refused by rows-as-stored: it is part of a query

-- Two tables
SELECT a.author FROM videos a, videos b WHERE a.video_id = '7650000000000000001' AND b.video_id = '7650000000000000002';
-- refused by ordered-first: the table is joined
-- refused by rows-as-stored: the query reads more than one table

-- Rows that were added since
-- state: uncovered
SELECT * FROM videos WHERE author = 'anna' ORDER BY create_time DESC, video_id LIMIT 20;
-- refused by key-rows: no condition that names keys
-- refused by rows-as-stored: rows have been added since the segments were built
