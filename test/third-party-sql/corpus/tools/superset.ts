import type { Draw } from '../draw.ts';
import { type Family, templates } from '../family.ts';

const grains = ['day', 'week', 'month', 'quarter', 'year', 'hour', 'minute'];
const dimensions = ['region', 'language', 'author', 'is_ad', 'music_title'];
const metrics = [
  'COUNT(*) AS count',
  'SUM(play_count) AS "SUM(play_count)"',
  'AVG(like_count) AS "AVG(like_count)"',
  'COUNT(DISTINCT author_id) AS "COUNT_DISTINCT(author_id)"',
  'MAX(share_count) AS "MAX(share_count)"',
  'sum(like_count)*1.0/nullif(sum(play_count),0) AS "like rate"',
];
const nameOf = (metric: string) => metric.replace(/^.* AS /, '');
const limits = [100, 1_000, 10_000, 50_000, 50_001];

const range = (draw: Draw) =>
  `create_time >= '${2023 + draw.below(3)}-0${1 + draw.below(9)}-01 00:00:00.000000' AND create_time < '2026-0${1 + draw.below(9)}-15 00:00:00.000000'`;

function filters(draw: Draw): string {
  return draw
    .few(
      [
        range(draw),
        `region IN (${draw.fill('{R}, {R}')})`,
        `(language != ${draw.fill('{G}')})`,
        `play_count > ${draw.below(400)}`,
        "author LIKE 'k%'",
        'is_ad IS true',
        '(region IS NOT NULL)',
        `((like_count > ${draw.below(50)}))`,
      ],
      1,
      3,
    )
    .join(' AND ');
}

/** The table, a virtual dataset, or the same in other clothes. */
function source(draw: Draw): string {
  return draw.pick([
    'videos',
    'main.videos',
    `(SELECT * FROM videos) AS virtual_table`,
    `(SELECT video_id, author, author_id, region, language, music_title, play_count, like_count, share_count, is_ad, create_time FROM videos WHERE ${draw.fill('{m}')} > ${draw.below(90)}\n) AS virtual_table`,
    `(WITH recent AS (SELECT * FROM videos) SELECT * FROM recent) AS virtual_table`,
  ]);
}

function timeseries(draw: Draw): string {
  const grain = draw.pick(grains);
  const time = `DATE_TRUNC('${grain}', create_time)`;
  const chosen = draw.few(metrics, 1, 3);
  const dimension = draw.chance(0.5) ? draw.pick(dimensions) : undefined;
  const groups = [time, ...(dimension === undefined ? [] : [dimension])];
  const first = nameOf(chosen[0] ?? '');
  return `SELECT ${time} AS __timestamp${dimension === undefined ? '' : `, ${dimension} AS ${dimension}`}, ${chosen.join(', ')} \nFROM ${source(draw)} \nWHERE ${filters(draw)} GROUP BY ${groups.join(', ')} ORDER BY ${first} DESC \n LIMIT ${draw.pick(limits)}`;
}

/** The series with the largest totals, joined to the rows. */
function topSeries(draw: Draw): string {
  const dimension = draw.pick(dimensions);
  const grain = draw.pick(grains);
  const metric = draw.pick(metrics);
  const value = metric.replace(/ AS .*$/, '');
  const where = filters(draw);
  return `SELECT DATE_TRUNC('${grain}', create_time) AS __timestamp, ${dimension} AS ${dimension}, ${metric} FROM videos JOIN (SELECT ${dimension} AS ${dimension}__, ${value} AS mme_inner__ FROM videos WHERE ${where} GROUP BY ${dimension} ORDER BY mme_inner__ DESC LIMIT ${5 + draw.below(20)}) AS anon_1 ON ${dimension} = ${dimension}__ WHERE ${where} GROUP BY ${dimension}, DATE_TRUNC('${grain}', create_time) ORDER BY ${nameOf(metric)} DESC LIMIT ${draw.pick(limits)}`;
}

function table(draw: Draw): string {
  const chosen = draw.few(dimensions, 1, 3);
  const values = draw.few(metrics, 1, 3);
  const having = draw.chance(0.4) ? ` HAVING ((COUNT(*) > ${draw.below(9)}))` : '';
  return `SELECT ${chosen.map((each) => `${each} AS ${each}`).join(', ')}, ${values.join(', ')} \nFROM ${source(draw)} \nWHERE ${filters(draw)} GROUP BY ${chosen.join(', ')}${having} ORDER BY ${nameOf(values[0] ?? '')} DESC \n LIMIT ${draw.pick(limits)}`;
}

const other = templates('superset/other', 24, [
  'SELECT DISTINCT {c1} AS {c1} \nFROM videos \n LIMIT 10{n}',
  'SELECT min(create_time) AS min, max(create_time) AS max FROM videos',
  'SELECT COUNT(*) AS rowcount FROM (SELECT {c1} AS {c1}, COUNT(*) AS count FROM videos GROUP BY {c1} LIMIT {n}) AS rowcount_qry',
  'SELECT * \nFROM (SELECT * FROM videos WHERE {m} > {n}) AS inner_qry \n LIMIT 1001',
  'SELECT\n  region AS region,\n  sum({m}) AS metric\nFROM videos\nWHERE\n  create_time >= TO_TIMESTAMP(16{n}00000)\nGROUP BY\n  region\nORDER BY\n  metric DESC\nLIMIT 50001',
  'SELECT quantile_cont({m}, 0.{i}) AS p, median({m}) AS med FROM videos WHERE 1 = 1 LIMIT 50000',
  "SELECT DATE_TRUNC('day', CAST(create_time AS TIMESTAMP)) AS __timestamp, COUNT(*) AS count FROM (SELECT * FROM videos WHERE region = {R}) AS expr_qry GROUP BY DATE_TRUNC('day', CAST(create_time AS TIMESTAMP)) LIMIT {n}",
  'SELECT region, "MAX(share_count)" FROM (SELECT region, max(share_count) AS "MAX(share_count)" FROM videos WHERE {m} > {n} GROUP BY region) AS t ORDER BY region ASC LIMIT 5000',
]);

export const superset: readonly Family[] = [
  { name: 'superset/timeseries', count: 40, make: timeseries },
  { name: 'superset/top-series', count: 25, make: topSeries },
  { name: 'superset/tables', count: 35, make: table },
  other,
];
