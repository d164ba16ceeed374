import fc from 'fast-check';

const column = fc.constantFrom('create_time', 'indexed_at', 'v.create_time', 'V.Indexed_At', '"create_time"');
const unit = fc.constantFrom(
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'isoyear',
  'epoch',
  'nonsense',
);
const time = fc.oneof(
  { weight: 4, arbitrary: column },
  { weight: 1, arbitrary: column.map((t) => `date_trunc('month', ${t})`) },
);

/** A call of a date function; some are not in the closed list, some are errors. */
const call = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'year',
        'MONTH',
        'hour',
        'dayofweek',
        'isodow',
        'week',
        'monthname',
        'last_day',
        'epoch',
      ),
      time,
    )
    .map(([name, t]) => `${name}(${t})`),
  fc
    .tuple(fc.constantFrom('date_part', 'date_trunc', 'datetrunc'), unit, time)
    .map(([name, u, t]) => `${name}('${u}', ${t})`),
  fc.tuple(fc.constantFrom('year', 'dow', 'hour'), time).map(([u, t]) => `extract(${u} FROM ${t})`),
  fc
    .tuple(time, fc.constantFrom('%Y-%m', '%H:%M', '%Z', '%d. %B'))
    .map(([t, format]) => `strftime(${t}, '${format}')`),
  fc.tuple(unit, column, column).map(([u, a, b]) => `date_diff('${u}', ${a}, ${b})`),
  fc
    .tuple(fc.constantFrom("INTERVAL '7 days'", 'INTERVAL 2 MONTH', 'INTERVAL 90 MINUTE'), time)
    .map(([w, t]) => `time_bucket(${w}, ${t})`),
  fc
    .tuple(time, fc.constantFrom('::DATE', '::TIMESTAMP', '::VARCHAR', '::TIME'))
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom('', 'hour', 'year', 'last_day'),
      time,
      fc.constantFrom(
        'Asia/Tokyo',
        'Europe/Berlin',
        'America/New_York',
        'Australia/Lord_Howe',
        'UTC',
        'UTC+3',
        'Nowhere',
      ),
      fc.boolean(),
    )
    .map(
      ([name, t, zone, isCall]) =>
        `${name}(${isCall ? `timezone('${zone}', ${t})` : `${t} AT TIME ZONE '${zone}'`})`,
    ),
  time.map((t) => `CAST(${t} AS DATE)`),
  fc
    .tuple(time, fc.constantFrom('v.create_time', 'indexed_at', "date_trunc('year', now())"))
    .map(([a, b]) => `(${a} - ${b})`),
  fc
    .tuple(time, fc.constantFrom("+ INTERVAL '2 days'", '- INTERVAL 3 MONTHS', '+ INTERVAL (4) HOURS'))
    .map(([t, shift]) => `(${t} ${shift})`),
  time.map((t) => `age(v.create_time, ${t})`),
);

/** What an item makes of a call. */
const item = fc.oneof(
  { weight: 4, arbitrary: call },
  { weight: 1, arbitrary: call.map((each) => `${each} || '!'`) },
  { weight: 1, arbitrary: call.map((each) => `coalesce(${each}, NULL)`) },
  {
    weight: 1,
    arbitrary: call.map((each) => `${each} IS NOT NULL AND ${each} IS NULL OR play_count IN (1, 2)`),
  },
  { weight: 1, arbitrary: call.map((each) => `${each} BETWEEN ${each} AND NULLIF(${each}, ${each})`) },
  { weight: 1, arbitrary: call.map((each) => `(${each}) IN (${each}, ${each})`) },
  { weight: 1, arbitrary: call.map((each) => `( ${each} )`) },
  { weight: 1, arbitrary: call.map((each) => `typeof(${each})`) },
  { weight: 1, arbitrary: call.map((each) => `${each} IS DISTINCT FROM NULL`) },
);
const named = fc.tuple(item, fc.constantFrom('', '', ' AS x', ' "Y z"')).map((parts) => parts.join(''));
const where = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'year(create_time) = 2026',
          "create_time::DATE >= '2026-01-15 12:00'",
          "strftime(v.create_time, '%Y-%m') = '2026-02'",
          "date_trunc('week', create_time) < DATE '2026-01-14'",
          'hour(indexed_at) IN (1, 2, 3)',
          "date_trunc('year', indexed_at) = date_trunc('year', create_time)",
          "(create_time AT TIME ZONE 'America/Sao_Paulo')::DATE = '2026-01-15'",
          "indexed_at AT TIME ZONE 'Europe/London' > TIMESTAMP '2020-01-15 12:00'",
        ),
        fc.constantFrom('', ' AND play_count > 500', " OR region = 'DE'"),
      )
      .map(([first, more]) => ` WHERE ${first}${more}`),
  },
);

