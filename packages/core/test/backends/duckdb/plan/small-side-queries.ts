import fc from 'fast-check';

/** Columns by which videos are joined: keys, owners with many rows, and columns with NULLs. */
const keys = ['video_id', 'author_id', 'author', 'music_id'] as const;

type Key = (typeof keys)[number];

type Condition = (alias: string) => string;

/** Conditions on one reference, from few rows to none and many. */
function anyCondition(ids: readonly string[]): fc.Arbitrary<Condition> {
  const id = fc.constantFrom(...ids);
  const number = fc.integer({ min: 0, max: 1_000 });
  const constant = (text: string) => fc.constant<Condition>((a) => text.replaceAll('@', a));
  const single = fc.oneof<fc.Arbitrary<Condition>[]>(
    id.map((value) => (a) => `${a}.video_id = '${value}'`),
    fc.array(id, { minLength: 1, maxLength: 4 }).map((some) => (a) => `${a}.video_id IN (${texts(some)})`),
    number.map((value) => (a) => `${a}.play_count > ${value}`),
    number.map((value) => (a) => `${a}.play_count BETWEEN ${value} AND ${value + 3}`),
    number.map((value) => (a) => `${a}.music_id = '${value}'`),
    number.map((value) => (a) => `list_contains(${a}.hashtags, 'rare${value}')`),
    number.map((value) => (a) => `${a}.description ILIKE '%word${value % 301}%'`),
    constant('@.author_id IS NULL'),
    constant("@.author_id IN ('7919', '15838', NULL)"),
    constant('year(@.create_time) = 2026'),
    constant('CASE WHEN @.is_ad AND true THEN @.share_count > 45 ELSE false END'),
  );
  const pair = fc.tuple(single, single, fc.constantFrom('AND', 'OR')).map(
    ([one, other, how]): Condition =>
      (a) =>
        `(${one(a)} ${how} ${other(a)})`,
  );
  return fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: pair });
}

function texts(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}

interface Parts {
  readonly key: Key;
  readonly small: Condition;
  readonly other: Condition;
  /** Whether there is a condition on the other table too. */
  readonly both: boolean;
  readonly join: string;
  readonly not: string;
  readonly order: string;
  readonly values: readonly string[];
}

/** Statements in which tables are joined by columns, often with one small side. */
export function anyJoin(ids: readonly string[]): fc.Arbitrary<string> {
  const condition = anyCondition(ids);
  const parts = fc.record({
    key: fc.constantFrom<Key>(...keys),
    small: condition,
    other: condition,
    both: fc.boolean(),
    join: fc.constantFrom('JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', 'SEMI JOIN', 'ANTI JOIN'),
    not: fc.constantFrom('', 'NOT '),
    order: fc.constantFrom(
      '',
      ' ORDER BY play_count DESC NULLS LAST, video_id LIMIT 7',
      ' ORDER BY video_id LIMIT 2500',
    ),
    values: fc.array(fc.constantFrom(...ids, '7919', 'nobody'), { minLength: 1, maxLength: 5 }),
    form: fc.constantFrom(...forms),
    isCounted: fc.boolean(),
  });
  return parts.map(({ form, isCounted, ...rest }) => {
    const text = form(rest);
    const isWide = rest.key === 'author' || rest.key === 'author_id';
    return isCounted || isWide
      ? `SELECT count(*) AS n, sum(h) AS hashes FROM (SELECT hash(r) AS h FROM (${text}) AS r)`
      : text;
  });
}

/** Whether a join shows columns of its left side only. */
const isHalf = (join: string) => /SEMI|ANTI/.test(join);

const shown = ({ join }: Parts) =>
  isHalf(join) ? 'a.video_id AS x' : 'a.video_id AS x, b.video_id AS y, b.description AS d';

const and = (condition: string, isAsked = true) => (isAsked ? ` AND ${condition}` : '');

