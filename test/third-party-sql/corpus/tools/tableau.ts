import type { Draw } from '../draw.ts';
import { type Family, templates } from '../family.ts';

const custom = 'Custom SQL Query';
const id = (draw: Draw) => `${290_714_814 + draw.below(9_999)}`;

/** The table, or a query that a person wrote. */
function from(draw: Draw): { sql: string; alias: string } {
  return draw.chance(0.4)
    ? {
        alias: custom,
        sql: `(\n  ${draw.pick([
          'SELECT * FROM videos',
          'select v.*, a.follower_count from videos v left join authors a on a.author_id = v.author_id',
          `SELECT * FROM videos WHERE region = ${draw.fill('{R}')}`,
        ])}\n) "${custom}"`,
      }
    : {
        alias: 'videos',
        sql: draw.pick(['"videos" "videos"', '"main"."videos" "videos"', '"videos" "videos"']),
      };
}

function view(draw: Draw): string {
  const { sql, alias } = from(draw);
  const at = (column: string) => `"${alias}"."${column}"`;
  const by = draw.few(
    [
      `${at('region')} AS "region"`,
      `${at('language')} AS "language"`,
      `DATE_TRUNC( 'MONTH', CAST(${at('create_time')} AS TIMESTAMP) ) AS "tmn:create_time:ok"`,
      `CAST(EXTRACT(YEAR FROM ${at('create_time')}) AS INTEGER) AS "yr:create_time:ok"`,
      `(CASE WHEN (${at('play_count')} > ${draw.below(900)}) THEN 'popular' ELSE 'other' END) AS "Calculation_${id(draw)}"`,
      `CAST(TRUNC(EXTRACT(QUARTER FROM ${at('create_time')})) AS INTEGER) AS "qr:create_time:ok"`,
    ],
    1,
    2,
  );
  const values = draw.few(
    [
      `SUM(${at('play_count')}) AS "sum:play_count:ok"`,
      `COUNT(DISTINCT ${at('author_id')}) AS "ctd:author_id:ok"`,
      `AVG(CAST(${at('like_count')} AS DOUBLE PRECISION)) AS "avg:like_count:ok"`,
      `SUM(1) AS "cnt:videos_${id(draw)}:ok"`,
      `SUM((CASE WHEN ${at('is_ad')} THEN ${at('share_count')} ELSE NULL END)) AS "sum:Calculation_${id(draw)}:ok"`,
    ],
    1,
    3,
  );
  const conditions = draw.few(
    [
      `(${at('region')} IN (${draw.fill('{R}, {R}')}))`,
      `((${at('create_time')} >= TIMESTAMP '2024-0${1 + draw.below(9)}-01 00:00:00.000') AND (${at('create_time')} < (TIMESTAMP '2026-06-01 00:00:00.000' + 1 * INTERVAL '1 DAY')))`,
      `(NOT (${at('language')} IS NULL))`,
      `(POSITION('${draw.pick(['a', 'dance'])}' IN LOWER(${at('description')})) > 0)`,
      `((${at('play_count')} >= ${draw.below(100)}) AND (${at('play_count')} <= 9${draw.below(9_999)}))`,
    ],
    0,
    2,
  );
  const keys = by.map((_, position) => position + 1).join(',\n  ');
  return `SELECT ${[...by, ...values].join(',\n  ')}\nFROM ${sql}\n${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}\n`}GROUP BY ${keys}`;
}

/** The values of a filter that shows the largest ones. */
function topFilter(draw: Draw): string {
  const { sql, alias } = from(draw);
  const column = draw.pick(['region', 'language', 'author']);
  const measure = draw.fill('{m}');
  return `SELECT "${alias}"."${column}" AS "${column}",\n  SUM("${alias}"."${measure}") AS "sum:${measure}:ok"\nFROM ${sql}\n  INNER JOIN (\n  SELECT "${alias}"."${column}" AS "${column}",\n    SUM("${alias}"."${measure}") AS "$__alias__0"\n  FROM ${sql}\n  GROUP BY 1\n  ORDER BY "$__alias__0" DESC NULLS LAST, 1 ASC\n  LIMIT ${5 + draw.below(20)}\n) "t0" ON ("${alias}"."${column}" IS NOT DISTINCT FROM "t0"."${column}")\nGROUP BY 1\nORDER BY 1 ASC NULLS FIRST`;
}

const other = templates('tableau/other', 30, [
  'SELECT SUM(1) AS "cnt:TEMP(row count)(29071{n})(0):qk"\nFROM "videos" "videos"\nHAVING (COUNT(1) > 0)',
  'SELECT CAST(MIN("videos"."{m1}") AS BIGINT) AS "TEMP(none:{m1}:qk lower)(2907{n})(1)",\n  CAST(MAX("videos"."{m1}") AS BIGINT) AS "TEMP(none:{m1}:qk upper)(2907{n})(1)"\nFROM "videos" "videos"\nHAVING (COUNT(1) > 0)',
  'SELECT "videos"."{c1}" AS "{c1}"\nFROM "videos" "videos"\nWHERE "videos"."{m}" > {n}\nGROUP BY 1\nORDER BY 1 ASC NULLS FIRST',
  'SELECT * FROM (\n  SELECT video_id, region FROM videos WHERE {m} > {n}\n) "Custom SQL Query"\nLIMIT 0',
  'SELECT \'Label {i}\'::text AS "Calculation_80903",\n  "videos"."region" AS "region"\nFROM "videos" "videos"\nGROUP BY 2\nORDER BY 2',
  'SELECT "t0"."region" AS "region", "t0"."m" - "t1"."all" AS "d"\nFROM (\n  SELECT "videos"."region" AS "region", AVG("videos"."{m1}") AS "m" FROM "videos" "videos" GROUP BY 1\n) "t0"\n  CROSS JOIN (\n  SELECT AVG("videos"."{m1}") AS "all" FROM "videos" "videos" WHERE "videos"."{m}" > {n}\n) "t1" ORDER BY 1',
  'SELECT "videos"."author" AS "author", COUNT("videos"."video_id") AS "cnt"\nFROM "videos" "videos"\n  LEFT JOIN "authors" "authors" ON ("videos"."author_id" = "authors"."author_id")\nWHERE ("authors"."region" = {R})\nGROUP BY 1\n/* { "tableau-query-origins": { "query-category": "Data" } } */',
]);

export const tableau: readonly Family[] = [
  { name: 'tableau/views', count: 50, make: view },
  { name: 'tableau/top-filters', count: 20, make: topFilter },
  other,
];
