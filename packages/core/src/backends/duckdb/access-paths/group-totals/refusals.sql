-- Questions that group-totals has no answer to, and why: by author and by sound, by hashtag.

-- By another column beside
SELECT author, region, count(*) AS n FROM videos GROUP BY ALL;
-- refused: author_totals: outside of aggregates, region differs within a group; hashtag_totals: the query does not unnest all rows; music_totals: outside of aggregates, author differs within a group

-- By author and sound
SELECT author, music_id, count(*) AS n FROM videos GROUP BY ALL;
-- refused: author_totals: outside of aggregates, music_id differs within a group; hashtag_totals: the query does not unnest all rows; music_totals: outside of aggregates, author differs within a group

-- Some rows of each
SELECT author, count(*) AS n FROM videos WHERE create_time >= '2026-06-01' GROUP BY author;
-- refused: author_totals: outside of aggregates, create_time differs within a group; hashtag_totals: the query does not unnest all rows; music_totals: outside of aggregates, author differs within a group

-- An aggregate that totals do not have
SELECT author, median(play_count) AS middle FROM videos GROUP BY author;
-- refused: author_totals, music_totals: median(play_count) cannot be computed from groups; hashtag_totals: the query does not unnest all rows

-- Without a name, and with one of DuckDB that is not known here
SELECT author, sum(like_count) > 1e-7 FROM videos GROUP BY author;
-- refused: author_totals, music_totals: a result column made of aggregates has no name: give it one with AS; hashtag_totals: the query does not unnest all rows

-- Joined
SELECT v.author, count(*) AS n FROM videos v JOIN comments c ON c.video_id = v.video_id GROUP BY v.author;
-- refused: author_totals, hashtag_totals, music_totals: the table is joined

-- Inside of an expression
SELECT (SELECT count(*) AS n FROM videos WHERE author = 'ada') FROM comments;
-- refused: the text around it is the name of a result column

-- June was replaced: its rows cannot be taken out of a sum
-- state: stale
SELECT author, count(*) AS n FROM videos GROUP BY author;
-- refused: author_totals, music_totals: rows have changed since it was built; hashtag_totals: the query does not unnest all rows

-- June was replaced, by hashtag
-- state: stale
SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag;
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: rows have changed since it was built

-- Hashtags of some rows
SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos WHERE region = 'SE') GROUP BY tag;
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: the query does not unnest all rows

-- No name of its own
SELECT count(*) AS n FROM (SELECT unnest(hashtags) FROM videos);
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: the tags have no name of their own

-- Unnested twice
SELECT a, count(*) AS n FROM (SELECT unnest(hashtags) AS a, unnest(hashtags) AS b FROM videos) GROUP BY a;
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: the tags have no name of their own

-- Other columns beside
SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag, region FROM videos) GROUP BY tag;
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: the query unnests no tags, or more than them and counts

-- Another list
SELECT name, count(*) AS n FROM (SELECT unnest(mentions) AS name FROM videos) GROUP BY name;
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: other tags are unnested

-- Nothing is unnested
SELECT count(*) AS n FROM (SELECT play_count FROM videos);
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: the query unnests no tags

-- One name twice
SELECT count(*) AS n FROM (SELECT unnest(hashtags) AS play_count, play_count FROM videos);
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: two columns have one name

-- Not aggregated
SELECT tag FROM (SELECT unnest(hashtags) AS tag FROM videos);
-- refused: author_totals, hashtag_totals, music_totals: the query aggregates nothing

-- Not aggregated right away
SELECT t.tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos) t
JOIN hashtags h ON h.name = t.tag GROUP BY t.tag;
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: what is unnested is not aggregated right away

-- Sampled before it is aggregated
SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag USING SAMPLE 10 ROWS;
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: what is unnested is not aggregated right away

-- The call names the schema
SELECT tag, count(*) AS n FROM (SELECT main.unnest(hashtags) AS tag FROM videos) GROUP BY tag;
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: the call of unnest cannot be found

-- A result column is an expression of aggregates without a name, and its name is not known here
SELECT tag, count(*) > 1e-7 FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag;
-- refused: author_totals, music_totals: the query aggregates nothing; hashtag_totals: a result column made of aggregates has no name: give it one with AS

-- An index that was built before there were totals
-- state: not built
SELECT author, count(*) AS n FROM videos GROUP BY author;
-- refused: author_totals, music_totals: it is not built; hashtag_totals: the query does not unnest all rows

-- A value of its own for each row
SELECT author, floor(random() * 10) AS bucket, count(*) AS n FROM videos GROUP BY ALL;
-- refused: author_totals: outside of aggregates, random() differs within a group; hashtag_totals: the query does not unnest all rows; music_totals: outside of aggregates, author differs within a group

-- Rows of June were replaced by rows of a delta file
-- state: masked
SELECT author, max(play_count) AS best FROM videos GROUP BY author;
-- refused: author_totals: a replaced row may have had the least or greatest value of its group; hashtag_totals: the query does not unnest all rows; music_totals: outside of aggregates, author differs within a group
