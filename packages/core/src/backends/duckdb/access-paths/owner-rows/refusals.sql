-- Questions that owner-rows has no answer to, and why.

-- Not all rows are the author's: OR with a condition on another column
SELECT play_count FROM videos WHERE author = 'ada' OR region = 'SE';
-- refused: no condition that names owners

-- Parts of a name
SELECT play_count FROM videos WHERE author LIKE 'ada%';
-- refused: no condition that names owners

-- A range of names
SELECT play_count FROM videos WHERE author >= 'ada';
-- refused: no condition that names owners

-- What the name is made into
SELECT play_count FROM videos WHERE lower(author) = 'ada';
-- refused: no condition that names owners

-- All others
SELECT play_count FROM videos WHERE author <> 'ada';
-- refused: no condition that names owners

-- No name
SELECT play_count FROM videos WHERE author IS NULL;
-- refused: no condition that names owners

-- Names that are found when the query runs
SELECT play_count FROM videos WHERE author IN (SELECT author FROM authors WHERE is_verified);
-- refused: no condition that names owners

-- A name that one of two tables has, not said which
SELECT v.play_count FROM videos v JOIN video_hashtags h ON h.video_id = v.video_id WHERE author = 'ada';
-- refused: no condition that names owners

-- A condition of the join, not of WHERE
SELECT v.play_count FROM videos v JOIN comments c ON c.video_id = v.video_id AND v.author = 'ada';
-- refused: no condition that names owners

-- The side of SEMI JOIN that WHERE does not see
SELECT c.text FROM comments c SEMI JOIN videos v ON c.video_id = v.video_id WHERE c.author = 'ada';
-- refused: no condition that names owners

-- WHERE is applied to a sample
SELECT play_count FROM videos WHERE author = 'ada' USING SAMPLE 10 ROWS;
-- refused: no condition that names owners

-- The last one before: rows of others count
SELECT c.text FROM comments c ASOF JOIN videos v ON c.create_time >= v.create_time WHERE v.author = 'ada';
-- refused: no condition that names owners

-- An index that was built before there was such a structure
-- state: not built
SELECT play_count FROM videos WHERE author = 'ada';
-- refused: by_author is not built

-- The title of a sound is no owner's name that rows are kept by
SELECT count(*) AS n FROM videos WHERE music_title = 'original sound';
-- refused: no condition that names owners

-- Comments of videos whose ids begin so
SELECT count(*) AS n FROM comments WHERE video_id LIKE '73%';
-- refused: no condition that names owners
