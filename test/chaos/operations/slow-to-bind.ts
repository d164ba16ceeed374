/**
 * Statements that the gate admits and that keep the engine busy before it reads a row: it checks for interrupts neither when
 * it binds names nor when it optimizes. Each kind is as large as the gate allows.
 */
export interface SlowStatement {
  readonly name: string;
  readonly sql: string;
}

const list = (count: number, item: (index: number) => string | number, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);

const nested = (levels: number, innermost: string, wrap: (inner: string, level: number) => string) => {
  let text = innermost;
  for (let level = 0; level < levels; level += 1) text = wrap(text, level);
  return text;
};

const joined = (word: string, on: (index: number) => string) =>
  `SELECT count(*) FROM videos v0 ${list(39, (i) => `${word} videos v${i + 1}${on(i)}`, ' ')}`;

/** The first ones are those that took longest without a deadline. */
export const slowToBind: readonly SlowStatement[] = [
  { name: '39 natural joins', sql: joined('NATURAL JOIN', () => '') },
  {
    name: 'stars, each twice the one before',
    sql: nested(12, 'SELECT * FROM videos', (s) => `SELECT *, * FROM (${s})`),
  },
  {
    name: 'CTEs, each twice the one before',
    sql: `WITH c0 AS (FROM videos), ${list(9, (i) => `c${i + 1} AS NOT MATERIALIZED (SELECT a.* FROM c${i} a JOIN c${i} b USING (video_id))`)} SELECT count(*) FROM c9`,
  },
  { name: 'a hundred COLUMNS(*)', sql: `SELECT ${list(100, () => 'COLUMNS(*)')} FROM videos v, videos w` },
  { name: '39 tables crossed', sql: `SELECT count(*) FROM ${list(39, (i) => `videos v${i}`)}` },
  {
    name: 'PIVOT of 500 columns',
    sql: `PIVOT videos ON play_count IN (${list(500, (i) => i)}) USING sum(like_count), max(share_count) GROUP BY region`,
  },
  {
    name: '99 correlated subqueries',
    sql: `SELECT ${list(99, (i) => `(SELECT max(play_count) FROM videos w WHERE w.author = v.author AND w.like_count > ${i})`)} FROM videos v`,
  },
  {
    name: '700 patterns',
    sql: `SELECT count(*) FROM videos WHERE ${list(700, (i) => `regexp_matches(description, '(a|b){${i}}x')`, ' OR ')}`,
  },
  {
    name: '1,400 groups',
    sql: `SELECT count(*) FROM videos GROUP BY ${list(1_400, (i) => `play_count + ${i}`)}`,
  },
  {
    name: '900 distinct counts',
    sql: `SELECT ${list(900, (i) => `count(DISTINCT play_count + ${i})`)} FROM videos`,
  },
  {
    name: '20 QUALIFY, nested',
    sql: nested(
      20,
      'SELECT * FROM videos',
      (s, i) =>
        `SELECT * FROM (${s}) QUALIFY row_number() OVER (PARTITION BY author ORDER BY play_count) > ${i}`,
    ),
  },
  {
    name: '39 joins in a chain',
    sql: joined(
      'JOIN',
      (i) => ` ON v${i + 1}.author = v${i}.author AND v${i + 1}.like_count < v${i}.like_count`,
    ),
  },
  {
    name: '39 joins in many circles',
    sql: `SELECT count(*) FROM ${list(39, (i) => `videos v${i}`)} WHERE ${list(117, (i) => `v${i % 39}.author = v${(i * 7 + 1) % 39}.author`, ' AND ')}`,
  },
  { name: '39 left joins', sql: joined('LEFT JOIN', (i) => ` ON v${i + 1}.author = v${i}.author`) },
  {
    name: '39 joins by OR',
    sql: joined(
      'JOIN',
      (i) => ` ON v0.play_count = v${i + 1}.like_count OR v0.like_count = v${i + 1}.play_count`,
    ),
  },
  {
    name: '39 joins by inequalities',
    sql: joined(
      'JOIN',
      (i) => ` ON v0.play_count > v${i + 1}.like_count AND v0.like_count < v${i + 1}.play_count`,
    ),
  },
  {
    name: 'IN of 5,000 texts',
    sql: `SELECT count(*) FROM videos WHERE author IN (${list(5_000, (i) => `'a${i}'`)})`,
  },
  {
    name: '1,900 conditions',
    sql: `SELECT * FROM videos WHERE ${list(1_900, (i) => `play_count <> ${i}`, ' AND ')}`,
  },
  {
    name: '98 subqueries in OR',
    sql: `SELECT * FROM videos WHERE ${list(98, (i) => `play_count IN (SELECT like_count + ${i} FROM videos)`, ' OR ')}`,
  },
  {
    name: '1,500 casts',
    sql: `SELECT ${list(1_500, (i) => `play_count::DECIMAL(38,${i % 30})::VARCHAR`)} FROM videos`,
  },
  {
    name: '55 CASE, nested',
    sql: `SELECT ${nested(55, '0', (s, i) => `CASE WHEN play_count > ${i} THEN ${i} ELSE ${s} END`)} FROM videos`,
  },
  {
    name: '400 lambdas',
    sql: `SELECT ${list(400, (i) => `list_transform(hashtags, lambda x: x || '${i}')`)} FROM videos`,
  },
  {
    name: '400 windows',
    sql: `SELECT ${list(400, (i) => `sum(play_count) OVER (PARTITION BY author ORDER BY create_time ROWS ${i} PRECEDING)`)} FROM videos`,
  },
  { name: '99 unions', sql: list(99, () => 'SELECT * FROM videos', ' UNION ') },
  {
    name: '99 unions by name',
    sql: list(99, (i) => `SELECT play_count AS a${i}, * FROM videos`, ' UNION ALL BY NAME '),
  },
  {
    name: 'CUBE of 8 columns',
    sql: `SELECT ${list(8, (i) => `play_count % ${i + 2} AS g${i}`)}, count(*) FROM videos GROUP BY CUBE (${list(8, (i) => `g${i}`)})`,
  },
  {
    name: '11 EXISTS, nested',
    sql: `SELECT count(*) FROM videos v WHERE ${nested(11, 'true', (s, i) => `EXISTS (SELECT 1 FROM videos v${i} WHERE v${i}.author = v.author AND ${s})`)}`,
  },
  {
    name: '38 LATERAL in a chain',
    sql: `SELECT count(*) FROM videos v ${list(38, (i) => `, LATERAL (SELECT ${i ? `x${i - 1}` : 'v.play_count'} + ${i} AS x${i})`, '')}`,
  },
  {
    name: '20 recursive CTEs',
    sql: `WITH RECURSIVE ${list(20, (i) => `r${i} AS (SELECT ${i} AS a UNION ALL SELECT a + 1 FROM r${i} WHERE a < 10)`)} SELECT count(*) FROM ${list(20, (i) => `r${i}`)}`,
  },
];
