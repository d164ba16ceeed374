-- Questions that derived-rows has no answer to, and why.

-- A table that is not derived from another
SELECT count(*) AS n FROM videos;
-- refused: the table is not derived from another

-- An index that was built before there were rows by tag
-- state: not built
SELECT count(*) AS n FROM video_hashtags WHERE hashtag = 'cats';
-- refused: no structure of videos has its columns
