-- Questions that time-rows has no answer to, and why.

-- No time is bounded
SELECT count(*) AS n FROM comments WHERE like_count > 10;
-- refused: no condition that bounds the time

-- All other times
SELECT count(*) AS n FROM comments WHERE create_time <> TIMESTAMPTZ '2026-06-01 00:00:00+00';
-- refused: no condition that bounds the time

-- Any of the rows, whatever their time
SELECT count(*) AS n FROM comments WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00' OR like_count > 10;
-- refused: no condition that bounds the time

-- A table that is split by month has its rows of a time together
SELECT count(*) AS n FROM videos WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00';
-- refused: the table has no rows by time

-- An index that was built before there was such a structure
-- state: not built
SELECT count(*) AS n FROM comments WHERE create_time >= TIMESTAMPTZ '2026-06-01 00:00:00+00';
-- refused: by_create_time is not built