/** A statement whose rows are sorted, or are compared as sets. */
export const dateStatement = fc.oneof(
  fc.tuple(named, named, where).map(([a, b, w]) => `SELECT ${a}, ${b} FROM videos v${w}`),
  fc
    .tuple(named, where)
    .map(([a, w]) => `SELECT ${a}, count(*), min(play_count) FROM videos v${w} GROUP BY ALL`),
  fc
    .tuple(call, where)
    .map(([a, w]) => `SELECT ${a}, count(*) FROM videos v${w} GROUP BY ${a} ORDER BY ${a}`),
  fc
    .tuple(call, call)
    .map(
      ([a, b]) =>
        `SELECT ${a} AS k, count(DISTINCT ${b}) FROM videos v GROUP BY k HAVING min(${b}) IS NOT NULL`,
    ),
  fc
    .tuple(call, fc.constantFrom('hour', 'year'))
    .map(
      ([a, part]) =>
        `SELECT ${part}(max(create_time) FILTER (WHERE ${a} IS NOT NULL)) AS most, max(create_time) FILTER(play_count > 9) - min(create_time) AS span FROM videos v GROUP BY author`,
    ),
  fc
    .constantFrom(
      'OVER (PARTITION BY author ORDER BY create_time)',
      'OVER w',
      'FILTER (WHERE play_count > 5) OVER w',
    )
    .map(
      (over) =>
        `SELECT video_id, create_time - max(create_time) ${over} AS gap, date_diff('day', lag(create_time) OVER w, create_time) FROM videos v WINDOW w AS (PARTITION BY region ORDER BY create_time)`,
    ),
  call.map((a) => `SELECT DISTINCT ${a} FROM videos v ORDER BY ${a} DESC`),
  fc
    .tuple(call, fc.constantFrom('', '"'))
    .map(
      ([a, quote]) =>
        `SELECT count(*) FILTER (WHERE ${a} IS NULL), max(${quote}v${quote}.play_count) FROM videos v`,
    ),
  call.map((a) => `SELECT max(${a}), min(${a}) FILTER (WHERE year(v.create_time) = 2026) FROM videos v`),
  call.map(
    (a) =>
      `SELECT video_id, row_number() OVER (PARTITION BY ${a} ORDER BY create_time, video_id) AS n FROM videos v`,
  ),
  call.map((a) => `FROM videos v SELECT ${a}, video_id`),
  call.map(
    (a) =>
      `WITH c AS (SELECT author, min(create_time) AS create_time, max(indexed_at) AS indexed_at FROM videos GROUP BY author) SELECT ${a} FROM c AS v`,
  ),
  call.map((a) => `SELECT * FROM (SELECT ${a}, author FROM videos v) AS inner_rows`),
  call.map((a) => `SELECT ${a} FROM videos v UNION ALL SELECT ${a} FROM videos v`),
  call.map((a) => `SELECT (SELECT max(${a}) FROM videos v) AS most, count(*) FROM videos`),
  call.map(
    (a) =>
      `SELECT v.author, count(*) FROM videos v JOIN videos w ON v.video_id = w.video_id AND ${a} IS NOT NULL GROUP BY 1`,
  ),
  call.map((a) => `SELECT ${a}, author FROM videos v GROUP BY author`),
  fc
    .tuple(
      call,
      call,
      fc.constantFrom('ROLLUP (k, l)', 'CUBE (k, l)', 'GROUPING SETS ((k), (k, l), (l, k), ())'),
    )
    .map(
      ([a, b, sets]) =>
        `SELECT k, l, count(*) AS n FROM (SELECT ${a} AS k, ${b} AS l FROM videos v) AS parts GROUP BY ${sets}`,
    ),
  fc
    .tuple(call, call, fc.constantFrom('(a), (a, b)', '(a, b), ((a)), ()', 'ROLLUP (b, a), (a)'))
    .map(([a, b, sets]) => {
      const written = sets.replaceAll(/\b[ab]\b/g, (name) => (name === 'a' ? a : b));
      return `SELECT ${a} AS k, ${b} AS l, count(*) AS n FROM videos v GROUP BY GROUPING SETS (${written})`;
    }),
  call.map(
    (a) => `SELECT ${a} AS create_time, count(*) FROM videos v GROUP BY create_time ORDER BY create_time`,
  ),
);
