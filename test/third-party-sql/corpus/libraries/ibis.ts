import type { Draw } from '../draw.ts';
import { type Family, templates } from '../family.ts';

const columns = [
  'video_id',
  'author_id',
  'region',
  'language',
  'play_count',
  'like_count',
  'share_count',
  'create_time',
  'is_ad',
];
const q = (name: string) => `"${name}"`;

/** A chain of relational steps: each is a subquery with the alias `t0`, `t1` and so on, as the compiler numbers them. */
function chain(draw: Draw): string {
  let number = 0;
  const measure = draw.fill('{m}');
  let sql = `SELECT ${
    [
      '*',
      draw
        .few(columns.slice(0, 6), 6, 6)
        .map((each) => `"t0".${q(each)}`)
        .join(', '),
    ][1]
  }, "t0".${q(measure)} AS "v", "t0"."create_time" FROM "videos" AS "t0"`;
  if (draw.chance(0.7))
    sql += ` WHERE "t0".${q(measure)} > CAST(${draw.below(120)} AS TINYINT) AND "t0"."region" IN (${draw.fill('{R}, {R}, {R}')})`;
  const steps = 1 + draw.below(3);
  for (let step = 0; step < steps; step++) {
    number++;
    const t = `"t${number}"`;
    const inner = `(${sql}) AS ${t}`;
    const kind = draw.below(4);
    if (kind === 0)
      sql = `SELECT ${t}."video_id", ${t}."author_id", ${t}."region", ${t}."language", ${t}."v", ${t}."create_time", ROW_NUMBER() OVER (PARTITION BY ${t}."region" ORDER BY ${t}."v" DESC, ${t}."video_id" ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) - CAST(1 AS TINYINT) AS "r${number}" FROM ${inner}`;
    else if (kind === 1)
      sql = `SELECT ${t}."video_id", ${t}."author_id", ${t}."region", ${t}."language", ${t}."v" + CAST(${draw.below(9)} AS TINYINT) AS "v", ${t}."create_time" FROM ${inner} WHERE ${t}."language" IS NOT NULL`;
    else if (kind === 2)
      sql = `SELECT ${t}."video_id", ${t}."author_id", ${t}."region", COALESCE(${t}."language", 'none') AS "language", ${t}."v", DATE_TRUNC('${draw.pick(['MONTH', 'YEAR', 'DAY'])}', ${t}."create_time") AS "create_time" FROM ${inner}`;
    else
      sql = `SELECT * FROM ${inner} ORDER BY ${t}."v" ASC NULLS LAST, ${t}."video_id" ASC LIMIT ${100 * (1 + draw.below(9))}`;
  }
  const t = `"t${number + 1}"`;
  return draw.pick([
    `SELECT ${t}."region", COUNT(*) AS "CountStar()", SUM(${t}."v") AS "total", AVG(${t}."v") AS "mean" FROM (${sql}) AS ${t} GROUP BY 1 ORDER BY ${t}."region" ASC`,
    `SELECT * FROM (${sql}) AS ${t} ORDER BY ${t}."video_id" ASC LIMIT ${1 + draw.below(50)}`,
    `SELECT COUNT(*) AS "CountStar(videos)" FROM (${sql}) AS ${t}`,
  ]);
}

const other = templates('ibis/other', 40, [
  'SELECT "t0"."region", MODE("t0"."language") IS NOT NULL AS "m", QUANTILE_CONT("t0"."{m}", CAST({q} AS DOUBLE)) AS "q" FROM "videos" AS "t0" GROUP BY 1 ORDER BY 1',
  'SELECT "t2"."video_id", "t3"."follower_count" FROM "videos" AS "t2" INNER JOIN "authors" AS "t3" ON "t2"."author_id" = "t3"."author_id" WHERE "t2"."{m}" > CAST({i} AS TINYINT) ORDER BY "t2"."video_id" ASC LIMIT {n}',
  'SELECT "t0"."video_id", LIST_FILTER("t0"."hashtags", "t" -> CONTAINS("t", \'a\')) AS "f" FROM "videos" AS "t0" ORDER BY "t0"."video_id" ASC LIMIT {n}',
  'SELECT "t0"."video_id", LIST_TRANSFORM("t0"."hashtags", LAMBDA "x" : UPPER("x")) AS "u" FROM "videos" AS "t0" ORDER BY "t0"."video_id" ASC LIMIT {n}',
  'SELECT STRFTIME("t0"."create_time", \'%Y-%m\') AS "month", SUM("t0"."{m}") AS "Sum" FROM "videos" AS "t0" GROUP BY 1 ORDER BY "month" ASC LIMIT {n}',
  'SELECT CASE WHEN "t0"."{m}" > CAST({i}00 AS SMALLINT) THEN \'hi\' ELSE CAST(NULL AS TEXT) END AS "b", COUNT(DISTINCT "t0"."author_id") AS "n" FROM "videos" AS "t0" GROUP BY 1 ORDER BY 1',
  'SELECT EXTRACT(\'year\' FROM "t0"."create_time") AS "y", EXTRACT(\'isodow\' FROM "t0"."create_time") AS "d", COUNT(*) AS "n" FROM "videos" AS "t0" WHERE "t0"."{m}" > {n} GROUP BY 1, 2 ORDER BY 1, 2',
  'SELECT "t1"."region", "t1"."n" FROM (SELECT "t0"."region", COUNT(*) AS "n", ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC, "t0"."region") AS "k" FROM "videos" AS "t0" GROUP BY 1) AS "t1" WHERE "t1"."k" <= CAST({i} AS TINYINT) ORDER BY 1',
  'SELECT "t0"."video_id", UNNEST("t0"."hashtags") AS "tag" FROM "videos" AS "t0" ORDER BY ALL LIMIT {n}',
  'SELECT MAKE_TIMESTAMP(CAST({n}00000 AS BIGINT)) AS "ts", CAST({D} AS DATE) + INTERVAL \'{i}\' DAY AS "d"',
  'SELECT "t0".* FROM "videos" AS "t0" WHERE EXISTS (SELECT 1 FROM "comments" AS "t1" WHERE "t0"."video_id" = "t1"."video_id" AND "t1"."like_count" > {i}) ORDER BY "t0"."video_id" LIMIT {n}',
  'SELECT (SUM("t0"."like_count") / NULLIF(SUM("t0"."play_count"), 0)) * {i} AS "rate", STDDEV_POP("t0"."{m}") AS "s", CORR("t0"."{m}", "t0"."{m}") AS "c" FROM "videos" AS "t0"',
]);

export const ibis: readonly Family[] = [{ name: 'ibis/chains', count: 50, make: chain }, other];
