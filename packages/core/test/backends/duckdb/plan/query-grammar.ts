import fc from 'fast-check';
import { aggregate, groups } from './group-grammar.ts';

/** A query, and whether its ORDER BY leaves no ties, so that the order of rows has to be the same, too. */
export interface GeneratedQuery {
  readonly text: string;
  readonly isOrdered: boolean;
}

const month = fc.constantFrom('2025-11', '2025-12', '2026-01', '2026-02', '2026-04', '2026-05', '2026-07');
const instant = fc
  .tuple(month, fc.integer({ min: 1, max: 28 }), fc.constantFrom('', ' 07:30:00', ' 00:00:00'))
  .map(([yearMonth, day, time]) => `${yearMonth}-${String(day).padStart(2, '0')}${time}`);

const author = fc.constantFrom('user0', 'user3', 'user16', 'newcomer', 'nobody');
const tag = fc.constantFrom('tag0', 'tag1', 'tag3', 'rare7', 'rare500', 'fresh', 'none');
const word = fc.constantFrom(
  ...['dance', 'danc', 'floor', 'word7', 'word30', 'cat-dog', 'stanbul', 'café', 'ooking', 'again'],
);
const comparison = fc.constantFrom('=', '<', '<=', '>', '>=', '<>');
const metric = fc.constantFrom(
  'play_count',
  'like_count',
  'share_count',
  'collect_count',
  'duration_ms',
  'comment_count',
);

const quoted = (text: string) => `'${text}'`;

