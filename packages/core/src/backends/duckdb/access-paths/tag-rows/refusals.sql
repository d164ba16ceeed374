-- Questions that tag-rows has no answer to, and why.

-- Any hashtag
SELECT play_count FROM videos WHERE len(hashtags) > 3;
-- refused: no condition that asks for a tag

-- Rows without it, too
SELECT play_count FROM videos WHERE list_contains(hashtags, 'cats') OR region = 'SE';
-- refused: no condition that asks for a tag

-- Rows without it
SELECT play_count FROM videos WHERE NOT list_contains(hashtags, 'cats');
-- refused: no condition that asks for a tag

-- A place in the list
SELECT play_count FROM videos WHERE hashtags[1] = 'cats';
-- refused: no condition that asks for a tag

-- A hashtag that is found when the query runs
SELECT play_count FROM videos WHERE list_contains(hashtags, lower(region));
-- refused: no condition that asks for a tag

-- None is asked for
SELECT play_count FROM videos WHERE list_has_any(hashtags, []);
-- refused: no condition that asks for a tag

-- Another list
SELECT play_count FROM videos WHERE list_contains(mentions, 'ada');
-- refused: no condition that asks for a tag

-- Not said of which table
SELECT v.play_count FROM videos v JOIN comments c ON c.video_id = v.video_id WHERE list_contains(hashtags, 'cats');
-- refused: no condition that asks for a tag

-- WHERE is applied to a sample
SELECT play_count FROM videos WHERE list_contains(hashtags, 'cats') USING SAMPLE 10 ROWS;
-- refused: no condition that asks for a tag
