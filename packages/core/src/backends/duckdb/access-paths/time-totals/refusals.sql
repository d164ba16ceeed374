-- Questions that time-totals has no answer to, and why: first by month, then by day.

-- By hour
SELECT date_trunc('hour', create_time) AS hour, count(*) AS n FROM videos GROUP BY hour;
-- refused: rollup_month, rollup_categories, rollup_day: outside of aggregates, date_trunc(hour, create_time) differs within a group

-- By the moment
SELECT create_time, count(*) AS n FROM videos GROUP BY create_time;
-- refused: rollup_month, rollup_categories, rollup_day: outside of aggregates, create_time differs within a group

-- By a text with the hour
SELECT strftime(create_time, '%Y-%m-%d %H') AS hour, count(*) AS n FROM videos GROUP BY hour;
-- refused: rollup_month, rollup_categories, rollup_day: outside of aggregates, strftime(create_time, %Y-%m-%d %H) differs within a group

-- In another time zone
SELECT date_trunc('day', create_time AT TIME ZONE 'Europe/Stockholm') AS day, count(*) AS n FROM videos GROUP BY day;
-- refused: rollup_month, rollup_categories, rollup_day: outside of aggregates, timezone(Europe/Stockholm, create_time) differs within a group

-- By another column
SELECT author, count(*) AS n FROM videos GROUP BY author;
-- refused: rollup_month, rollup_categories, rollup_day: outside of aggregates, author differs within a group

-- Another column in WHERE
SELECT region, count(*) AS n FROM videos WHERE play_count > 9 GROUP BY region;
-- refused: rollup_month, rollup_categories, rollup_day: outside of aggregates, play_count differs within a group

-- Another column in FILTER
SELECT region, count(*) FILTER (WHERE play_count > 9) AS n FROM videos GROUP BY region;
-- refused: rollup_month, rollup_categories, rollup_day: count(*) FILTER (WHERE play_count > 9) cannot be computed from groups

-- Since a moment by the clock
SELECT count(*) AS n FROM videos WHERE create_time >= now() - INTERVAL 30 DAY;
-- refused: rollup_month, rollup_categories, rollup_day: outside of aggregates, a comparison of create_time with -(now(), to_days(trunc(30::… differs within a group

-- The last moment
SELECT max(create_time) AS last FROM videos;
-- refused: rollup_month, rollup_categories, rollup_day: max(create_time) cannot be computed from groups

-- Rows, not groups
SELECT region, create_time::DATE AS day FROM videos;
-- refused: the query aggregates nothing

-- A window over rows
SELECT DISTINCT region, row_number() OVER (ORDER BY region) AS place FROM videos;
-- refused: the query aggregates nothing

-- One row of each
SELECT DISTINCT ON (region) region, language FROM videos;
-- refused: the query aggregates nothing

-- All columns
SELECT DISTINCT * FROM videos;
-- refused: rollup_month, rollup_categories, rollup_day: outside of aggregates, * differs within a group

-- Too many days are parted
SELECT count(*) AS n FROM videos WHERE create_time <> '2026-06-01 12:00' AND create_time <> '2026-06-02 12:00'
  AND create_time <> '2026-06-03 12:00' AND create_time <> '2026-06-04 12:00' AND create_time <> '2026-06-05 12:00'
  AND create_time <> '2026-06-06 12:00' AND create_time <> '2026-06-07 12:00' AND create_time <> '2026-06-08 12:00'
  AND create_time <> '2026-06-09 12:00' AND create_time <> '2026-06-10 12:00' AND create_time <> '2026-06-11 12:00'
  AND create_time <> '2026-06-12 12:00' AND create_time <> '2026-06-13 12:00' AND create_time <> '2026-06-14 12:00'
  AND create_time <> '2026-06-15 12:00' AND create_time <> '2026-06-16 12:00' AND create_time <> '2026-06-17 12:00';
-- refused: rollup_month, rollup_categories: outside of aggregates, a comparison of create_time with 2026-06-01 12:00 differs within a group; rollup_day: more than 16 days are split

-- A subquery in WHERE
SELECT count(*) AS n FROM videos WHERE create_time >= (SELECT max(create_time) FROM comments);
-- refused: rollup_month, rollup_categories, rollup_day: outside of aggregates, a comparison of create_time with a subquery differs within a group

-- Half of June was replaced: what of its groups is left cannot be told
-- state: partly stale
SELECT region, count(*) AS n FROM videos GROUP BY region;
-- refused: rollup_month, rollup_categories, rollup_day: a month is partly stale

-- An index that was built before there were totals by time
-- state: not built
SELECT region, count(*) AS n FROM videos GROUP BY region;
-- refused: rollup_month, rollup_categories, rollup_day: it is not built

-- A value of its own for each row
SELECT region, count(*) FILTER (WHERE random() < 0.5) AS n FROM videos GROUP BY region;
-- refused: rollup_month, rollup_categories, rollup_day: count(*) FILTER (WHERE random() < 0.5) cannot be computed from groups
