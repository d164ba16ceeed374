import type { Draw } from '../draw.ts';
import { type Family, templates } from '../family.ts';

interface Field {
  readonly sql: string;
  readonly name: string;
}

const dimensions: readonly Field[] = [
  { sql: 'videos."region"', name: 'videos.region' },
  { sql: 'videos."language"', name: 'videos.language' },
  { sql: '(DATE(DATE_TRUNC(\'month\', videos."create_time")))', name: 'videos.created_month' },
  {
    sql: "(STRFTIME(DATE_TRUNC('month', videos.\"create_time\" ), '%Y-%m'))",
    name: 'videos.created_month_text',
  },
  { sql: 'videos.create_time::DATE', name: 'videos.created_date' },
  { sql: "CASE WHEN videos.is_ad THEN 'Yes' ELSE 'No' END", name: 'videos.is_ad' },
  {
    sql: "CASE\nWHEN videos.play_count < 100 THEN '0'\nWHEN videos.play_count < 10000 THEN '1'\nELSE '2'\nEND",
    name: 'videos.tier__sort_',
  },
  { sql: 'authors.author', name: 'authors.author' },
];
const measures: readonly Field[] = [
  { sql: 'COUNT(*)', name: 'videos.count' },
  { sql: 'COALESCE(SUM(videos.play_count), 0)', name: 'videos.total_plays' },
  { sql: 'AVG(videos.like_count)', name: 'videos.average_likes' },
  { sql: 'COUNT(DISTINCT videos.author_id)', name: 'videos.authors' },
  { sql: 'COUNT(CASE WHEN videos.is_ad THEN 1 ELSE NULL END)', name: 'videos.ads' },
  { sql: '1.0 * COUNT(DISTINCT videos.music_id) / NULLIF(COUNT(*), 0)', name: 'videos.sound_rate' },
];
const selected = (fields: readonly Field[]) =>
  fields.map(({ sql, name }) => `    ${sql} AS "${name}"`).join(',\n');
const joined =
  '\nFROM videos AS videos\nLEFT JOIN authors AS authors ON videos.author_id = authors.author_id';

function where(draw: Draw): string {
  const list = draw.few(
    [
      `(videos."region" = ${draw.fill('{R}')})`,
      `((( videos.create_time ) >= ((DATE_ADD(CAST('2025-0${1 + draw.below(9)}-01' AS TIMESTAMP), INTERVAL (-${1 + draw.below(9)}) MONTH)))))`,
      `(videos.play_count ) > ${draw.below(500)}`,
      '((videos.is_ad ) OR (videos.is_ad ) IS NULL)',
      `(videos.author LIKE '%${draw.pick(['a', 'ka'])}%' ESCAPE '^')`,
    ],
    0,
    2,
  );
  return list.length === 0 ? '' : `\nWHERE ${list.join(' AND ')}`;
}

function explore(draw: Draw): string {
  const by = draw.few(dimensions, 1, 3);
  const values = draw.few(measures, 1, 3);
  const numbers = by.map((_, at) => at + 1);
  const having = draw.chance(0.3) ? '\nHAVING (COUNT(*)) > 1' : '';
  return `SELECT\n${selected([...by, ...values])}${joined}${where(draw)}\nGROUP BY\n    ${numbers.join(',\n    ')}${having}\nORDER BY\n    ${by.length + 1} DESC\nFETCH NEXT ${draw.pick([500, 5_000, 501])} ROWS ONLY`.replace(
    /FETCH NEXT (\d+) ROWS ONLY/,
    draw.chance(0.5) ? 'LIMIT $1' : 'FETCH NEXT $1 ROWS ONLY',
  );
}

/** A pivoted table: ranks of rows and columns around the totals. */
function pivoted(draw: Draw): string {
  const [row, column] = draw.few(dimensions.slice(0, 6), 2, 2);
  const value = draw.pick(measures);
  if (row === undefined || column === undefined) return 'SELECT 1';
  const totals = `SELECT\n${selected([column, row, value])}${joined}${where(draw)}\nGROUP BY\n    1,\n    2`;
  return `SELECT * FROM (
SELECT *, DENSE_RANK() OVER (ORDER BY z___min_rank) as z___pivot_row_rank, RANK() OVER (PARTITION BY z__pivot_col_rank ORDER BY z___min_rank) as z__pivot_col_ordering, CASE WHEN z___min_rank = z___rank THEN 1 ELSE 0 END AS z__is_highest_ranked_cell FROM (
SELECT *, MIN(z___rank) OVER (PARTITION BY "${row.name}") as z___min_rank FROM (
SELECT *, RANK() OVER (ORDER BY CASE WHEN z__pivot_col_rank=1 THEN (CASE WHEN "${value.name}" IS NOT NULL THEN 0 ELSE 1 END) ELSE 2 END, CASE WHEN z__pivot_col_rank=1 THEN "${value.name}" ELSE NULL END DESC, "${value.name}" DESC, z__pivot_col_rank, "${row.name}") AS z___rank FROM (
SELECT *, DENSE_RANK() OVER (ORDER BY CASE WHEN "${column.name}" IS NULL THEN 1 ELSE 0 END, "${column.name}") AS z__pivot_col_rank FROM (
${totals}) ww
) bb WHERE z__pivot_col_rank <= 16384
) aa
) xx
) zz
 WHERE (z__pivot_col_rank <= 50 OR z__is_highest_ranked_cell = 1) AND (z___pivot_row_rank <= 500 OR z__pivot_col_ordering = 1) ORDER BY z___pivot_row_rank`;
}

const other = templates('looker/other', 24, [
  'SELECT videos."region"  AS "videos.region" FROM videos AS videos WHERE UPPER(videos."region") LIKE UPPER({R} || \'%\') GROUP BY 1 ORDER BY 1 LIMIT {n}',
  'SELECT COUNT(DISTINCT videos.video_id) AS "videos.count", COALESCE(COALESCE(CAST((SUM(DISTINCT (CAST(FLOOR(COALESCE(videos.{m}, 0) * (1000000 * 1.0)) AS DECIMAL(38, 0))) + CAST(hash(videos.video_id) % 1{n} AS DECIMAL(38, 0))) - SUM(DISTINCT CAST(hash(videos.video_id) % 1{n} AS DECIMAL(38, 0)))) AS DOUBLE) / 1000000.0, 0), 0) AS "videos.total" FROM videos AS videos LEFT JOIN comments AS comments ON comments.video_id = videos.video_id LIMIT 500',
  'WITH user_facts AS (SELECT author_id, COUNT(*) AS lifetime, MIN(create_time) AS first_at FROM videos WHERE {m} > {n} GROUP BY 1) SELECT user_facts.lifetime AS "user_facts.lifetime", COUNT(DISTINCT authors.author_id) AS "authors.count" FROM authors AS authors LEFT JOIN user_facts ON user_facts.author_id = authors.author_id GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 500',
  'SELECT COALESCE(SUM({m}), 0) AS "videos.total" FROM videos AS videos WHERE ((videos.region = {R} OR videos.region = {R})) LIMIT 1',
  'SELECT 1 FROM (SELECT {i} AS one) AS t LIMIT 1',
  'SELECT NULLIF(COALESCE(videos.region, \'\'), \'\') AS "videos.region", MAX({m}) AS "m" FROM videos AS videos GROUP BY 1 HAVING NOT COALESCE(MAX({m}) = {i}, FALSE) ORDER BY 1 LIMIT 501',
]);

export const looker: readonly Family[] = [
  { name: 'looker/explores', count: 50, make: explore },
  { name: 'looker/pivots', count: 30, make: pivoted },
  other,
];
