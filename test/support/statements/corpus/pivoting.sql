-- PIVOT and UNPIVOT, both syntaxes.
FROM (PIVOT videos ON region IN ('US', 'DE') USING count(*));
PIVOT videos ON region IN ('US', 'DE') USING sum(play_count) GROUP BY language;
PIVOT videos ON region IN ('US', 'DE') USING sum(play_count) AS plays, count(*) AS n GROUP BY language;
SELECT * FROM (PIVOT (SELECT region, language, play_count FROM videos) ON region IN ('US', 'DE') USING max(play_count) GROUP BY language) ORDER BY language LIMIT 10;
SELECT * FROM videos PIVOT (sum(play_count) FOR region IN ('US', 'DE' AS germany) GROUP BY language);
FROM videos PIVOT (count(*) FOR region IN ('US', 'DE') language IN ('en', 'de') GROUP BY author);
WITH v AS (SELECT region, play_count FROM videos) PIVOT v ON region IN ('US') USING sum(play_count);
PIVOT (SELECT year(create_time) AS y, region FROM videos) ON y IN (2022, 2023, 2024) USING count(*) GROUP BY region;
UNPIVOT videos ON play_count, like_count, comment_count INTO NAME metric VALUE count;
SELECT * FROM (UNPIVOT (SELECT video_id, play_count, like_count FROM videos) ON play_count, like_count);
FROM (SELECT video_id, play_count, like_count FROM videos) UNPIVOT (n FOR metric IN (play_count, like_count));
FROM (SELECT video_id, play_count, like_count FROM videos) UNPIVOT INCLUDE NULLS (n FOR metric IN (play_count AS plays, like_count AS likes));
UNPIVOT (SELECT video_id, play_count, like_count FROM videos) ON COLUMNS('.*_count') INTO NAME metric VALUE n;
SELECT metric, avg(n) FROM (UNPIVOT (SELECT play_count, share_count FROM videos) ON COLUMNS(*) INTO NAME metric VALUE n) GROUP BY metric;
