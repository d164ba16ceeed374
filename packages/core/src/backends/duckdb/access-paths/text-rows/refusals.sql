-- Questions that text-rows has no answer to, and why.

-- Too short: most words hold it
SELECT play_count FROM videos WHERE description ILIKE '%da%';
-- refused: no condition that asks a text for three letters or digits in a row

-- Cut into parts that are too short
SELECT play_count FROM videos WHERE description ILIKE '%da_ce%';
-- refused: no condition that asks a text for three letters or digits in a row

-- Letters outside of a to z, whose case two programs may fold otherwise
SELECT play_count FROM videos WHERE description ILIKE '%naïve%';
-- refused: no condition that asks a text for three letters or digits in a row

-- No word is asked for
SELECT play_count FROM videos WHERE description ILIKE '%🎈%';
-- refused: no condition that asks a text for three letters or digits in a row

-- Rows without it, too
SELECT play_count FROM videos WHERE description ILIKE '%dance%' OR region = 'SE';
-- refused: no condition that asks a text for three letters or digits in a row

-- Rows without it
SELECT play_count FROM videos WHERE description NOT ILIKE '%dance%';
-- refused: no condition that asks a text for three letters or digits in a row

-- The very text
SELECT play_count FROM videos WHERE description = 'dance';
-- refused: no condition that asks a text for three letters or digits in a row

-- A pattern with an escape
SELECT play_count FROM videos WHERE description LIKE '%dance$%%' ESCAPE '$';
-- refused: no condition that asks a text for three letters or digits in a row

-- Parts of a regular expression that may be missing
SELECT play_count FROM videos WHERE regexp_matches(description, 'dance|floor');
-- refused: no condition that asks a text for three letters or digits in a row

-- Escapes that would have to be read on
SELECT play_count FROM videos WHERE regexp_matches(description, '\x64ance');
-- refused: no condition that asks a text for three letters or digits in a row

-- A regular expression with options that change what it says
SELECT play_count FROM videos WHERE regexp_matches(description, 'dance', 'l');
-- refused: no condition that asks a text for three letters or digits in a row

-- Letters that other characters match where case is folded
SELECT play_count FROM videos WHERE regexp_matches(description, '(?i)ski');
-- refused: no condition that asks a text for three letters or digits in a row

-- What the text is made into
SELECT play_count FROM videos WHERE upper(description) LIKE '%DANCE%';
-- refused: no condition that asks a text for three letters or digits in a row

-- Another text
SELECT play_count FROM videos WHERE music_title ILIKE '%dance%';
-- refused: no condition that asks a text for three letters or digits in a row

-- What is looked for is known when the query runs
SELECT play_count FROM videos WHERE contains(description, author);
-- refused: no condition that asks a text for three letters or digits in a row

-- WHERE is applied to a sample
SELECT play_count FROM videos WHERE description ILIKE '%dance%' USING SAMPLE 10 ROWS;
-- refused: no condition that asks a text for three letters or digits in a row

-- An index that was built before there were postings
-- state: not built
SELECT play_count FROM videos WHERE description ILIKE '%dance%';
-- refused: no condition that asks a text for three letters or digits in a row
