-- A WINDOW clause that nothing refers to, and words that only look like calls.
SELECT author FROM videos WINDOW w AS (PARTITION BY region);
SELECT sum(play_count) OVER w FROM videos WINDOW w AS (PARTITION BY region), unused AS (ORDER BY lower(author));
SELECT 'current_setting(' AS text, lag(author) OVER w FROM videos WINDOW w AS (ORDER BY video_id);
