import { type FeatureGroup, group } from './feature.ts';

const handshakes = group('Questions that tools ask', [
  ['version()', 'SELECT version()'],
  ['current_schema(), current_database()', 'SELECT current_schema(), current_database()'],
  ['current_user', 'SELECT current_user'],
  [
    'information_schema.tables',
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main'",
  ],
  [
    'information_schema.columns',
    "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'videos'",
  ],
  ['information_schema.schemata', 'SELECT schema_name FROM information_schema.schemata'],
  ['pg_catalog.pg_tables', 'SELECT tablename FROM pg_catalog.pg_tables'],
  [
    'pg_catalog.pg_class, pg_namespace',
    'SELECT c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace',
  ],
  ['pg_catalog.pg_type', 'SELECT typname FROM pg_catalog.pg_type'],
  ['duckdb_tables()', 'SELECT table_name FROM duckdb_tables()'],
  ['duckdb_columns()', 'SELECT column_name FROM duckdb_columns()'],
  ['SHOW TABLES', 'SHOW TABLES'],
  ['SHOW ALL TABLES', 'SHOW ALL TABLES'],
  ['SHOW transaction_isolation', 'SHOW transaction_isolation'],
  ['PRAGMA table_info', "PRAGMA table_info('videos')"],
  ['PRAGMA show_tables', 'PRAGMA show_tables'],
  ['SET', "SET TimeZone = 'UTC'"],
  ['SET search_path', "SET search_path = 'main'"],
  ['BEGIN', 'BEGIN'],
  ['COMMIT', 'COMMIT'],
  ['ROLLBACK', 'ROLLBACK'],
  ['SELECT 1', 'SELECT 1'],
  ['LIMIT 0 for the columns', 'SELECT * FROM (SELECT * FROM videos) AS t LIMIT 0'],
  ['WHERE 1 = 0 for the columns', 'SELECT * FROM videos WHERE 1 = 0'],
]);

const shapes = group('What tools write', [
  [
    'Superset: a virtual table',
    "SELECT DATE_TRUNC('month', create_time) AS __timestamp, COUNT(*) AS count FROM (SELECT * FROM videos) AS virtual_table GROUP BY DATE_TRUNC('month', create_time) ORDER BY count DESC, 1 LIMIT 50001",
  ],
  [
    'Metabase: quoted names and buckets',
    'SELECT "videos"."region" AS "region", DATE_TRUNC(\'month\', "videos"."create_time") AS "create_time", COUNT(*) AS "count" FROM "videos" GROUP BY "videos"."region", DATE_TRUNC(\'month\', "videos"."create_time") ORDER BY 1, 2',
  ],
  ['Metabase: a schema in quotes', 'SELECT COUNT(*) AS "count" FROM "main"."videos"'],
  [
    'Tableau: HAVING without GROUP BY',
    'SELECT SUM(1) AS "cnt:ok" FROM "videos" "videos" HAVING (COUNT(1) > 0)',
  ],
  [
    'Tableau: Custom SQL Query',
    'SELECT "Custom SQL Query"."region" AS "region" FROM (SELECT * FROM videos) "Custom SQL Query" GROUP BY 1 ORDER BY 1',
  ],
  [
    'Looker: names with dots',
    'SELECT videos.region AS "videos.region", COUNT(*) AS "videos.count" FROM videos AS videos GROUP BY 1 ORDER BY 2 DESC, 1 FETCH NEXT 500 ROWS ONLY',
  ],
  [
    'Power BI: folded subqueries',
    'select "rows"."region" as "region", count(1) as "a0" from (select "_"."region" from "videos" "_" where "_"."region" is not null) "rows" group by "region" order by 1 limit 1000001',
  ],
  [
    'dbt: a surrogate key',
    "SELECT md5(cast(coalesce(cast(video_id as TEXT), '_null_') || '-' || coalesce(cast(region as TEXT), '_null_') as TEXT)) AS id FROM videos ORDER BY 1 LIMIT 3",
  ],
  [
    'ibis: numbered subqueries',
    'SELECT "t1"."region", COUNT(*) AS "CountStar(t)" FROM (SELECT "t0"."region" FROM "videos" AS "t0") AS "t1" GROUP BY 1 ORDER BY 1',
  ],
  [
    'SQLAlchemy: anonymous subqueries',
    'SELECT count(*) AS count_1 FROM (SELECT videos.video_id AS videos_video_id FROM videos WHERE videos.play_count > 5) AS anon_1',
  ],
  ['WHERE 1 = 1', 'SELECT count(*) AS n FROM videos WHERE 1 = 1 AND region IS NOT NULL'],
]);

const dialects = group('Habits of other dialects', [
  ['backticks', 'SELECT `region` FROM `videos`'],
  ['brackets', 'SELECT [region] FROM [videos]'],
  ['TOP', 'SELECT TOP 3 video_id FROM videos'],
  ['double quotes around a text', 'SELECT count(*) FROM videos WHERE region = "US"'],
  ['LIMIT 5, 10', 'SELECT video_id FROM videos LIMIT 5, 10'],
  ['to_char', "SELECT to_char(create_time, 'YYYY-MM') FROM videos"],
  ['DATE_FORMAT', "SELECT DATE_FORMAT(create_time, '%Y-%m') FROM videos"],
  ['toStartOfMonth', 'SELECT toStartOfMonth(create_time) FROM videos'],
  ['uniq', 'SELECT uniq(author_id) FROM videos'],
  ['DATEADD', 'SELECT DATEADD(day, 1, create_time) FROM videos'],
  ['GETDATE', 'SELECT GETDATE()'],
  ['NVL', "SELECT NVL(region, 'none') FROM videos"],
  ['ISNULL', "SELECT ISNULL(region, 'none') FROM videos"],
  ['IFNULL', 'SELECT IFNULL(NULL, 1) AS x'],
  ['IIF', 'SELECT IIF(true, 1, 2) AS x'],
  ['FROM dual', 'SELECT 1 FROM dual'],
  ['ROWNUM', 'SELECT * FROM videos WHERE ROWNUM <= 5'],
  ['CONVERT', 'SELECT CONVERT(VARCHAR, play_count) FROM videos'],
  ['SAFE_CAST', 'SELECT SAFE_CAST(region AS INT64) FROM videos'],
  [
    'GROUP_CONCAT',
    "SELECT group_concat(region, ',' ORDER BY region) AS s FROM (SELECT DISTINCT region FROM videos)",
  ],
  ['LATERAL FLATTEN', 'SELECT f.value FROM videos, LATERAL FLATTEN(input => hashtags) f'],
  ['MINUS', 'SELECT region FROM videos MINUS SELECT region FROM authors'],
  ['ODBC escapes', "SELECT {fn UCASE('a')}"],
  ['parameters of two kinds', 'SELECT $a, ?'],
  ['a parameter without a value', 'SELECT ? AS x'],
]);

export const toolFeatures: readonly FeatureGroup[] = [
  { ...handshakes, features: handshakes.features.map((feature) => ({ ...feature, compared: false })) },
  shapes,
  dialects,
];
