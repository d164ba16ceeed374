/** What a tool sends for a chart or a table, in the shape that its sources have it. */
export interface ChartQuery {
  readonly tool: string;
  /** The file that writes it, or where it was seen. */
  readonly source: string;
  readonly sql: string;
  /** The SQLSTATE of a statement that is refused. */
  readonly refused?: string;
}

const superset = 'superset/db_engine_specs/postgres.py';
const metabase = 'src/metabase/driver/postgres.clj';
const grafana = 'pkg/tsdb/grafana-postgresql-datasource/macros.go';
const tableau =
  'statements of Tableau 2020 to 2025 in cube-js/cube#10721, crate/crate#10212, ildus/clickhouse_fdw#42';
const powerBI = 'the shape of folded queries, as Power Query shows it under "View Native Query"';

const supersetRange = `create_time >= TO_TIMESTAMP('2026-03-01 00:10:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')
  AND create_time < TO_TIMESTAMP('2026-03-01 01:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')`;
const supersetGrains = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const metabaseTime = '"main"."videos"."create_time"';
const metabaseWeekday = `(CAST(extract(dow from ${metabaseTime}) AS integer) + 1)`;

const chart = (tool: string, source: string, sql: string, more: Partial<ChartQuery> = {}): ChartQuery => ({
  tool,
  source,
  sql,
  ...more,
});

