-- Questions that top-rows has no answer to, and why.

-- Rows below the threshold
SELECT author FROM videos WHERE play_count > 1000;
-- refused: no condition that only rows of a top-k partition pass

-- Below one segment's threshold, though above another's
-- state: extended
SELECT author FROM videos WHERE play_count > 20000;
-- refused: no condition that only rows of a top-k partition pass

-- Rows that do not lead, too
SELECT author FROM videos WHERE play_count > 1000000 OR region = 'SE';
-- refused: no condition that only rows of a top-k partition pass

-- At most so many
SELECT author FROM videos WHERE play_count < 1000000;
-- refused: no condition that only rows of a top-k partition pass

-- No whole number
SELECT author FROM videos WHERE play_count > 1000000.5;
-- refused: no condition that only rows of a top-k partition pass

-- A count that has no top-k partition
SELECT author FROM videos WHERE duration_ms > 1000000;
-- refused: no condition that only rows of a top-k partition pass

-- What the count is made into
SELECT author FROM videos WHERE play_count / 2 > 1000000;
-- refused: no condition that only rows of a top-k partition pass

-- A wide column
SELECT description FROM videos WHERE play_count > 1000000;
-- refused: the query uses a column that the top-k partition lacks

-- WHERE is applied to a sample
SELECT author FROM videos WHERE play_count > 1000000 USING SAMPLE 10 ROWS;
-- refused: no condition that only rows of a top-k partition pass

-- An index that was built before there were top-k partitions
-- state: not built
SELECT author FROM videos WHERE play_count > 1000000;
-- refused: no condition that only rows of a top-k partition pass