const forms: readonly ((parts: Parts) => string)[] = [
  ({ key, join, small, other, both }) =>
    `SELECT x.video_id AS x, a.video_id AS y, ${isHalf(join) ? '1' : 'c.video_id'} AS z FROM (SELECT video_id, author FROM videos WHERE ${other('videos')} ORDER BY 1 LIMIT 40) x LEFT JOIN videos a ON a.video_id = x.video_id AND a.play_count > 300 ${join} videos c ON c.${key} = a.${key} WHERE ${both ? 'a.play_count IS NULL' : small('a')}`,
  ({ key, small }) =>
    `FROM videos a JOIN videos b ON b.${key} = a.${key} SELECT a.video_id AS x, b.play_count AS y, typeof(b.music_id) AS t WHERE ${small('a')}`,
  ({ key, small, values }) =>
    `WITH few AS (SELECT video_id AS id, ${key} AS k, NULL AS nothing, [] AS none FROM videos WHERE ${small('videos')} LIMIT 9000) SELECT typeof(nothing) AS t, typeof(none) AS u, count(*) AS n FROM few JOIN videos b ON b.${key} = few.k AND few.id <> '${values[0] ?? ''}' GROUP BY ALL`,
  (parts) =>
    `SELECT ${shown(parts)} FROM videos a ${parts.join} videos b ON a.${parts.key} = b.${parts.key} WHERE ${parts.small('a')}${and(parts.other('b'), parts.both && !isHalf(parts.join))}`,
  (parts) =>
    `SELECT ${shown(parts)} FROM videos a ${parts.join} videos b ON a.${parts.key} = b.${parts.key} AND ${parts.small('b')}${parts.both ? ` WHERE ${parts.other('a')}` : ''}`,
  ({ key, small, other, both }) =>
    `SELECT a.video_id AS x, b.play_count AS y FROM videos a, videos b WHERE b.${key} = a.${key} AND (${small('b')})${and(other('a'), both)}`,
  ({ key, join, small, order }) =>
    `WITH few AS (SELECT ${key} AS id, play_count AS amount FROM videos WHERE ${small('videos')}${order}) SELECT ${isHalf(join) ? 'few.id' : 'few.id, few.amount, b.video_id AS y'} FROM few ${join} videos b ON b.${key} = few.id`,
  ({ key, small, order, other, both }) =>
    `WITH few(id, amount) AS (SELECT ${key}, play_count FROM videos WHERE ${small('videos')}${order}) SELECT b.video_id AS x, b.share_count AS y FROM videos b WHERE b.${key} IN (SELECT id FROM few)${and(other('b'), both)}`,
  ({ key, small, not, other, both }) =>
    `SELECT video_id, play_count FROM videos WHERE ${key} ${not}IN (SELECT ${key} FROM videos b WHERE ${small('b')})${and(other('videos'), both)}`,
  ({ key, small, not, other, both }) =>
    `SELECT a.video_id, a.play_count FROM videos a WHERE ${not}EXISTS (SELECT 1 FROM videos b WHERE b.${key} = a.${key} AND ${small('b')})${and(other('a'), both)}`,
  ({ key, small, other }) =>
    `SELECT a.video_id AS x, (SELECT count(*) FROM videos b WHERE b.${key} = a.${key} AND ${other('b')}) AS n FROM videos a WHERE ${small('a')}`,
  ({ key, values, join }) =>
    `SELECT ${isHalf(join) ? 'w.id' : 'w.id, b.video_id AS y, b.like_count AS z'} FROM (SELECT unnest([${texts(values)}]) AS id) AS w ${join} videos b ON b.${key} = w.id`,
  ({ key, values }) =>
    `SELECT w.n, b.video_id AS y FROM (VALUES ${values.map((value, at) => `('${value}', ${at})`).join(', ')}, (NULL, 9)) AS w(id, n) LEFT JOIN videos b ON b.${key} = w.id`,
  ({ key, values }) =>
    `SELECT b.video_id AS y, b.play_count AS z FROM unnest([${texts(values)}]) AS w(id) JOIN videos b ON b.${key} = w.id`,
  ({ small, other, both }) =>
    `SELECT t.hashtag AS x, v.video_id AS y, v.play_count AS z FROM video_hashtags t JOIN videos v USING (video_id) WHERE ${small('v')}${and(other('v'), both)}`,
  ({ small, values }) =>
    `SELECT v.video_id AS y, v.description AS z FROM video_hashtags t JOIN videos v ON v.video_id = t.video_id WHERE t.hashtag IN ('rare7', 'rare40', 'fresh', ${texts(values)}) AND (${small('v')} OR t.create_time > TIMESTAMPTZ '2026-01-01')`,
  ({ small, key }) =>
    `SELECT t.hashtag AS x, count(*) AS n FROM videos a JOIN videos b ON b.${key} = a.${key} JOIN video_hashtags t ON t.video_id = b.video_id WHERE ${small('a')} GROUP BY 1`,
  ({ small, key, join }) =>
    `SELECT a.video_id AS x, c.video_id AS z FROM (SELECT video_id, ${key} AS k FROM videos s WHERE ${small('s')} ORDER BY video_id LIMIT 3000) a ${isHalf(join) ? 'JOIN' : join} videos c ON c.${key} = a.k`,
];
