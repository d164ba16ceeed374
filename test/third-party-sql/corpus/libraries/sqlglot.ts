import { type Family, templates } from '../family.ts';

/** What its DuckDB generator makes of SQL in other dialects, and identities of its own tests. */
const written = templates('sqlglot/written', 80, [
  "SELECT CAST(x AS TIMESTAMP) + INTERVAL '{i}' DAY FROM (VALUES ({D})) AS t(x)",
  "SELECT STRFTIME(CAST({D} AS TIMESTAMP), '%Y-%m-%d'), STRPTIME({D}, '%Y-%m-%d'), CAST(STRPTIME({D}, '%Y-%m-%d') AS DATE)",
  "SELECT DATE_DIFF('DAY', CAST({D} AS DATE), CAST({D} AS DATE)), DATE_TRUNC('WEEK', CAST({D} AS DATE)), LAST_DAY(CAST({D} AS DATE))",
  'SELECT EPOCH(CAST({T} AS TIMESTAMP)), EPOCH_MS({n}000), MAKE_TIMESTAMP({n}000), TO_TIMESTAMP({n})',
  "SELECT LIST_VALUE(1, {i})[1], [1, 2, {i}][2], {'a': {i}, 'b': 2}, ROW({i}, 2), STRUCT_PACK(a := {i})",
  "SELECT JSON_EXTRACT('{\"a\": {i}}', '$.a'), '{\"a\": [{i}]}' -> '$.a[0]', CAST('{\"b\": {i}}' AS JSON) ->> '$.b'",
  "SELECT REGEXP_MATCHES({s}, 'o'), REGEXP_EXTRACT({s}, '[a-z]+'), REGEXP_REPLACE({s}, 'a', 'b', 'g')",
  'SELECT CASE WHEN {i} > 4 THEN 1 ELSE 0 END, COALESCE(NULL, {i}), NULLIF({i}, 1), IF({i} = 1, 2, 3)',
  'SELECT a, b FROM (VALUES (1, {i}), (2, {n})) AS x(a, b) QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) = 1 ORDER BY a',
  'SELECT * EXCLUDE (video_id) REPLACE (region AS language) FROM videos ORDER BY video_id LIMIT {i}',
  'SELECT SUM({m}) FILTER(WHERE {m} > {n}) FROM videos',
  'SELECT APPROX_COUNT_DISTINCT({c}) > 0, APPROX_QUANTILE({m}, {q}) > 0, QUANTILE({m}, {q}), QUANTILE_CONT({m}, {q}) FROM videos',
  "SELECT LISTAGG({c1}, ',' ORDER BY {c1}) FROM (SELECT DISTINCT {c1} FROM videos)",
  'SELECT x.a, y.b FROM (SELECT 1 AS a) AS x CROSS JOIN (SELECT {i} AS b) AS y',
  'SELECT CAST({n} AS UBIGINT), CAST({i} AS UTINYINT), TRY_CAST({s} AS DOUBLE), CAST({f} AS REAL), CAST({i} AS INT128), CAST({s} AS TEXT)',
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {n}) SELECT MAX(n) FROM c',
  'SELECT LEAD({m}) OVER (PARTITION BY {c} ORDER BY video_id NULLS FIRST) FROM videos ORDER BY video_id LIMIT {i}',
  'SELECT CAST({D} AS DATE) + TO_DAYS({i}), CAST({T} AS TIMESTAMP) - INTERVAL (1 + {i}) MONTH',
  "SELECT STR_SPLIT({s}, ','), STR_SPLIT_REGEX({s}, 'a'), ARRAY_TO_STRING(['a', {s}], '-'), STRING_TO_ARRAY({s}, ',')",
  "SELECT LENGTH({s}), STRPOS({s}, 'l'), SUBSTRING({s}, {i}, 2), CHR(6{i}), ENCODE({s}), HEX({s}), UNHEX('41')",
  'SELECT {i} // 2, {n} % {i}, {i} ** 2, {i} & 3, {i} | 8, XOR({i}, 3), {i} << 2, ~{i}',
  'SELECT ANY_VALUE({c1}), COUNT(*) FROM videos GROUP BY {c1} ORDER BY {c1} NULLS FIRST',
  "SELECT UNNEST(GENERATE_SERIES(1, {i})), UNNEST(CAST(GENERATE_SERIES(CAST({D} AS DATE), CAST('2026-12-31' AS DATE), INTERVAL '1' YEAR) AS DATE[]))",
  'SELECT * FROM videos ORDER BY video_id NULLS FIRST LIMIT {i} OFFSET {n}',
  "SELECT MAP(['a', 'b'], [{i}, 2])['a'], MAP_KEYS(MAP {'x': {i}}), MAP_FROM_ENTRIES([(1, {i})])",
  'SELECT LIST_SORT({L}), LIST_REVERSE_SORT({L}), LIST_CONTAINS({L}, {i}), LIST_HAS_ANY({L}, [{i}]), LIST_CONCAT({L}, {L})',
  'SELECT LIST_TRANSFORM({L}, LAMBDA x : x + {i}), LIST_FILTER({L}, LAMBDA x : x > {i}), LIST_REDUCE({L}, LAMBDA x, y : x + y)',
  'SELECT LIST_TRANSFORM({L}, x -> x + {i})',
  'SELECT MD5({s}), SHA256({s}), UNHEX(MD5({s})), HASH({i}) = HASH({i})',
  'SELECT GREATEST({i}, 3), LEAST({i}, 3), ROUND({f}, 1), CEIL({f}), FLOOR({f}), ABS(-{n}), SIGN(-{i}), LN({n}), POWER({i}, 2)',
  'SELECT VAR_POP({m}), STDDEV({m}), BIT_OR({m}), ARG_MAX(video_id, ({m1}, video_id)), MAX_BY(video_id, ({m1}, video_id)) FROM videos WHERE {m1} IS NOT NULL',
  'FROM (SELECT {m1} AS a, {c} AS b FROM videos) SELECT b, SUM(a) GROUP BY b ORDER BY b',
  'SELECT * FROM (SELECT {c1} AS k, {m} AS v FROM videos) AS t PIVOT(SUM(v) FOR k IN ({R} AS "one", \'en\' AS "two"))',
  'SELECT * FROM (SELECT 1 AS a, {i} AS b) AS t UNPIVOT(v FOR n IN (a, b)) ORDER BY ALL',
  "SELECT TIMEZONE('UTC', CAST({T} AS TIMESTAMP)), CAST({T} AS TIMESTAMPTZ) AT TIME ZONE 'America/New_York'",
  'SELECT ISODOW(CAST({D} AS DATE)), DAYOFWEEK(CAST({D} AS DATE)), DAYOFYEAR(CAST({D} AS DATE)), WEEKOFYEAR(CAST({D} AS DATE)), YEAR(CAST({D} AS DATE))',
]);

/** What a writer of another dialect sends as it is. Where plain DuckDB knows it, the engine has to know it too. */
const dialects = templates('sqlglot/dialects', 36, [
  'SELECT len({s}), ifnull(NULL, {i}), strlen({s}), ucase({s}), lcase({s})',
  "SELECT date_add(DATE {D}, INTERVAL {i} DAY), DATE {D} - INTERVAL '{i} days'",
  'SELECT region::text, {m}::int8, {f}::float4, {n}::numeric(10,2), {D}::timestamp, {s}::bpchar FROM videos ORDER BY video_id LIMIT {i}',
  'SELECT version(), {i}',
  'SELECT current_schema(), {i}',
  'SELECT current_database(), {i}',
  'SELECT * FROM information_schema.tables LIMIT {i}',
  "SELECT table_name FROM information_schema.columns WHERE table_name = 'videos' LIMIT {i}",
  'SELECT * FROM pg_catalog.pg_tables LIMIT {i}',
  'SELECT region FROM shortvideo.videos ORDER BY video_id LIMIT {i}',
  'SELECT region FROM memory.shortvideo.videos ORDER BY video_id LIMIT {i}',
]);

export const sqlglot: readonly Family[] = [written, dialects];
