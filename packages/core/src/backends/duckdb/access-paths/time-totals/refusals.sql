-- Questions that time-totals has no answer to, and why, by the structures in their order.

-- By the moment
SELECT create_time, count(*) AS n FROM videos GROUP BY create_time;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_observed, rollup_month: outside of aggregates, create_time differs within a group

-- In a time zone whose hours begin at half past
SELECT date_trunc('day', create_time AT TIME ZONE 'Asia/Kolkata') AS day, count(*) AS n FROM videos GROUP BY day;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_month: outside of aggregates, timezone(Asia/Kolkata, create_time) differs within a group; rollup_observed: outside of aggregates, create_time differs within a group

-- Since a moment within a day of another time zone
SELECT count(*) AS n FROM videos WHERE create_time AT TIME ZONE 'Asia/Tokyo' > '2026-06-01 12:00:00';
-- refused: rollup_day, rollup_categories, rollup_month: outside of aggregates, timezone(Asia/Tokyo, create_time) differs within a group; rollup_hour: outside of aggregates, a comparison of timezone(Asia/Tokyo, create_time) with 2026-… differs within a group; rollup_observed: outside of aggregates, create_time differs within a group

-- By another column
SELECT author, count(*) AS n FROM videos GROUP BY author;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_observed, rollup_month: outside of aggregates, author differs within a group

-- Another column in WHERE
SELECT region, count(*) AS n FROM videos WHERE play_count > 9 GROUP BY region;
-- refused: rollup_day, rollup_categories, rollup_month: outside of aggregates, play_count differs within a group; rollup_hour, rollup_observed: outside of aggregates, region differs within a group

-- Another column in FILTER
SELECT region, count(*) FILTER (WHERE play_count > 9) AS n FROM videos GROUP BY region;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_observed, rollup_month: count(*) FILTER (WHERE play_count > 9) cannot be computed from groups

-- Since a moment by the clock
SELECT count(*) AS n FROM videos WHERE create_time >= now() - INTERVAL 30 DAY;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_month: outside of aggregates, a comparison of create_time with -(now(), to_days(trunc(30::… differs within a group; rollup_observed: outside of aggregates, create_time differs within a group

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
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_observed, rollup_month: outside of aggregates, * differs within a group

-- Too many days are parted
SELECT count(*) AS n FROM videos WHERE create_time <> '2026-06-01 12:00' AND create_time <> '2026-06-02 12:00'
  AND create_time <> '2026-06-03 12:00' AND create_time <> '2026-06-04 12:00' AND create_time <> '2026-06-05 12:00'
  AND create_time <> '2026-06-06 12:00' AND create_time <> '2026-06-07 12:00' AND create_time <> '2026-06-08 12:00'
  AND create_time <> '2026-06-09 12:00' AND create_time <> '2026-06-10 12:00' AND create_time <> '2026-06-11 12:00'
  AND create_time <> '2026-06-12 12:00' AND create_time <> '2026-06-13 12:00' AND create_time <> '2026-06-14 12:00'
  AND create_time <> '2026-06-15 12:00' AND create_time <> '2026-06-16 12:00' AND create_time <> '2026-06-17 12:00';
-- refused: rollup_day, rollup_hour: more than 16 days are split; rollup_categories, rollup_month: outside of aggregates, a comparison of create_time with 2026-06-01 12:00 differs within a group; rollup_observed: outside of aggregates, create_time differs within a group

-- A subquery in WHERE
SELECT count(*) AS n FROM videos WHERE create_time >= (SELECT max(create_time) FROM comments);
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_month: outside of aggregates, a comparison of create_time with a subquery differs within a group; rollup_observed: outside of aggregates, create_time differs within a group

-- Half of June was replaced: what of its groups is left cannot be told
-- state: partly stale
SELECT region, count(*) AS n FROM videos GROUP BY region;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_observed, rollup_month: a month is partly stale

-- An index that was built before there were totals by time
-- state: not built
SELECT region, count(*) AS n FROM videos GROUP BY region;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_observed, rollup_month: it is not built

-- A value of its own for each row
SELECT region, count(*) FILTER (WHERE random() < 0.5) AS n FROM videos GROUP BY region;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_observed, rollup_month: count(*) FILTER (WHERE random() < 0.5) cannot be computed from groups

-- By minute
SELECT date_trunc('minute', create_time) AS minute, count(*) AS n FROM videos GROUP BY minute;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_month: outside of aggregates, date_trunc(minute, create_time) differs within a group; rollup_observed: outside of aggregates, create_time differs within a group

-- A sum of floating-point numbers, whose last digits depend on their order
SELECT sum(hour(create_time) / 24) AS days FROM videos;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_observed, rollup_month: sum(hour(create_time) / 24) cannot be computed from groups

-- In buckets that begin at any moment
SELECT time_bucket(INTERVAL '1 day', create_time, TIMESTAMPTZ '2026-01-01 10:30:00+00') AS bucket, count(*) AS n FROM videos GROUP BY bucket;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_month: outside of aggregates, time_bucket(1 day::INTERVAL, create_time, 2026-01-01 10:30:0… differs within a group; rollup_observed: outside of aggregates, create_time differs within a group

-- In buckets of minutes
SELECT time_bucket(INTERVAL '90 minutes', create_time) AS bucket, count(*) AS n FROM videos GROUP BY bucket;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_month: outside of aggregates, time_bucket(90 minutes::INTERVAL, create_time) differs within a group; rollup_observed: outside of aggregates, create_time differs within a group

-- When rows were observed, where some are stale: totals by another time than that of months cannot leave them out
-- state: stale
SELECT indexed_at::DATE AS day, count(*) AS n FROM videos GROUP BY day;
-- refused: rollup_day, rollup_categories, rollup_hour, rollup_month: outside of aggregates, indexed_at differs within a group; rollup_observed: rows are stale