export const chartQueries: readonly ChartQuery[] = [
  ...supersetGrains.map((grain) =>
    chart(
      'Superset',
      superset,
      `SELECT DATE_TRUNC('${grain}', create_time) AS __timestamp, COUNT(*) AS count FROM main.videos
WHERE ${supersetRange} GROUP BY DATE_TRUNC('${grain}', create_time) ORDER BY __timestamp LIMIT 10000`,
    ),
  ),
  chart(
    'Superset',
    superset,
    `SELECT author AS author, SUM(play_count) AS "SUM(play_count)" FROM main.videos
WHERE create_time >= TO_DATE('2026-03-01', 'YYYY-MM-DD') AND author IN ('a1', 'a2') GROUP BY author
ORDER BY "SUM(play_count)" DESC LIMIT 100`,
  ),
  chart(
    'Superset',
    'superset/models/helpers.py (series limit)',
    `SELECT DATE_TRUNC('hour', create_time) AS __timestamp, author AS author, AVG(play_count) AS "AVG(play_count)"
FROM main.videos JOIN (SELECT author AS author__, AVG(play_count) AS mme_inner__ FROM main.videos
  WHERE ${supersetRange} GROUP BY author ORDER BY mme_inner__ DESC LIMIT 3) AS anon_1 ON author = author__
WHERE ${supersetRange} GROUP BY DATE_TRUNC('hour', create_time), author ORDER BY 1, 2 LIMIT 1000`,
  ),
  chart(
    'Superset',
    'superset/models/helpers.py (virtual dataset, samples)',
    `SELECT author AS author, play_count AS play_count FROM (SELECT author, play_count FROM videos WHERE play_count > 10) AS virtual_table
ORDER BY play_count LIMIT 10 OFFSET 5`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT DATE_TRUNC('month', ${metabaseTime}) AS "create_time", COUNT(*) AS "count" FROM "main"."videos"
WHERE (${metabaseTime} >= timestamp with time zone '2026-03-01 00:00:00.000Z') AND (${metabaseTime} < timestamp with time zone '2026-04-01 00:00:00.000Z')
GROUP BY DATE_TRUNC('month', ${metabaseTime}) ORDER BY DATE_TRUNC('month', ${metabaseTime}) ASC`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT CAST(${metabaseTime} AS date) AS "create_time", SUM("main"."videos"."play_count") AS "sum" FROM "main"."videos"
GROUP BY CAST(${metabaseTime} AS date) ORDER BY CAST(${metabaseTime} AS date) ASC`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT COUNT(*) AS "count" FROM "main"."videos"
WHERE ${metabaseTime} >= DATE_TRUNC('month', (NOW() + INTERVAL '-1200 month')) AND ${metabaseTime} < DATE_TRUNC('month', (NOW() + INTERVAL '1200 month'))`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT CASE WHEN MOD(${metabaseWeekday} + 6, 7) = 0 THEN 7 ELSE MOD(${metabaseWeekday} + 6, 7) END AS "create_time", COUNT(*) AS "count"
FROM "main"."videos" GROUP BY CASE WHEN MOD(${metabaseWeekday} + 6, 7) = 0 THEN 7 ELSE MOD(${metabaseWeekday} + 6, 7) END ORDER BY 1`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT CAST(extract(hour from ${metabaseTime}) AS integer) AS "h", CAST(extract(quarter from ${metabaseTime}) AS integer) AS "q",
  CAST(extract(week from ${metabaseTime}) AS integer) AS "w", COUNT(*) AS "count" FROM "main"."videos" GROUP BY 1, 2, 3 ORDER BY 1`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT timezone('Asia/Tokyo', ${metabaseTime}) AS "create_time" FROM "main"."videos" ORDER BY ${metabaseTime} LIMIT 3`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT CAST(extract(year from age(date_trunc('day', "main"."videos"."indexed_at"), date_trunc('day', ${metabaseTime}))) AS integer) AS "years",
  CAST("main"."videos"."indexed_at" AS date) - CAST(${metabaseTime} AS date) AS "days" FROM "main"."videos" ORDER BY "main"."videos"."video_id" LIMIT 1`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT FLOOR((("main"."videos"."play_count" - 0.0) / 1000.0)) * 1000.0 + 0.0 AS "play_count", COUNT(*) AS "count" FROM "main"."videos"
GROUP BY FLOOR((("main"."videos"."play_count" - 0.0) / 1000.0)) * 1000.0 + 0.0 ORDER BY 1 ASC`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT PERCENTILE_CONT(0.9) within group (order by "main"."videos"."play_count") AS "percentile",
  STDDEV_POP("main"."videos"."play_count") AS "stddev", SUM(CASE WHEN "main"."videos"."play_count" > 10 THEN 1 ELSE 0.0 END) AS "count-where" FROM "main"."videos"`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT "source"."author" AS "author", "source"."count" AS "count" FROM (SELECT "main"."videos"."author" AS "author", COUNT(*) AS "count"
  FROM "main"."videos" GROUP BY "main"."videos"."author" ORDER BY "main"."videos"."author" ASC) AS "source"
WHERE "source"."count" > 100 AND (LOWER("source"."author") LIKE '%a%') LIMIT 1048575`,
  ),
  chart(
    'Metabase',
    metabase,
    `SELECT to_timestamp("main"."videos"."play_count") AS "t", to_timestamp('20260301120000', 'YYYYMMDDHH24MISS') AS "s",
  substring("main"."videos"."description" FROM '[0-9]+') AS "digits", split_part("main"."videos"."description", ' ', 2) AS "word"
FROM "main"."videos" ORDER BY "main"."videos"."play_count" LIMIT 2`,
  ),
  chart(
    'Grafana',
    grafana,
    `SELECT create_time AS "time", play_count FROM videos WHERE create_time BETWEEN '2026-03-01T00:00:05Z' AND '2026-03-01T00:01:00.5Z' ORDER BY 1 LIMIT 50`,
  ),
  chart(
    'Grafana',
    grafana,
    `SELECT floor(extract(epoch from create_time)/300)*300 AS "time", author AS metric, avg(play_count) AS "value" FROM main.videos
WHERE create_time BETWEEN '2026-03-01T00:00:00Z' AND '2026-03-02T00:00:00Z' GROUP BY 1, 2 ORDER BY 1, 2`,
  ),
  chart(
    'Grafana',
    grafana,
    `SELECT floor((extract(epoch from create_time))/60)*60 AS "time", count(*) AS value FROM videos
WHERE extract(epoch from create_time) >= 1772323200 AND extract(epoch from create_time) <= 1772323500 GROUP BY 1 ORDER BY 1`,
  ),
  chart(
    'Grafana',
    'public/app/features/variables (multi-value variables, PostgreSQL quoting)',
    `SELECT author, count(*) FROM videos WHERE author IN ('a1','a2') OR author = ANY('{a3}') OR author = ANY('{"a4",a5}'::text[]) GROUP BY author ORDER BY author`,
  ),
  chart(
    'Tableau',
    tableau,
    `SELECT CAST("videos"."author" AS TEXT) AS "author", SUM("videos"."play_count") AS "sum:play_count:ok"
FROM "main"."videos" "videos" GROUP BY 1 ORDER BY 1 ASC NULLS FIRST`,
  ),
  chart(
    'Tableau',
    tableau,
    `SELECT CAST(TRUNC(EXTRACT(YEAR FROM "videos"."create_time")) AS INTEGER) AS "yr:create_time:ok", SUM(1) AS "n",
  (1 + CAST(EXTRACT(DOW FROM "videos"."create_time") AS INTEGER)) AS "wd" FROM "main"."videos" "videos" GROUP BY 1, 3`,
  ),
  chart(
    'Tableau',
    tableau,
    `SELECT DATE_TRUNC( 'MONTH', CAST("videos"."create_time" AS TIMESTAMP) ) AS "tmn:create_time:ok", COUNT(DISTINCT "videos"."author") AS "ctd:author:ok"
FROM "main"."videos" "videos" WHERE (("videos"."create_time" >= (TIMESTAMP '2026-03-01 00:00:00.000')) AND ("videos"."create_time" <= (TIMESTAMP '2026-03-31 00:00:00.000')))
GROUP BY 1 HAVING (COUNT(1) > 0)`,
  ),
  chart(
    'Tableau',
    tableau,
    `SELECT CAST("videos"."create_time" AS DATE) AS "tdy:create_time:ok", MIN("videos"."play_count") AS "min", MAX("videos"."play_count") AS "max",
  CAST(COUNT("videos"."video_id") AS BIGINT) AS "cnt" FROM "main"."videos" "videos"
INNER JOIN (SELECT "videos"."author" AS "author", SUM("videos"."play_count") AS "$__alias__0" FROM "main"."videos" "videos"
  GROUP BY 1 ORDER BY 2 DESC, 1 ASC NULLS FIRST LIMIT 3) "t0" ON ("videos"."author" = "t0"."author") GROUP BY 1`,
  ),
  chart(
    'Tableau',
    tableau,
    'CREATE LOCAL TEMPORARY TABLE "#Tableau_1_Connect_Check" ("COL" INTEGER) ON COMMIT PRESERVE ROWS',
    // it then writes no temporary tables
    { refused: '0A000' },
  ),
  chart(
    'Power BI',
    powerBI,
    'select "$Table"."video_id" as "video_id", "$Table"."author" as "author" from "main"."videos" "$Table" order by "$Table"."video_id" limit 4096',
  ),
  chart(
    'Power BI',
    powerBI,
    `select "rows"."region" as "region", count(1) as "a0", max("rows"."play_count") as "a1" from (
  select "_"."region", "_"."play_count" from "main"."videos" "_"
  where ("_"."create_time" >= timestamp '2026-03-01 00:00:00' and "_"."create_time" < timestamp '2026-03-01 01:00:00') and "_"."region" = 'SE'
) "rows" group by "region" limit 1000001`,
  ),
  chart(
    'Power BI',
    powerBI,
    `select "_"."author" from (select "_"."author", "_"."t0_0" as "t0_0" from (
    select "_"."author", case when not("_"."author" is null) then 1 else 0 end as "t0_0" from "main"."videos" "_") "_") "_"
group by "_"."author", "_"."t0_0" order by "_"."t0_0", "_"."author" limit 501`,
  ),
  chart(
    'Power BI',
    powerBI,
    'select sum(cast("_"."play_count" as decimal)) as "a0" from "main"."videos" "_"',
  ),
  chart(
    'people',
    'https://www.postgresql.org/docs/15/functions.html',
    `SELECT to_char(create_time, 'YYYY-MM-DD HH24:MI') AS minute, every(play_count > 0) AS positive FROM videos GROUP BY 1 ORDER BY 1 LIMIT 3`,
  ),
  chart(
    'people',
    'https://www.postgresql.org/docs/15/functions-srf.html',
    `SELECT hour, count(video_id) AS videos FROM generate_series(timestamptz '2026-03-01', timestamptz '2026-03-01 03:00', interval '1 hour') AS hour
LEFT JOIN videos ON date_trunc('hour', create_time) = hour GROUP BY hour ORDER BY hour`,
  ),
  chart(
    'people',
    'https://www.postgresql.org/docs/15/functions-datetime.html',
    `SELECT date_bin('15 minutes', create_time, TIMESTAMPTZ '2001-01-01 00:05:00') AS quarter_hour, count(*) FROM videos GROUP BY 1 ORDER BY 1`,
  ),
  chart(
    'people',
    'https://www.postgresql.org/docs/15/functions-string.html',
    `SELECT format('%s: %s of %I, 100%%', author, NULL, 'Name') AS a, format('x') AS b, format('%I', 'name') AS c FROM videos ORDER BY video_id LIMIT 2`,
  ),
  chart('people', 'to_char of a number', "SELECT to_char(play_count, '999,999') FROM videos LIMIT 1", {
    refused: '42883',
  }),
];