/** Conditions over columns of `v.`, or bare ones. */
export function condition(v: string): fc.Arbitrary<string> {
  const lookedUp = fc.oneof(
    author.map((name) => `${v}author = ${quoted(name)}`),
    fc
      .array(author, { minLength: 1, maxLength: 3 })
      .map((names) => `${v}author IN (${names.map(quoted).join(', ')})`),
    fc.integer({ min: 0, max: 23 }).map((i) => `${v}author_id = '${i * 7919}'`),
    fc
      .integer({ min: 0, max: 4_100 })
      .map((i) => `${v}video_id = (7000000000000000000 + hash(${i}) % 1000000000000)::VARCHAR`),
    fc
      .constantFrom("IN ('7000000000000000001', '7000500000000000000')", "> '7000500000000000000'")
      .map((test) => `${v}video_id ${test}`),
    tag.map((name) => `list_contains(${v}hashtags, ${quoted(name)})`),
    tag.map((name) => `${quoted(name)} = ANY(${v}hashtags)`),
    fc.tuple(tag, tag).map(([a, b]) => `list_has_any(${v}hashtags, [${quoted(a)}, ${quoted(b)}])`),
    fc.tuple(tag, tag).map(([a, b]) => `list_has_all(${v}hashtags, [${quoted(a)}, ${quoted(b)}])`),
    word.map((text) => `${v}description LIKE '%${text}%'`),
    word.map((text) => `${v}description ILIKE '%${text}%'`),
    word.map((text) => `${v}description ILIKE '%${text.toUpperCase()}%'`),
    word.map((text) => `${v}description LIKE '${text} %'`),
    word.map((text) => `contains(lower(${v}description), '${text}')`),
    word.map((text) => `contains(lower(${v}description), '${text.toUpperCase()}')`),
    word.map((text) => `contains(${v}description, '${text}')`),
    fc.tuple(word, word).map(([a, b]) => `regexp_matches(${v}description, '\\b${a}\\b.*${b}')`),
    fc
      .tuple(word, fc.constantFrom("'i'", "'c'", "'si'"))
      .map(([a, options]) => `regexp_matches(${v}description, '(?i)${a}', ${options})`),
  );
  const simple = fc.oneof(
    { weight: 15, arbitrary: lookedUp },
    fc
      .tuple(metric, comparison, fc.integer({ min: 0, max: 900 }))
      .map(([name, op, value]) => `${v}${name} ${op} ${value}`),
    fc.tuple(comparison, instant).map(([op, at]) => `${v}create_time ${op} TIMESTAMPTZ '${at}'`),
    fc.tuple(instant, instant).map(([a, b]) => `${v}create_time BETWEEN '${a}' AND '${b}'`),
    fc.tuple(comparison, instant).map(([op, at]) => `${v}create_time::DATE ${op} DATE '${at.slice(0, 10)}'`),
    fc
      .tuple(comparison, month)
      .map(([op, at]) => `date_trunc('month', ${v}create_time) ${op} DATE '${at}-01'`),
    fc.constantFrom('DE', 'FR', 'XX').map((name) => `${v}region = '${name}'`),
    fc.constantFrom(
      `${v}region IS NULL`,
      `${v}is_ad`,
      `${v}language = 'de'`,
      `${v}author IS NULL`,
      `${v}play_count IS NOT NULL`,
    ),
  );
  return fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: simple },
      { weight: 2, arbitrary: fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `${a} AND ${b}`) },
      { weight: 1, arbitrary: fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a} OR ${b})`) },
      { weight: 1, arbitrary: fc.tuple(lookedUp, lookedUp).map(([a, b]) => `(${a} OR ${b})`) },
      { weight: 1, arbitrary: tie('tree').map((a) => `NOT (${a})`) },
    ),
  })).tree;
}

/** Conditions only over what rollups group by. */
const groupCondition = fc.oneof(
  fc.tuple(comparison, instant).map(([op, at]) => `create_time ${op} TIMESTAMPTZ '${at}'`),
  fc.tuple(instant, instant).map(([a, b]) => `create_time BETWEEN '${a}' AND '${b}'`),
  month.map((at) => `create_time >= '${at}-01'`),
  fc.constantFrom("region = 'DE'", 'region IS NULL', 'is_ad', "language <> 'fr'", 'year(create_time) = 2026'),
);

const where = (filter: fc.Arbitrary<string>) =>
  fc.option(filter, { freq: 5, nil: undefined }).map((text) => (text === undefined ? '' : ` WHERE ${text}`));

const free = (text: fc.Arbitrary<string>) => text.map((each) => ({ text: each, isOrdered: false }));
const ordered = (text: fc.Arbitrary<string>) => text.map((each) => ({ text: each, isOrdered: true }));

const list = fc.constantFrom(
  '*',
  'video_id, create_time, play_count',
  'video_id, author, description',
  'video_id, web_url, hashtags',
  'author, hashtags, music_title, author_nickname',
  'length(description), play_count + 1 AS more, video_id',
);

const direction = fc.constantFrom('DESC', 'ASC', 'DESC NULLS LAST', 'ASC NULLS FIRST', 'DESC NULLS FIRST');
const leadingColumn = fc.constantFrom(
  'play_count',
  'like_count',
  'share_count',
  'collect_count',
  'create_time',
  'duration_ms',
  'description',
  'play_count + like_count',
  'play_count / nullif(like_count, 0)',
  'length(description)',
  'hour(create_time)',
  'coalesce(region, language)',
);
const limit = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }))
  .map(([count, skipped]) => `LIMIT ${count}${skipped === undefined ? '' : ` OFFSET ${skipped}`}`);

const topK = fc
  .tuple(list, where(condition('')), leadingColumn, direction, limit)
  .map(
    ([columns, filter, column, order, count]) =>
      `SELECT ${columns} FROM videos${filter} ORDER BY ${column} ${order}, video_id ${count}`,
  );

const topKOfAlias = fc
  .tuple(where(condition('v.')), leadingColumn, fc.constantFrom('lead', '1'), direction, limit)
  .map(
    ([filter, column, lead, order, count]) =>
      `SELECT ${column} AS lead, v.video_id, v.description FROM videos AS v${filter} ORDER BY ${lead} ${order}, v.video_id ${count}`,
  );

const grouped = fc
  .tuple(groups, aggregate, where(fc.oneof(groupCondition, condition(''))))
  .map(([[columns, by], aggregates, filter]) => `SELECT ${columns}${aggregates} FROM videos${filter}${by}`);

const ofTag = [
  'tag, count(*) AS n',
  'count(DISTINCT tag) AS tags, max(tag) AS last',
  'count(*)',
  'DISTINCT tag',
];
const ofPlays = [
  't.tag, count(tag) AS n, sum(plays) AS plays',
  'upper(tag) AS tag_, min(plays) AS least',
  'avg(plays)',
];
const ofDuration = [
  "tag, avg(duration_ms) AS mean, count(*) FILTER (WHERE tag > 's') AS late",
  'max(t.duration_ms)',
];

const hashtagAggregates = fc
  .tuple(
    fc.constantFrom(
      ['', ofTag],
      [', play_count AS plays', [...ofTag, ...ofPlays]],
      [', duration_ms, like_count AS plays', [...ofPlays, ...ofDuration]],
      [', region, play_count AS plays', [...ofPlays, 'region, count(*) AS n']],
    ) as fc.Arbitrary<[string, string[]]>,
    fc.constantFrom('', " WHERE tag LIKE 'tag%'"),
    fc.constantFrom('', ' HAVING count(*) > 50'),
  )
  .chain(([[columns, items], filter, having]) =>
    fc.constantFrom(...items).map((item) => {
      const by = item.startsWith('DISTINCT') ? '' : ` GROUP BY ALL${having}`;
      return `SELECT ${item} FROM (SELECT unnest(hashtags) AS tag${columns} FROM videos) AS t${filter}${by}`;
    }),
  );

/** Groups that lead by a count or sum; the key is unique in what comes out. */
const leadingGroups = fc
  .tuple(
    fc.constantFrom(
      ['author_id, max(author) AS name', 'videos', 'GROUP BY author_id', 'author_id'],
      ['author', 'videos v', 'GROUP BY 1', 'v.author'],
      ['music_id AS sound, min(music_title) AS title', 'videos', 'GROUP BY sound', 'music_id'],
      ['music_id, count(play_count) AS known', 'videos', 'GROUP BY music_id', 'music_id'],
      [
        'tag',
        '(SELECT unnest(hashtags) AS tag, play_count, like_count, share_count, collect_count FROM videos)',
        'GROUP BY tag',
        'tag',
      ],
    ) as fc.Arbitrary<[string, string, string, string]>,
    fc.constantFrom(
      'count(*)',
      'sum(play_count)',
      'sum(like_count)',
      'sum(share_count)',
      'sum(collect_count)',
    ),
    fc.constantFrom('', '', ' HAVING count(*) < 3', ' HAVING max(play_count) < 400'),
    fc.constantFrom('', '', 'IS NOT NULL', "> '5'", "LIKE 'rare%'"),
    direction,
    limit,
  )
  .map(([[columns, from, by, key], lead, having, filter, order, count]) => {
    const condition = filter === '' ? '' : ` WHERE ${key} ${filter}`;
    return `SELECT ${columns}, ${lead} AS lead FROM ${from}${condition} ${by}${having} ORDER BY lead ${order}, ${key} ${count}`;
  });

const nested = fc.oneof(
  fc.tuple(groupCondition, aggregate).map(
    ([filter]) =>
      `WITH days AS (SELECT create_time::DATE AS day, count(*) AS n, sum(play_count) AS plays FROM videos WHERE ${filter} GROUP BY day)
       SELECT day, n, n - lag(n) OVER (ORDER BY day) AS more, plays FROM days`,
  ),
  condition('').map(
    (filter) =>
      `SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos WHERE ${filter}) GROUP BY tag`,
  ),
  hashtagAggregates,
  fc
    .tuple(condition('a.'), condition('b.'))
    .map(
      ([a, b]) =>
        `SELECT a.video_id, b.video_id AS other FROM videos a JOIN videos b ON a.author = b.author AND a.region = b.region AND a.play_count = b.play_count WHERE ${a} AND ${b}`,
    ),
  fc
    .tuple(condition('a.'), condition('b.'))
    .map(
      ([a, b]) =>
        `SELECT a.video_id, b.description FROM videos a LEFT JOIN (SELECT * FROM videos b WHERE ${b}) b ON a.author = b.author AND a.play_count = b.play_count WHERE ${a}`,
    ),
  fc
    .tuple(condition(''), limit)
    .map(
      ([filter, count]) =>
        `SELECT author, count(*) AS n, sum(play_count) AS plays FROM (SELECT * FROM videos WHERE ${filter} ORDER BY play_count DESC, video_id ${count}) GROUP BY author`,
    ),
  condition('').map(
    (filter) =>
      `SELECT video_id, region FROM videos WHERE author IN (SELECT author FROM videos WHERE ${filter}) AND is_ad`,
  ),
  condition('').map(
    (filter) =>
      `SELECT (SELECT count(*) FROM videos WHERE ${filter}) AS n, (SELECT max(play_count) FROM videos) AS best`,
  ),
  fc
    .tuple(condition(''), condition(''))
    .map(
      ([a, b]) =>
        `SELECT video_id, author FROM videos WHERE ${a} UNION ALL SELECT video_id, author FROM videos WHERE ${b}`,
    ),
  condition('').map((filter) => `SELECT DISTINCT region, language FROM videos WHERE ${filter}`),
  groupCondition.map((filter) => `SELECT DISTINCT region, is_ad FROM videos WHERE ${filter}`),
  fc
    .tuple(condition(''), fc.constantFrom('row_number', 'rank', 'dense_rank'), fc.integer({ min: 1, max: 4 }))
    .map(
      ([filter, rank, count]) =>
        `SELECT region, video_id, description FROM videos WHERE ${filter} QUALIFY ${rank}() OVER (PARTITION BY region ORDER BY play_count DESC NULLS LAST, video_id) <= ${count}`,
    ),
  fc
    .tuple(condition(''), fc.constantFrom('row_number', 'rank'))
    .map(
      ([filter, rank]) =>
        `SELECT region, video_id, web_url FROM videos WHERE ${filter} QUALIFY ${rank}() OVER (PARTITION BY region ORDER BY like_count, video_id) = 1`,
    ),
  fc
    .tuple(list, fc.integer({ min: 0, max: 5_000 }))
    .map(
      ([columns, count]) =>
        `SELECT count(*) AS n FROM (SELECT ${columns} FROM videos LIMIT ${count} OFFSET 7)`,
    ),
  fc
    .integer({ min: 0, max: 300 })
    .map(
      (count) =>
        `SELECT count(*) AS n, count(DISTINCT video_id) AS ids FROM (SELECT * FROM videos USING SAMPLE ${count + 1} ROWS)`,
    ),
);

const byIds = (ids: readonly string[]) =>
  fc
    .tuple(
      list,
      fc.array(fc.constantFrom(...ids, '7000000000000000001', '007', '-1', '9223372036854775808'), {
        minLength: 1,
        maxLength: 5,
      }),
      where(condition('')),
    )
    .map(
      ([columns, some, filter]) =>
        `SELECT ${columns} FROM videos${filter === '' ? ' WHERE true' : filter} AND video_id IN (${some.map(quoted).join(', ')})`,
    );

const plain = fc
  .tuple(list, condition(''))
  .map(([columns, filter]) => `SELECT ${columns} FROM videos WHERE ${filter}`);

const numberOfRows = fc
  .oneof(
    author.map((name) => `author = ${quoted(name)}`),
    tag.map((name) => `list_contains(hashtags, ${quoted(name)})`),
    condition(''),
  )
  .map((where) => `SELECT count(*) AS n FROM videos WHERE ${where}`);

/** Queries of every shape that a planner's rule knows, and of shapes close to them; `ids` are ids of videos. */
export const anyQuery = (ids: readonly string[]): fc.Arbitrary<GeneratedQuery> =>
  fc.oneof(
    { weight: 1, arbitrary: free(byIds(ids)) },
    { weight: 4, arbitrary: ordered(fc.oneof(topK, topKOfAlias)) },
    { weight: 2, arbitrary: ordered(leadingGroups) },
    { weight: 4, arbitrary: free(grouped) },
    { weight: 3, arbitrary: free(nested) },
    { weight: 3, arbitrary: free(plain) },
    { weight: 2, arbitrary: free(numberOfRows) },
  );
