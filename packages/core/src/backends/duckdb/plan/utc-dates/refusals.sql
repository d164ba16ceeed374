-- utc-dates: what stays as it is.

-- Times of which no statistics say that they are finite
SELECT year(c.create_time) AS y FROM comments c;
-- refused: shortvideo.comments.create_time may have values that are infinite or outside of the years 100 to 9999

-- A result column whose name is not known here
SELECT year(create_time) > 1e-7 FROM videos;
-- refused: unchanged: year(create_time): a result column has no name: give it one with AS

-- A subquery in a result column without a name: its text is the name
SELECT (SELECT max(year(create_time)) FROM videos) FROM hashtags;
-- refused: unchanged: year(create_time): its text is part of the name of a result column: give it one with AS

-- Times of files that no segment holds, without zone maps
-- state: uncovered
SELECT hour(indexed_at) AS h FROM videos;
-- refused: shortvideo.videos.indexed_at may have values that are infinite or outside of the years 100 to 9999

-- Likewise where files were replaced
-- state: stale
SELECT hour(indexed_at) AS h FROM videos;
-- refused: shortvideo.videos.indexed_at may have values that are infinite or outside of the years 100 to 9999

-- Written in two ways in grouping sets, of which DuckDB reads one
SELECT hour(create_time) AS h, region, count(play_count > 3) AS n FROM videos GROUP BY GROUPING SETS ((hour(create_time)), (region, hour((create_time))));
-- refused: unchanged: hour(create_time): it may be repeated in grouping sets
