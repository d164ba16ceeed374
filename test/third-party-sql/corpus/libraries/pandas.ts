import type { Draw } from '../draw.ts';
import { type Family, templates } from '../family.ts';

const columns = [
  'video_id',
  'author',
  'region',
  'language',
  'play_count',
  'like_count',
  'create_time',
  'is_ad',
];

/** What SQLAlchemy compiles for `pandas.read_sql` and for an object-relational mapper. */
function alchemy(draw: Draw): string {
  const chosen = draw.few(columns, 2, 5);
  const list = chosen.map((column) => `videos.${column}`).join(', ');
  const named = chosen.map((column) => `videos.${column} AS videos_${column}`).join(', ');
  const where = draw.few(
    [
      `videos.region = ${draw.fill('{R}')}`,
      `videos.play_count > ${draw.below(500)}`,
      `videos.author LIKE '${draw.pick(['a', 'k', 'm'])}' || '%'`,
      `videos.language IN (${draw.fill('{G}, {G}')})`,
      'videos.is_ad IS true',
      `videos.create_time >= '2025-0${1 + draw.below(9)}-01 00:00:00'`,
      `(videos.like_count IS NULL OR videos.like_count <= ${draw.below(900)})`,
      `lower(videos.author) LIKE lower('%${draw.pick(['a', 'e'])}%')`,
    ],
    1,
    3,
  );
  return draw.pick([
    `SELECT ${list} \nFROM videos \nWHERE ${where.join(' AND ')} ORDER BY videos.video_id\n LIMIT ${1 + draw.below(100)}`,
    `SELECT ${named} \nFROM videos \nWHERE ${where.join(' AND ')} ORDER BY videos.video_id DESC\n LIMIT ${1 + draw.below(100)} OFFSET ${draw.below(40)}`,
    `SELECT count(*) AS count_1 \nFROM (SELECT ${named} \nFROM videos \nWHERE ${where.join(' AND ')}) AS anon_1`,
    `SELECT anon_1.region, anon_1.n \nFROM (SELECT videos.region AS region, count(videos.video_id) AS n, max(videos.play_count) AS max_1 \nFROM videos \nWHERE ${where.join(' AND ')} GROUP BY videos.region) AS anon_1 LEFT OUTER JOIN authors AS authors_1 ON authors_1.region = anon_1.region AND authors_1.is_verified GROUP BY anon_1.region, anon_1.n ORDER BY anon_1.region`,
    `SELECT videos.region, sum(videos.play_count) AS sum_1, coalesce(avg(videos.like_count), 0.0) AS coalesce_1 \nFROM videos JOIN authors ON authors.author_id = videos.author_id \nWHERE ${where.join(' AND ')} GROUP BY videos.region \nHAVING count(*) > ${draw.below(3)} ORDER BY sum_1 DESC, videos.region`,
  ]);
}

/** Data frames that are written as SQL: positions, null handling, bins, shifts, rolling means. */
const frames = templates('pandas/frames', 40, [
  'SELECT region, language, {m} FROM videos WHERE {m} NOT BETWEEN {i} AND {n} ORDER BY {m} DESC, video_id LIMIT {n}',
  'SELECT video_id, {m} - lag({m}) OVER (ORDER BY create_time, video_id) AS diff, {m} / nullif(lag({m}) OVER (ORDER BY create_time, video_id), 0) - 1 AS pct_change FROM videos ORDER BY create_time, video_id LIMIT {n}',
  'SELECT video_id, avg({m}) OVER (ORDER BY create_time, video_id ROWS BETWEEN {i} PRECEDING AND CURRENT ROW) AS rolling FROM videos ORDER BY create_time, video_id LIMIT {n}',
  'SELECT video_id, sum({m}) OVER (PARTITION BY author_id ORDER BY create_time, video_id) AS cumsum FROM videos ORDER BY video_id LIMIT {n}',
  'SELECT count({m1}) AS count, avg({m1}) AS mean, stddev({m1}) AS std, min({m1}) AS min, quantile_cont({m1}, 0.25) AS "25%", quantile_cont({m1}, 0.5) AS "50%", quantile_cont({m1}, 0.75) AS "75%", max({m1}) AS max FROM videos',
  'SELECT region, {m1}, coalesce({m1}, avg({m1}) OVER (PARTITION BY region)) AS filled FROM videos ORDER BY video_id LIMIT {n}',
  'SELECT floor({m1} / {n}) AS bin, count(*) FROM videos GROUP BY bin ORDER BY bin',
  'SELECT {c1}, sum(CASE WHEN is_ad THEN 1 ELSE 0 END) AS "True", sum(CASE WHEN NOT is_ad THEN 1 ELSE 0 END) AS "False" FROM videos GROUP BY {c1} ORDER BY {c1}',
  'SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY region ORDER BY {m} DESC NULLS LAST, video_id) AS _n FROM videos) WHERE _n <= {i} ORDER BY region, _n',
  'SELECT index, v FROM (SELECT row_number() OVER (ORDER BY video_id) - 1 AS index, {m} AS v FROM videos) WHERE index BETWEEN {i} AND {n} ORDER BY index',
  'SELECT a.region, a.n, b.n AS n_right FROM (SELECT region, count(*) AS n FROM videos GROUP BY region) a FULL OUTER JOIN (SELECT region, count(*) AS n FROM authors WHERE follower_count > {n} GROUP BY region) b ON a.region IS NOT DISTINCT FROM b.region ORDER BY ALL',
  'SELECT {c1}, count(*) * 1.0 / (SELECT count(*) FROM videos) AS proportion FROM videos GROUP BY {c1} ORDER BY proportion DESC, {c1}',
  'SELECT corr({m}, {m}), covar_samp({m}, {m}) FROM videos WHERE {m} > {i}',
  "SELECT strftime(create_time, '%Y-%m-01')::DATE AS month, sum({m}) AS total FROM videos GROUP BY month ORDER BY month",
  'SELECT video_id, unnest(hashtags) AS hashtags FROM videos WHERE len(hashtags) > {i} % 3 ORDER BY ALL LIMIT {n}',
  'SELECT DISTINCT region, language FROM videos WHERE region NOT IN ({R}, {R}) ORDER BY region, language',
]);

export const pandas: readonly Family[] = [{ name: 'pandas/sqlalchemy', count: 50, make: alchemy }, frames];
