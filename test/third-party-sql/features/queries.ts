import { group } from './feature.ts';

export const queryFeatures = [
  group('Statements and clauses', [
    ['SELECT without FROM', 'SELECT 1 + 1 AS two'],
    ['FROM first', 'FROM hashtags ORDER BY name LIMIT 3'],
    ['TABLE', 'TABLE hashtags ORDER BY name LIMIT 3'],
    ['VALUES', "VALUES (1, 'a'), (2, 'b')"],
    ['a final semicolon', 'SELECT 1 AS one;'],
    ['comments', 'SELECT 1 AS one -- a line\n/* and /* nested */ blocks */'],
    [
      'WITH',
      'WITH a AS (SELECT region FROM videos) SELECT region, count(*) AS n FROM a GROUP BY 1 ORDER BY 1',
    ],
    ['WITH … AS MATERIALIZED', 'WITH a AS MATERIALIZED (SELECT 1 AS x) SELECT * FROM a'],
    [
      'WITH RECURSIVE',
      'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 9) SELECT sum(n) AS s FROM t',
    ],
    [
      'WITH RECURSIVE … USING KEY',
      'WITH RECURSIVE t(k, v) USING KEY (k) AS (SELECT 1, 9 UNION SELECT k, v - 1 FROM t WHERE v > 5) SELECT * FROM t',
    ],
    [
      'UNION, INTERSECT, EXCEPT, with ALL',
      'SELECT region FROM videos INTERSECT ALL SELECT region FROM authors ORDER BY 1',
    ],
    ['UNION BY NAME', "SELECT 1 AS a UNION ALL BY NAME SELECT 'x' AS b, 2 AS a ORDER BY ALL"],
    ['GROUP BY ALL, ORDER BY ALL', 'SELECT region, count(*) AS n FROM videos GROUP BY ALL ORDER BY ALL'],
    [
      'GROUPING SETS',
      'SELECT region, is_ad, count(*) AS n FROM videos GROUP BY GROUPING SETS ((region), (is_ad), ()) ORDER BY ALL',
    ],
    [
      'ROLLUP, CUBE, grouping()',
      'SELECT region, grouping(region) AS g, count(*) AS n FROM videos GROUP BY ROLLUP (region) ORDER BY ALL',
    ],
    [
      'HAVING',
      'SELECT region, count(*) AS n FROM videos GROUP BY region HAVING count(*) > 5 ORDER BY region',
    ],
    [
      'QUALIFY',
      'SELECT video_id, region FROM videos QUALIFY row_number() OVER (PARTITION BY region ORDER BY video_id) = 1 ORDER BY ALL',
    ],
    ['DISTINCT ON', 'SELECT DISTINCT ON (region) region, video_id FROM videos ORDER BY region, video_id'],
    ['LIMIT in percent', 'SELECT video_id FROM videos ORDER BY video_id LIMIT 1%'],
    [
      'OFFSET … FETCH FIRST … ROWS ONLY',
      'SELECT video_id FROM videos ORDER BY video_id OFFSET 2 ROWS FETCH FIRST 3 ROWS ONLY',
    ],
    ['LIMIT of a subquery', 'SELECT video_id FROM videos ORDER BY video_id LIMIT (SELECT 3)'],
    [
      'ORDER BY … NULLS LAST',
      'SELECT video_id FROM videos ORDER BY play_count DESC NULLS LAST, video_id LIMIT 3',
    ],
    ['ORDER BY … COLLATE NOCASE', "SELECT s FROM (VALUES ('b'), ('A')) t(s) ORDER BY s COLLATE NOCASE"],
    ['COLLATE of a locale', "SELECT s FROM (VALUES ('ä'), ('z')) t(s) ORDER BY s COLLATE DE"],
    ['COLLATE "C"', "SELECT 'a' < 'B' COLLATE \"C\" AS x"],
    ['USING SAMPLE', 'SELECT count(*) AS n FROM (FROM videos USING SAMPLE 10 ROWS)'],
    ['TABLESAMPLE', 'SELECT count(*) >= 0 AS x FROM videos TABLESAMPLE 10 PERCENT'],
    [
      'PIVOT with IN',
      'PIVOT (SELECT region, is_ad FROM videos) ON is_ad IN (true, false) USING count(*) GROUP BY region ORDER BY region',
    ],
    [
      'PIVOT without IN',
      'PIVOT (SELECT region, is_ad FROM videos) ON is_ad USING count(*) GROUP BY region ORDER BY region',
    ],
    [
      'PIVOT in FROM',
      "SELECT * FROM (SELECT region, language, 1 AS v FROM videos) PIVOT (sum(v) FOR language IN ('en', 'de') GROUP BY region) ORDER BY ALL",
    ],
    [
      'UNPIVOT',
      'UNPIVOT (SELECT video_id, play_count, like_count FROM videos ORDER BY video_id LIMIT 2) ON play_count, like_count INTO NAME k VALUE v ORDER BY ALL',
    ],
    ['SUMMARIZE', 'SUMMARIZE videos'],
    ['SUMMARIZE in FROM', 'SELECT column_name FROM (SUMMARIZE videos) ORDER BY 1'],
    ['DESCRIBE', 'DESCRIBE videos'],
    ['DESCRIBE in FROM', 'SELECT column_name FROM (DESCRIBE videos) ORDER BY 1'],
    ['EXPLAIN', 'EXPLAIN SELECT count(*) FROM videos', 'not compared'],
    ['two statements', 'SELECT 1; SELECT 2'],
    ['CREATE TABLE', 'CREATE TABLE t AS SELECT 1'],
    ['INSERT', 'INSERT INTO videos SELECT * FROM videos'],
    ['COPY', "COPY videos TO 'videos.csv'"],
    ['INSTALL', 'INSTALL httpfs'],
    ['a file in FROM', "SELECT * FROM 'other.parquet'"],
    ['read_csv', "SELECT * FROM read_csv('other.csv')"],
  ]),
  group('Names and stars', [
    ['quoted names', 'SELECT "video_id" AS "Video Id" FROM "videos" ORDER BY "Video Id" LIMIT 2'],
    ['names in other letters', 'SELECT VIDEO_ID FROM VIDEOS ORDER BY 1 LIMIT 2'],
    ['* EXCLUDE', 'SELECT * EXCLUDE (description) FROM videos ORDER BY video_id LIMIT 2'],
    ['* REPLACE', 'SELECT * REPLACE (play_count + 1 AS play_count) FROM videos ORDER BY video_id LIMIT 2'],
    ['* RENAME', 'SELECT * RENAME (video_id AS id) FROM videos ORDER BY id LIMIT 2'],
    ['* LIKE', "SELECT * LIKE '%count' FROM videos ORDER BY video_id LIMIT 2"],
    ['COLUMNS with a pattern', "SELECT max(COLUMNS('.*_count')) FROM videos"],
    ['COLUMNS with a lambda', "SELECT max(COLUMNS(lambda c: c LIKE '%_count')) FROM videos"],
    [
      '*COLUMNS as arguments',
      "SELECT greatest(*COLUMNS(['play_count', 'like_count'])) AS g FROM videos ORDER BY video_id LIMIT 2",
    ],
    [
      'an alias in the same SELECT',
      'SELECT play_count AS p, p * 2 AS q FROM videos ORDER BY video_id LIMIT 2',
    ],
    ['an alias in front, with a colon', 'SELECT id: video_id FROM videos ORDER BY id LIMIT 2'],
    ['columns by number', 'SELECT #1 FROM (SELECT video_id FROM videos ORDER BY 1 LIMIT 2)'],
    [
      'the row as a value',
      "SELECT to_json(v) ->> 'region' AS r, count(*) AS n FROM videos v GROUP BY r ORDER BY r",
    ],
    ['columns of an alias', 'SELECT a, b FROM (SELECT 1, 2) t(a, b)'],
    ['a schema: main', 'SELECT count(*) AS n FROM main.videos'],
    ['a schema: the platform', 'SELECT count(*) AS n FROM shortvideo.videos'],
    ['a database and a schema', 'SELECT count(*) AS n FROM memory.main.videos'],
    ['a schema in front of a column', 'SELECT main.videos.video_id FROM main.videos ORDER BY 1 LIMIT 2'],
    ['a method call', "SELECT ('a,b').split(',').len() AS n"],
    ['unnamed columns', 'SELECT count(*), sum(play_count) FROM videos'],
  ]),
  group('Joins and subqueries', [
    [
      'INNER, LEFT, RIGHT, FULL',
      'SELECT count(*) AS n FROM videos v FULL JOIN authors a ON a.author_id = v.author_id',
    ],
    ['USING', 'SELECT count(*) AS n FROM videos JOIN comments USING (video_id)'],
    ['NATURAL', 'SELECT count(*) AS n FROM videos NATURAL JOIN video_hashtags'],
    ['CROSS', 'SELECT count(*) AS n FROM range(3) a CROSS JOIN range(4) b'],
    ['SEMI, ANTI', 'SELECT count(*) AS n FROM videos ANTI JOIN comments USING (video_id)'],
    [
      'ASOF',
      'SELECT count(s.observed_at) AS n FROM videos v ASOF LEFT JOIN video_stats s ON v.video_id = s.video_id AND v.indexed_at >= s.observed_at',
    ],
    ['POSITIONAL', "SELECT * FROM (VALUES (1), (2)) a(x) POSITIONAL JOIN (VALUES ('p'), ('q')) b(y)"],
    ['inequalities', 'SELECT count(*) AS n FROM range(9) a(x) JOIN range(9) b(x) ON a.x < b.x'],
    ['LATERAL', 'SELECT a.x, b.y FROM range(3) a(x), LATERAL (SELECT a.x * 2 AS y) b ORDER BY 1'],
    [
      'a join of a table with itself',
      'SELECT count(*) AS n FROM videos a JOIN videos b ON a.author_id = b.author_id AND a.video_id < b.video_id',
    ],
    ['a scalar subquery', 'SELECT (SELECT max(play_count) FROM videos) AS m'],
    [
      'a correlated subquery',
      'SELECT video_id FROM videos v WHERE play_count = (SELECT max(play_count) FROM videos w WHERE w.region = v.region) ORDER BY 1 LIMIT 3',
    ],
    [
      'EXISTS',
      'SELECT count(*) AS n FROM videos v WHERE EXISTS (FROM comments c WHERE c.video_id = v.video_id)',
    ],
    [
      'IN, ANY, ALL',
      'SELECT 1 IN (SELECT 1) AS a, 2 > ALL (SELECT x FROM range(2) t(x)) AS b, 1 = ANY (SELECT 1) AS c',
    ],
    ['ARRAY of a subquery', 'SELECT ARRAY(SELECT x FROM range(3) t(x)) AS a'],
    ['comparison of rows', 'SELECT (1, 2) < (1, 3) AS x, (1, 2) IN ((1, 2)) AS y'],
  ]),
  group('Windows', [
    [
      'ranks',
      'SELECT video_id, rank() OVER (ORDER BY play_count DESC) AS r FROM videos ORDER BY ALL LIMIT 3',
    ],
    [
      'lag, lead, first_value, nth_value',
      'SELECT video_id, lag(play_count, 2, 0) OVER (ORDER BY video_id) AS p FROM videos ORDER BY 1 LIMIT 3',
    ],
    [
      'IGNORE NULLS',
      'SELECT video_id, last_value(play_count IGNORE NULLS) OVER (ORDER BY video_id) AS p FROM videos ORDER BY 1 LIMIT 3',
    ],
    [
      'ROWS',
      'SELECT video_id, sum(play_count) OVER (ORDER BY video_id ROWS 2 PRECEDING) AS s FROM videos ORDER BY 1 LIMIT 3',
    ],
    [
      'RANGE with an interval',
      'SELECT video_id, count(*) OVER (ORDER BY create_time RANGE BETWEEN INTERVAL 3 DAYS PRECEDING AND CURRENT ROW) AS n FROM videos ORDER BY 1 LIMIT 3',
    ],
    [
      'GROUPS',
      'SELECT video_id, count(*) OVER (ORDER BY region GROUPS 1 PRECEDING) AS n FROM videos ORDER BY 1 LIMIT 3',
    ],
    [
      'EXCLUDE',
      'SELECT video_id, sum(play_count) OVER (ORDER BY video_id ROWS 2 PRECEDING EXCLUDE CURRENT ROW) AS s FROM videos ORDER BY 1 LIMIT 3',
    ],
    [
      'FILTER, DISTINCT',
      'SELECT video_id, count(DISTINCT region) FILTER (WHERE is_ad) OVER (ORDER BY video_id) AS n FROM videos ORDER BY 1 LIMIT 3',
    ],
    [
      'WINDOW',
      'SELECT video_id, sum(play_count) OVER w AS s FROM videos WINDOW w AS (PARTITION BY region) ORDER BY 1 LIMIT 3',
    ],
    [
      'over aggregates',
      'SELECT region, count(*) * 1.0 / sum(count(*)) OVER () AS share FROM videos GROUP BY region ORDER BY region',
    ],
    [
      'an order of the arguments',
      'SELECT x, rank(ORDER BY x DESC) OVER (ORDER BY x) AS r FROM range(4) t(x) ORDER BY x',
    ],
  ]),
];
