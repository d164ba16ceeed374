-- caseless-search: what stays as it is.

-- A result column whose name is not known here
SELECT description ILIKE '%cat%' AND like_count > 1e-7 FROM videos;
-- refused: unchanged: description ILIKE '%cat%': a result column has no name: give it one with AS

-- A subquery in a result column without a name: its text is the name
SELECT (SELECT count(*) FROM videos WHERE music_title ILIKE '%cat%') FROM hashtags;
-- refused: unchanged: music_title ILIKE '%cat%': its text is part of the name of a result column: give it one with AS
