-- Questions for which index-merge has no rows to merge, and why.

-- One condition
SELECT * FROM videos WHERE author = 'ada';
-- refused: a single condition finds the rows

-- One condition that a path finds, another that none finds
SELECT * FROM videos WHERE author = 'ada' AND region = 'SE';
-- refused: a single condition finds the rows

-- A condition of OR that no path finds
SELECT * FROM videos WHERE author = 'ada' OR region = 'SE';
-- refused: no conditions that are combined and can all be looked up

-- NOT: most rows pass
SELECT * FROM videos WHERE author = 'ada' OR NOT list_contains(hashtags, 'cats');
-- refused: no conditions that are combined and can all be looked up

-- Too many conditions
SELECT * FROM videos WHERE author = 'a' OR author_id = '1' OR music_id = '1' OR list_contains(hashtags, 'b') OR description ILIKE '%one%' OR description ILIKE '%two%' OR description ILIKE '%three%' OR description ILIKE '%four%' OR description ILIKE '%five%' OR description ILIKE '%seven%' OR description ILIKE '%eight%' OR description ILIKE '%nine%' OR description ILIKE '%eleven%' OR description ILIKE '%twelve%' OR list_contains(hashtags, 'c') OR list_contains(hashtags, 'd') OR list_contains(hashtags, 'e');
-- refused: more than 16 look-ups
