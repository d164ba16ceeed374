import type { Draw } from '../draw.ts';
import { type Family, templates } from '../family.ts';

const columns: Readonly<Record<string, readonly string[]>> = {
  videos: ['video_id', 'author', 'region', 'language', 'play_count', 'like_count', 'create_time', 'is_ad'],
  authors: ['author_id', 'author', 'region', 'follower_count', 'is_verified', 'created_at'],
  comments: ['comment_id', 'video_id', 'author', 'text', 'like_count', 'create_time'],
};
const rowLimits = ['2000', '1048575', '10000'];

const q = (name: string) => `"${name}"`;

/** How its H2, Postgres and DuckDB drivers name a table: with the schema in front, and without. */
const tableName = (draw: Draw, table: string) =>
  draw.pick([q(table), `"main".${q(table)}`, q(table), q(table)]);

const buckets = (draw: Draw, table: string, column: string) =>
  draw.pick([
    `DATE_TRUNC('month', ${q(table)}.${q(column)})`,
    `CAST(DATE_TRUNC('week', ${q(table)}.${q(column)}) AS date)`,
    `CAST(${q(table)}.${q(column)} AS DATE)`,
    `DATE_TRUNC('quarter', ${q(table)}.${q(column)})`,
    `EXTRACT(hour FROM ${q(table)}.${q(column)})`,
    `EXTRACT(isodow FROM ${q(table)}.${q(column)})`,
  ]);

function condition(draw: Draw, table: string): string {
  const at = (column: string) => `${q(table)}.${q(column)}`;
  return draw.pick([
    `(${at('region')} = ${draw.fill('{R}')})`,
    `(LOWER(${at('author')}) LIKE '%${draw.pick(['a', 'ka', 'mo'])}%')`,
    `((${at('region')} IS NOT NULL) AND ((${at('region')} <> '') OR (${at('region')} IS NULL)))`,
    `(${at('create_time')} >= timestamp with time zone '2025-0${1 + draw.below(9)}-01 00:00:00.000Z')`,
    `((${at('play_count')} > ${draw.below(500)}) AND (${at('like_count')} <= 99${draw.below(900)}))`,
    `((${at('region')} = ${draw.fill('{R}')}) OR (${at('language')} = ${draw.fill('{G}')}))`,
    `(${at('is_ad')} = TRUE)`,
    `(NOT (${at('region')} LIKE 'X%') OR (${at('region')} IS NULL))`,
    `(CAST(${at('create_time')} AS date) BETWEEN DATE '2024-01-01' AND DATE '2026-0${1 + draw.below(9)}-01')`,
    `(${at('create_time')} >= DATE_TRUNC('month', (NOW() + (INTERVAL '-${3 + draw.below(30)} month'))))`,
  ]);
}

function rows(draw: Draw): string {
  const table = draw.pick(Object.keys(columns));
  const list = draw.few(columns[table] ?? [], 3, 8);
  const selected = list.map((column) => `  ${q(table)}.${q(column)} AS ${q(column)}`).join(',\n');
  const where = table === 'videos' && draw.chance(0.7) ? `\nWHERE\n  ${condition(draw, table)}` : '';
  return `SELECT\n${selected}\nFROM\n  ${tableName(draw, table)}${where}\nORDER BY\n  ${q(table)}.${q(list[0] ?? '')} ASC\nLIMIT\n  ${draw.pick(rowLimits)}`;
}

