import { AppError } from '@sdq/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { callRules } from '../../src/dialects/call-rules.ts';
import { suggestions } from '../../src/dialects/suggest.ts';
import { syntaxRules } from '../../src/dialects/syntax-rules.ts';
import { type Engine, openEngine, type QueryOptions } from '../../src/index.ts';
import { applyEdits } from '../../src/syntax/text-edits.ts';
import { TokenText } from '../../src/syntax/token-text.ts';
import { tokenize } from '../../src/syntax/tokens.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;
beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 100);
  engine = await openEngine({ index: directory.path, isolation: 'in-process', refreshMs: 0 });
});
afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

async function run(sql: string, options?: QueryOptions): Promise<AppError | 'rows'> {
  try {
    await (await engine.query(sql, { limit: 5, ...options })).toArray();
    return 'rows';
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Habits of other dialects: with each, what the hint must contain. */
const habits: readonly (readonly [sql: string, written: string])[] = [
  ['SELECT TOP 5 author FROM videos', 'LIMIT 5'],
  ['SELECT TOP (5) author FROM videos;', 'LIMIT 5'],
  ['SELECT DISTINCT TOP 3 author FROM videos -- a comment', 'LIMIT 3'],
  ['SELECT `author`, `play_count` FROM `videos`', '"author"'],
  ['SELECT [author] FROM [videos]', '"author"'],
  ['SELECT v.[author] FROM videos v', '"author"'],
  ['SELECT author FROM videos LIMIT 5, 10', 'LIMIT 10 OFFSET 5'],
  ['SELECT count(*) FROM videos v STRAIGHT_JOIN authors a ON a.author = v.author', 'JOIN'],
  ['SELECT author FROM videos MINUS SELECT author FROM authors', 'EXCEPT'],
  ["SELECT author FROM videos PREWHERE region = 'DE'", 'WHERE'],
  ['SELECT author FROM videos WITH (NOLOCK)', 'Remove WITH (NOLOCK)'],
  ['SELECT 1 AS one FROM dual', 'Remove FROM dual'],
  [
    "SELECT 1 FROM videos WHERE lower(author) ILIKE ANY ('%a%', '%b%')",
    "(lower(author) ILIKE '%a%' OR lower(author) ILIKE '%b%')",
  ],
  ["SELECT 1 FROM videos WHERE author REGEXP '^a'", "regexp_matches(author, '^a')"],
  ["SELECT 1 FROM videos v WHERE v.author RLIKE '^a'", "regexp_matches(v.author, '^a')"],
  ['SELECT f.value FROM videos, LATERAL FLATTEN(input => hashtags) f', 'unnest(hashtags) AS f(value)'],
  ['SELECT h FROM videos LATERAL VIEW explode(hashtags) t AS h', ', unnest(hashtags) AS t(h)'],
  ['SELECT h FROM videos ARRAY JOIN hashtags AS h', ', unnest(hashtags) AS joined(h)'],
  ['SELECT SAFE_CAST(author AS INT64) FROM videos', 'TRY_CAST(author AS BIGINT)'],
  ['SELECT quantile(0.9)(play_count) FROM videos', 'quantile_cont(play_count, 0.9)'],
  ['SELECT quantiles(0.5, 0.9)(play_count) FROM videos', 'quantile_cont(play_count, [0.5, 0.9])'],
  ['SELECT topK(3)(author) FROM videos', 'approx_top_k(author, 3)'],
  ['SELECT 1 FROM videos WHERE create_time > NOW() - 7', 'now() - INTERVAL 7 DAY'],
  ['SELECT 1 FROM videos WHERE create_time > now() - 12 HOURS', 'now() - INTERVAL 12 HOURS'],
  ['SELECT 1 FROM videos WHERE create_time > CURRENT_TIMESTAMP - 30', 'now() - INTERVAL 30 DAY'],
  ['PIVOT videos ON region USING count(*)', "ON region IN ('first value', 'second value')"],
  ['EXPLAIN SELECT count(*) FROM videos', '"explain": true'],
  ['EXPLAIN ANALYZE SELECT count(*) FROM videos', 'sdq query --explain'],
  [
    "SELECT to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') FROM videos",
    "strftime(create_time, '%Y-%m-%d %H:%M:%S')",
  ],
  ["SELECT to_char(play_count, '999,999') FROM videos", "format('{:,}', play_count)"],
  [
    "SELECT DATE_FORMAT(create_time, '%Y-%m-%d %H:%i:%s') FROM videos",
    "strftime(create_time, '%Y-%m-%d %H:%M:%S')",
  ],
  ["SELECT formatDateTime(create_time, '%Y-%m') FROM videos", "strftime(create_time, '%Y-%m')"],
  ["SELECT FORMAT_DATE('%Y', create_time) FROM videos", "strftime(create_time, '%Y')"],
  ["SELECT FORMAT_TIMESTAMP('%Y', create_time) FROM videos", "strftime(create_time, '%Y')"],
  ['SELECT toStartOfYear(create_time) FROM videos', "date_trunc('year', create_time)"],
  ['SELECT toStartOfQuarter(create_time) FROM videos', "date_trunc('quarter', create_time)"],
  ['SELECT toStartOfMonth(create_time), count(*) FROM videos GROUP BY 1', "date_trunc('month', create_time)"],
  ['SELECT toStartOfWeek(create_time) FROM videos', "date_trunc('week', create_time)"],
  ['SELECT toMonday(create_time) FROM videos', "date_trunc('week', create_time)"],
  ['SELECT toStartOfDay(create_time) FROM videos', "date_trunc('day', create_time)"],
  ['SELECT toStartOfHour(create_time) FROM videos', "date_trunc('hour', create_time)"],
  ['SELECT toStartOfMinute(create_time) FROM videos', "date_trunc('minute', create_time)"],
  [
    'SELECT toStartOfInterval(create_time, INTERVAL 15 MINUTE) FROM videos',
    'time_bucket(INTERVAL 15 MINUTE, create_time)',
  ],
  ['SELECT date_trunc(create_time, MONTH) FROM videos', "date_trunc('month', create_time)"],
  ['SELECT TIMESTAMP_TRUNC(create_time, DAY) FROM videos', "date_trunc('day', create_time)"],
  ['SELECT DATETRUNC(month, create_time) FROM videos', "date_trunc('month', create_time)"],
  ['SELECT toYYYYMM(create_time) FROM videos', "CAST(strftime(create_time, '%Y%m') AS INTEGER)"],
  ['SELECT toYYYYMMDD(create_time) FROM videos', "CAST(strftime(create_time, '%Y%m%d') AS INTEGER)"],
  ['SELECT toYear(create_time) FROM videos', 'year(create_time)'],
  ['SELECT toQuarter(create_time) FROM videos', 'quarter(create_time)'],
  ['SELECT toMonth(create_time) FROM videos', 'month(create_time)'],
  ['SELECT toDayOfMonth(create_time) FROM videos', 'day(create_time)'],
  ['SELECT toDayOfWeek(create_time) FROM videos', 'isodow(create_time)'],
  ['SELECT toHour(create_time) FROM videos', 'hour(create_time)'],
  ['SELECT toMinute(create_time) FROM videos', 'minute(create_time)'],
  ['SELECT toUnixTimestamp(create_time) FROM videos', 'CAST(epoch(create_time) AS BIGINT)'],
  ['SELECT toDate(create_time) FROM videos', 'CAST(create_time AS DATE)'],
  ['SELECT toDateTime(create_time) FROM videos', 'CAST(create_time AS TIMESTAMP)'],
  ['SELECT toString(play_count) FROM videos', 'CAST(play_count AS VARCHAR)'],
  ['SELECT toInt32(play_count) FROM videos', 'CAST(play_count AS INTEGER)'],
  ["SELECT toInt64('12')", "CAST('12' AS BIGINT)"],
  ["SELECT toUInt32('12')", "CAST('12' AS UINTEGER)"],
  ["SELECT toUInt64('12')", "CAST('12' AS UBIGINT)"],
  ["SELECT toFloat32('1.5')", "CAST('1.5' AS FLOAT)"],
  ["SELECT toFloat64('1.5')", "CAST('1.5' AS DOUBLE)"],
  ["SELECT TO_NUMBER('1.5')", "CAST('1.5' AS DOUBLE)"],
  ['SELECT GETDATE()', 'now()'],
  ['SELECT GETUTCDATE()', 'now()'],
  ['SELECT SYSDATETIME()', 'now()'],
  ['SELECT SYSDATE()', 'now()'],
  ['SELECT CURDATE()', 'current_date'],
  ["SELECT NVL(author, 'x') FROM videos", "coalesce(author, 'x')"],
  ["SELECT ISNULL(author, 'x') FROM videos", "coalesce(author, 'x')"],
  ['SELECT ISNULL(author) FROM videos', '(author IS NULL)'],
  ["SELECT NVL2(author, 'a', 'b') FROM videos", "CASE WHEN author IS NOT NULL THEN 'a' ELSE 'b' END"],
  ['SELECT ZEROIFNULL(play_count) FROM videos', 'coalesce(play_count, 0)'],
  ["SELECT IIF(play_count > 1, 'a', 'b') FROM videos", "CASE WHEN play_count > 1 THEN 'a' ELSE 'b' END"],
  ["SELECT IFF(play_count > 1, 'a', 'b') FROM videos", "CASE WHEN play_count > 1 THEN 'a' ELSE 'b' END"],
  [
    "SELECT DECODE(region, 'DE', 1, 'FR', 2, 0) FROM videos",
    "CASE region WHEN 'DE' THEN 1 WHEN 'FR' THEN 2 ELSE 0 END",
  ],
  ['SELECT DATEADD(day, -7, create_time) FROM videos', 'create_time + INTERVAL (-7) DAY'],
  ['SELECT TIMESTAMPADD(HOUR, 2, create_time) FROM videos', 'create_time + INTERVAL (2) HOUR'],
  ['SELECT DATE_SUB(CURDATE(), INTERVAL 7 DAY)', 'current_date - INTERVAL 7 DAY'],
  ['SELECT DATE_SUB(create_time, INTERVAL 1 MONTH) FROM videos', 'create_time - INTERVAL 1 MONTH'],
  ['SELECT TIMESTAMP_SUB(create_time, INTERVAL 1 DAY) FROM videos', 'create_time - INTERVAL 1 DAY'],
  ['SELECT DATETIME_SUB(create_time, INTERVAL 1 DAY) FROM videos', 'create_time - INTERVAL 1 DAY'],
  ['SELECT ADD_MONTHS(create_time, 2) FROM videos', 'create_time + INTERVAL (2) MONTH'],
  ['SELECT DATEDIFF(day, create_time, now()) FROM videos', "date_diff('day', create_time, now())"],
  [
    'SELECT DATEDIFF(now(), create_time) FROM videos',
    "date_diff('day', CAST(create_time AS DATE), CAST(now() AS DATE))",
  ],
  ['SELECT DATE_DIFF(now(), create_time, DAY) FROM videos', "date_diff('day', create_time, now())"],
  ['SELECT TIMESTAMPDIFF(HOUR, create_time, now()) FROM videos', "date_diff('hour', create_time, now())"],
  ['SELECT TIMESTAMP_DIFF(now(), create_time, HOUR) FROM videos', "date_diff('hour', create_time, now())"],
  ['SELECT DATEPART(year, create_time) FROM videos', "date_part('year', create_time)"],
  ['SELECT DATENAME(month, create_time) FROM videos', 'monthname(create_time)'],
  ['SELECT EOMONTH(create_time) FROM videos', 'last_day(create_time)'],
  ['SELECT CONVERT(VARCHAR(10), create_time) FROM videos', 'CAST(create_time AS VARCHAR)'],
  ["SELECT CONVERT('12', UNSIGNED)", "CAST('12' AS UBIGINT)"],
  ["SELECT TRY_CONVERT(INT, 'x')", "TRY_CAST('x' AS INT)"],
  ["SELECT STR_TO_DATE('2024-01-02', '%Y-%m-%d')", "strptime('2024-01-02', '%Y-%m-%d')"],
  ["SELECT TO_DATE('2024-01-02', 'YYYY-MM-DD')", "CAST(strptime('2024-01-02', '%Y-%m-%d') AS DATE)"],
  ["SELECT TO_TIMESTAMP('2024-01-02 03', 'YYYY-MM-DD HH24')", "strptime('2024-01-02 03', '%Y-%m-%d %H')"],
  ["SELECT PARSE_DATE('%Y-%m-%d', '2024-01-02')", "CAST(strptime('2024-01-02', '%Y-%m-%d') AS DATE)"],
  ["SELECT PARSE_TIMESTAMP('%Y-%m-%d', '2024-01-02')", "strptime('2024-01-02', '%Y-%m-%d')"],
  ['SELECT UNIX_TIMESTAMP(create_time) FROM videos', 'epoch(create_time)'],
  ['SELECT UNIX_TIMESTAMP()', 'epoch(now())'],
  ['SELECT FROM_UNIXTIME(0)', 'to_timestamp(0)'],
  ["SELECT sumIf(play_count, region = 'DE') FROM videos", "sum(play_count) FILTER (WHERE region = 'DE')"],
  ["SELECT avgIf(play_count, region = 'DE') FROM videos", "avg(play_count) FILTER (WHERE region = 'DE')"],
  ["SELECT minIf(play_count, region = 'DE') FROM videos", "min(play_count) FILTER (WHERE region = 'DE')"],
  ["SELECT maxIf(play_count, region = 'DE') FROM videos", "max(play_count) FILTER (WHERE region = 'DE')"],
  ["SELECT uniqIf(author, region = 'DE') FROM videos", "count(DISTINCT author) FILTER (WHERE region = 'DE')"],
  ['SELECT uniq(author) FROM videos', 'count(DISTINCT author)'],
  ['SELECT uniqExact(author) FROM videos', 'count(DISTINCT author)'],
  ['SELECT COUNT_DISTINCT(author) FROM videos', 'count(DISTINCT author)'],
  ['SELECT uniqCombined(author) FROM videos', 'approx_count_distinct(author)'],
  ['SELECT uniqHLL12(author) FROM videos', 'approx_count_distinct(author)'],
  ['SELECT APPROX_DISTINCT(author) FROM videos', 'approx_count_distinct(author)'],
  ['SELECT groupArray(author) FROM videos', 'list(author)'],
  ['SELECT groupUniqArray(author) FROM videos', 'list(DISTINCT author)'],
  ['SELECT PERCENTILE_APPROX(play_count, 0.9) FROM videos', 'approx_quantile(play_count, 0.9)'],
  ['SELECT STDEV(play_count) FROM videos', 'stddev(play_count)'],
  ['SELECT arrayJoin(hashtags) FROM videos', 'unnest(hashtags)'],
  ['SELECT EXPLODE(hashtags) FROM videos', 'unnest(hashtags)'],
  ["SELECT has(hashtags, 'a') FROM videos", "list_contains(hashtags, 'a')"],
  ['SELECT ARRAY_SIZE(hashtags) FROM videos', 'len(hashtags)'],
  ["SELECT CHARINDEX('a', author) FROM videos", "strpos(author, 'a')"],
  ["SELECT LOCATE('a', author) FROM videos", "strpos(author, 'a')"],
  ["SELECT REGEXP_LIKE(author, 'a') FROM videos", "regexp_matches(author, 'a')"],
  ["SELECT REGEXP_CONTAINS(author, 'a') FROM videos", "regexp_matches(author, 'a')"],
  ["SELECT REGEXP_SUBSTR(author, 'a') FROM videos", "regexp_extract(author, 'a')"],
  ['SELECT SAFE_DIVIDE(like_count, play_count) FROM videos', 'like_count / nullif(play_count, 0)'],
  [`SELECT JSON_EXTRACT_SCALAR('{"a":1}', '$.a')`, `json_extract_string('{"a":1}', '$.a')`],
  [`SELECT GET_JSON_OBJECT('{"a":1}', '$.a')`, `json_extract_string('{"a":1}', '$.a')`],
  ['SELECT RAND()', 'random()'],
  ['SELECT NEWID()', 'uuid()'],
  ['SELECT MID(author, 1, 2) FROM videos', 'substr(author, 1, 2)'],
  ['SELECT SPACE(3) || author FROM videos', "repeat(' ', 3)"],
  ["SELECT SUBSTRING_INDEX(author, 'e', 1) FROM videos", "split_part(author, 'e', 1)"],
];

/** The text after the suggestions that are about its error: the outermost ones, without overlaps. */
function corrected(sql: string): string {
  const chosen: { start: number; end: number; text: string }[] = [];
  for (const { edits } of suggestions(sql))
    for (const edit of edits)
      if (chosen.every(({ start, end }) => edit.end <= start || edit.start >= end)) chosen.push(edit);
  return applyEdits(sql, chosen).text;
}

test.each(habits)('%s', async (sql, written) => {
  const error = await run(sql);
  expect(error).toBeInstanceOf(AppError);
  const { hint, sql: details, code } = error as AppError;
  expect(code).not.toBe('internal_error');
  expect(hint ?? '').toContain(written);
  expect(details.some((detail) => detail.hint?.includes(written))).toBe(true);
  const fixed = corrected(sql);
  const outcome = await run(fixed);
  expect(outcome === 'rows' ? 'rows' : `${fixed}: ${outcome.message}`).toBe('rows');
});

test('every rule has a habit above that it corrects, or corrects what DuckDB runs too', () => {
  const all = habits.map(([sql]) => sql.toLowerCase());
  const runsToo = new Set([
    'ifnull',
    'if',
    'date_add',
    'countif',
    'count_if',
    'argmax',
    'argmin',
    'split',
    'cardinality',
  ]);
  const missing = [...callRules.keys()].filter(
    (name) => !runsToo.has(name) && !all.some((sql) => new RegExp(`\\b${name}\\(`).test(sql)),
  );
  expect(missing).toEqual([]);
  const texts = habits.map(([sql]) => new TokenText(sql, tokenize(sql).tokens));
  const idle = Object.entries(syntaxRules).filter(([, rule]) =>
    texts.every((text) => rule(text).length === 0),
  );
  expect(idle.map(([name]) => name)).toEqual([]);
});

test.each([
  ['SELECT 1 FROM videos WHERE region = "US"', "'US'"],
  ['SELECT 1 FROM videos WHERE region IN ("US", "DE")', "'US'"],
  ["SELECT CASE WHEN region = 'US' THEN \"it's\" END FROM videos", "'it''s'"],
])('%s: a text in double quotes', async (sql, written) => {
  const error = (await run(sql)) as AppError;
  expect(error.code).toBe('sql_unknown_column');
  expect(error.hint).toContain(`Write ${written}`);
});

test.each([
  ['SELECT plya_count FROM videos', undefined],
  ['SELECT ifnull(plya_count, 0) FROM videos', undefined],
  ['SELECT nvl(plya_count, 0) FROM videos', 'coalesce(plya_count, 0)'],
  ['SELECT coalesce(foo(author), 1) FROM videos', undefined],
  ['SELECT ifnull(foo(author), 1) FROM videos', undefined],
])('%s: a hint about something else is not given', async (sql, written) => {
  const { hint } = (await run(sql)) as AppError;
  if (written === undefined) expect(hint).toBeUndefined();
  else expect(hint).toContain(written);
});

test('named beside positional parameters', async () => {
  const error = (await run('SELECT $a, ?', { parameters: { a: 1 } })) as AppError;
  expect(error).toMatchObject({ code: 'sql_parameter_error' });
  expect(error.message).toContain('cannot be mixed');
  expect(error.sql[0]).toMatchObject({ near: '?' });
});

test('deeply nested calls cost little', () => {
  const nested = `SELECT ${'ifnull(date_add('.repeat(90)}x${', 1), 2)'.repeat(90)}`;
  const startedAt = process.cpuUsage().user;
  suggestions(nested);
  expect((process.cpuUsage().user - startedAt) / 1e6).toBeLessThan(3);
});
