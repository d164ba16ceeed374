/** A statement that asks for far more than a query may have. */
export interface Bomb {
  readonly name: string;
  readonly sql: string;
}

const nested = (count: number, before: string, inner: string, after: string) =>
  before.repeat(count) + inner + after.repeat(count);

/** What is known to hurt DuckDB 1.5.6 somewhere: its planner, its memory, or its willingness to stop. */
export const bombs: readonly Bomb[] = [
  // Planning that no interrupt reaches
  { name: '26 scalar subqueries', sql: `SELECT ${nested(26, '(SELECT ', '1', ')')}` },
  { name: '24 EXISTS', sql: `SELECT ${nested(24, 'EXISTS (SELECT ', '1', ')')}` },
  { name: '12 lambdas', sql: `SELECT ${nested(12, 'list_transform([1], lambda x: ', 'x', ')')}` },
  { name: '26 JSON arrows', sql: `SELECT '{}'::JSON${"->'a'".repeat(26)}` },
  { name: '14 split_part', sql: `SELECT ${nested(14, 'split_part(', "'a'", ",'b',1)")}` },
  { name: '9 round_even', sql: `SELECT ${nested(9, 'round_even(', '2.5', ',0)')}` },
  { name: '800 additions', sql: `SELECT 1${'+1'.repeat(800)}` },
  { name: '900 concatenations', sql: `SELECT 'a'${"||'a'".repeat(900)}` },
  { name: '300 rows in rows', sql: `SELECT ${nested(300, 'row(', '1', ')')}` },
  { name: '5,000 nested comments', sql: `SELECT 1 ${nested(5_000, '/*', '', '*/')}` },
  {
    name: '30 CTEs, each twice the one before',
    sql: `WITH c0 AS (SELECT 1 AS x)${Array.from({ length: 30 }, (_, i) => `, c${i + 1} AS NOT MATERIALIZED (SELECT a.x FROM c${i} a, c${i} b)`).join('')} SELECT count(*) FROM c30`,
  },
  {
    name: 'CUBE of 12 columns',
    sql: 'SELECT count(*) FROM (SELECT count(*) FROM videos GROUP BY CUBE (video_id, author, description, play_count, like_count, comment_count, share_count, create_time, music_title, duration_ms, region, language))',
  },
  // Memory beside DuckDB's own limit
  { name: 'repeat of 1 GB', sql: "SELECT length(repeat('x', 1000000000))" },
  { name: 'repeat of every caption', sql: 'SELECT repeat(description, 100000) FROM videos' },
  { name: 'repeat of a list', sql: 'SELECT repeat([1, 2, 3], 500000000)' },
  { name: 'a list of 100 million', sql: 'SELECT len(generate_series(1, 100000000))' },
  {
    name: 'unnest of a billion',
    sql: 'SELECT count(*) FROM (SELECT unnest(generate_series(1, 1000000000)))',
  },
  { name: 'lpad of 1 GB', sql: "SELECT length(lpad('x', 1000000000, 'y'))" },
  { name: 'printf of 1 GB', sql: "SELECT length(printf('%1000000000d', 1))" },
  { name: 'format of 1 GB', sql: "SELECT length(format('{:1000000000d}', 1))" },
  { name: 'array_resize', sql: 'SELECT len(array_resize([1], 100000000, 0))' },
  { name: 'list_sort of 100 million', sql: 'SELECT len(list_sort(range(100000000)))' },
  { name: 'a map of 20 million', sql: 'SELECT cardinality(map(range(20000000), range(20000000)))' },
  { name: 'regexp_extract_all of 20 MB', sql: "SELECT len(regexp_extract_all(repeat('a', 20000000), 'a'))" },
  { name: 'to_json of 50 million', sql: 'SELECT length(to_json(range(50000000)))' },
  { name: 'string_split of 100 MB', sql: "SELECT len(string_split(repeat('a,', 50000000), ','))" },
  { name: 'bitstring of a billion', sql: "SELECT bit_count(bitstring('1', 1000000000))" },
  { name: 'lists in a lambda', sql: 'SELECT len(list_transform(range(100000), lambda x: range(100000)))' },
  {
    name: 'every caption pair in one text',
    sql: "SELECT length(string_agg(a.description || b.description, ',')) FROM videos a, videos b",
  },
  {
    name: 'every id triple in one list',
    sql: 'SELECT len(list(a.video_id)) FROM videos a, videos b, videos c',
  },
  {
    name: 'all pairs sorted',
    sql: 'SELECT a.description, b.description FROM videos a, videos b ORDER BY 1, 2',
  },
  {
    name: 'doubling recursive text',
    sql: "WITH RECURSIVE t(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM t) SELECT max(length(s)) FROM t",
  },
  {
    name: 'doubling recursive rows',
    sql: 'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + i FROM t, range(2) r(i)) SELECT count(*) FROM t',
  },
  // Time that no interrupt stops
  {
    name: 'ILIKE with 200 wildcards',
    sql: `SELECT count(*) FROM videos, range(1000) WHERE repeat(description, 100) ILIKE '${'%a'.repeat(200)}b'`,
  },
  {
    name: 'GLOB with 29 stars',
    sql: `SELECT count(*) FROM videos WHERE repeat('a', 200) GLOB '${'*a'.repeat(29)}b'`,
  },
  {
    name: 'levenshtein of 40 KB',
    sql: 'SELECT max(levenshtein(repeat(a.description, 2000), repeat(b.description, 2001))) FROM videos a, videos b',
  },
  {
    name: 'damerau_levenshtein of 20 KB',
    sql: 'SELECT max(damerau_levenshtein(repeat(a.description, 800), repeat(b.description, 801))) FROM videos a, videos b',
  },
  {
    name: 'list_reduce of 30 million',
    sql: 'SELECT list_reduce(range(30000000), lambda a, b: a + b + hash(a)::BIGINT % 7)',
  },
  {
    name: 'list_reduce of lists, per row',
    sql: 'SELECT max(list_reduce(range(20000), lambda a, b: a + b % 7)) FROM videos',
  },
  {
    name: 'nested hashes',
    sql: `SELECT max(${nested(40, 'sha256(', 'repeat(description, 9000)', ')')}) FROM videos`,
  },
  // Time that an interrupt stops
  {
    name: 'three tables crossed',
    sql: 'SELECT count(*) FROM videos a, videos b, videos c WHERE a.like_count + b.like_count + c.like_count = -1',
  },
  {
    name: 'endless recursion',
    sql: 'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t',
  },
  { name: 'range of 10^12', sql: 'SELECT count(*) FROM range(1000000000000)' },
  { name: 'OFFSET of 2^63', sql: 'SELECT * FROM videos a, videos b, videos c OFFSET 9223372036854775807' },
  {
    name: 'running distinct count',
    sql: 'SELECT count(DISTINCT a.description) OVER (ORDER BY a.video_id) FROM videos a, range(100)',
  },
  { name: 'histogram of pairs', sql: 'SELECT histogram(a.video_id || b.video_id) FROM videos a, videos b' },
  {
    name: 'patterns from a column',
    sql: 'SELECT count(*) FROM videos a, videos b WHERE regexp_matches(a.description, b.description)',
  },
  { name: 'all rows times all rows', sql: 'SELECT a.*, b.*, c.* FROM videos a, videos b, videos c' },
];