function summary(draw: Draw): string {
  const by = draw.pick(['region', 'language', 'time', 'two', 'bin']);
  const bucket = buckets(draw, 'videos', 'create_time');
  const bin = draw.pick([100, 1_000, 2_500]);
  const width = `FLOOR(("videos"."play_count" / ${bin}.0)) * ${bin}.0`;
  const region = { sql: '"videos"."region"', name: 'region' };
  const time = { sql: bucket, name: 'create_time' };
  const kinds: Readonly<Record<string, readonly { sql: string; name: string }[]>> = {
    region: [region],
    language: [{ sql: '"videos"."language"', name: 'language' }],
    time: [time],
    two: [region, time],
    bin: [{ sql: width, name: 'play_count' }],
  };
  const groups = kinds[by] ?? [];
  const selected = groups.map(({ sql, name }) => `${sql} AS ${q(name)}`).join(', ');
  const aggregates = draw.few(
    [
      'COUNT(*) AS "count"',
      'SUM("videos"."play_count") AS "sum"',
      'AVG("videos"."like_count") AS "avg"',
      'COUNT(distinct "videos"."author_id") AS "count_2"',
      'MAX("videos"."share_count") AS "max"',
      'SUM(CASE WHEN "videos"."is_ad" = TRUE THEN 1 ELSE 0.0 END) AS "ads"',
      'CAST(SUM(CASE WHEN "videos"."play_count" > 1000 THEN 1 ELSE 0.0 END) AS float) / NULLIF(COUNT(*), 0) AS "share"',
      'STDDEV_POP("videos"."like_count") AS "stddev"',
      'PERCENTILE_CONT(0.5) within group (order by "videos"."play_count") AS "median"',
    ],
    1,
    4,
  );
  const where = draw.chance(0.6) ? ` WHERE ${condition(draw, 'videos')}` : '';
  const order = draw.chance(0.3) ? '"count" DESC, ' : '';
  const counted = aggregates.some((each) => each.includes('"count"'))
    ? aggregates
    : ['COUNT(*) AS "count"', ...aggregates];
  return `SELECT ${selected}, ${counted.join(', ')} FROM ${tableName(draw, 'videos')}${where} GROUP BY ${groups.map(({ sql }) => sql).join(', ')} ORDER BY ${order}${groups.map(({ sql }) => `${sql} ASC`).join(', ')}`;
}

/** A question over the answer of a question. */
function nested(draw: Draw): string {
  const inner = `SELECT "videos"."region" AS "region", "videos"."author_id" AS "author_id", SUM("videos"."play_count") AS "sum", COUNT(*) AS "count" FROM ${tableName(draw, 'videos')} WHERE ${condition(draw, 'videos')} GROUP BY "videos"."region", "videos"."author_id" ORDER BY "videos"."region" ASC, "videos"."author_id" ASC`;
  return draw.pick([
    `SELECT "source"."region" AS "region", AVG("source"."sum") AS "avg" FROM (${inner}) AS "source" GROUP BY "source"."region" ORDER BY "source"."region" ASC`,
    `SELECT "source"."region" AS "region", "source"."sum" AS "sum", "source"."count" AS "count" FROM (${inner}) AS "source" WHERE "source"."count" > ${draw.below(6)} ORDER BY "source"."sum" DESC, "source"."author_id" ASC LIMIT ${draw.pick(rowLimits)}`,
    `SELECT "source"."region" AS "region", "source"."count" AS "count", "Authors"."author" AS "Authors__author" FROM (${inner}) AS "source" LEFT JOIN "authors" AS "Authors" ON "source"."author_id" = "Authors"."author_id" ORDER BY "source"."region" ASC, "source"."author_id" ASC LIMIT ${draw.pick(rowLimits)}`,
    `-- Metabase:: userID: ${draw.below(90)} queryType: native queryHash: 5f${draw.below(9_999)}\nWITH "model" AS (${inner}) SELECT count(*) FROM "model"`,
  ]);
}

const other = templates('metabase/other', 20, [
  'SELECT "videos"."region" AS "region" FROM "videos" GROUP BY "videos"."region" ORDER BY "videos"."region" ASC LIMIT {n}',
  'SELECT SUBSTRING("videos"."description", 1, 1234) AS "substring{n}" FROM "videos" ORDER BY "videos"."video_id" ASC LIMIT {n}',
  'SELECT COUNT(distinct "videos"."{c}") AS "count" FROM "videos" LIMIT {n}',
  'SELECT TRUE AS "_" FROM "videos" WHERE 1 <> 1 LIMIT {i}',
  'SELECT "videos"."video_id" AS "video_id", ("videos"."{m}" / NULLIF(CAST("videos"."play_count" AS float), 0)) * 100.{i} AS "rate" FROM "videos" ORDER BY "videos"."video_id" ASC LIMIT {n}',
  'SELECT "videos"."video_id", CASE WHEN "videos"."play_count" > {n} THEN \'big\' WHEN "videos"."play_count" > {i} THEN \'mid\' ELSE \'small\' END AS "Tier" FROM "videos" ORDER BY 1 ASC LIMIT {n}',
  'SELECT "videos"."author" AS "author", "Comments"."text" AS "Comments__text" FROM "videos" INNER JOIN "comments" AS "Comments" ON "videos"."video_id" = "Comments"."video_id" WHERE "Comments"."like_count" > {i} ORDER BY "Comments"."comment_id" ASC LIMIT 2000',
]);

export const metabase: readonly Family[] = [
  { name: 'metabase/rows', count: 35, make: rows },
  { name: 'metabase/summaries', count: 45, make: summary },
  { name: 'metabase/nested', count: 25, make: nested },
  other,
];
