import type { SqlParameter, SqlParameters } from '@sdq/contract';
import fc from 'fast-check';
import { condition } from '../backends/duckdb/plan/query-grammar.ts';
import {
  closes,
  ids,
  instant,
  opens,
  owners,
  parameter,
  quoted,
  tags,
  text,
  whole,
  words,
  year,
} from './condition-constants.ts';

/** A condition over `videos v`, with the values of its parameters. */
export interface GeneratedCondition {
  readonly text: string;
  readonly parameters: SqlParameters;
}

const operator = fc.constantFrom(
  ...['=', '<', '<=', '>', '>=', '<>', '!=', '=='],
  ...['IS DISTINCT FROM', 'IS NOT DISTINCT FROM'],
);
const unit = fc.constantFrom('hour', 'day', 'week', 'month', 'quarter', 'Year', 'decade', 'minute');

/** Columns, or functions of one, with constants of about their type. */
const comparedInUtc = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'author',
      'AUTHOR',
      '"author"',
      'v.author',
      'V.Author',
      'region',
      'author::VARCHAR',
      'lower(author)',
      'author COLLATE NOCASE',
      "author || ''",
    ),
    fc.constant(text(owners)),
  ),
  fc.tuple(fc.constantFrom('author_id', 'v.author_id', 'video_id'), fc.constant(text(ids))),
  fc.tuple(
    fc.constantFrom(
      'play_count',
      'v.like_count',
      'duration_ms',
      'play_count + 1',
      '-play_count',
      'abs(like_count)',
    ),
    fc.constant(whole),
  ),
  fc.tuple(
    fc.constantFrom(
      'create_time',
      'v.create_time',
      'create_time::DATE',
      'CAST(create_time AS DATE)',
      'create_time::TIMESTAMP',
      'create_time + INTERVAL 1 DAY',
    ),
    fc.constant(instant),
  ),
  fc.tuple(
    unit.map((name) => `date_trunc('${name}', create_time)`),
    fc.constant(instant),
  ),
  fc.tuple(
    fc.constantFrom(
      'year(create_time)',
      'extract(year FROM create_time)',
      "date_part('year', v.create_time)",
      "date_part('month', create_time)",
      'month(create_time)',
      'isoyear(create_time)',
    ),
    fc.constant(year),
  ),
  fc.tuple(
    fc.constantFrom(...['%Y', '%Y-%m', '%Y-%m-%d', '%m'].map((each) => `strftime(create_time, '${each}')`)),
    fc.constant(fc.constantFrom("'2026'", "'2026-01'", "'2025-12'", "'2026-1'", "'2026-01-31'", "'01'")),
  ),
  fc.tuple(
    fc.constantFrom('is_ad', 'author_verified'),
    fc.constant(fc.constantFrom('true', 'false', 'NULL', parameter(true))),
  ),
) as fc.Arbitrary<[string, fc.Arbitrary<string>]>;
const zone = fc.constantFrom(
  'Asia/Tokyo',
  'America/New_York',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'UTC',
  'Nowhere',
);

/** What conditions compare: the same, also of times in other time zones. */
const compared = fc.oneof(
  { weight: 5, arbitrary: comparedInUtc },
  {
    weight: 1,
    arbitrary: fc
      .tuple(comparedInUtc, zone)
      .map(([[subject, constant], name]): [string, fc.Arbitrary<string>] => [
        subject.replaceAll(/(?:v\.)?create_time/g, `($& AT TIME ZONE '${name}')`),
        constant,
      ]),
  },
);

const comparison = compared.chain(([subject, constant]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(operator, constant).map(([op, value]) => `${subject} ${op} ${value}`) },
    { weight: 2, arbitrary: fc.tuple(operator, constant).map(([op, value]) => `${value} ${op} ${subject}`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('IN', 'NOT IN'),
          fc.array(
            fc.oneof({ weight: 5, arbitrary: constant }, { weight: 1, arbitrary: fc.constant('NULL') }),
            { minLength: 1, maxLength: 4 },
          ),
        )
        .map(([op, values]) => `${subject} ${op} (${values.join(', ')})`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('BETWEEN', 'NOT BETWEEN'), constant, constant)
        .map(([op, from, to]) => `${subject} ${op} ${from} AND ${to}`),
    },
  ),
);

const nulls = fc
  .tuple(
    fc.constantFrom(
      'author',
      'v.description',
      'play_count',
      'create_time',
      'hashtags',
      'mentions',
      'is_ad',
      'lower(author)',
      'nullif(author, region)',
    ),
    fc.constantFrom('IS NULL', 'IS NOT NULL', 'ISNULL', 'NOTNULL'),
  )
  .map((parts) => parts.join(' '));

const truths = fc.constantFrom(
  ...[
    'is_ad',
    'v.author_verified',
    'is_ad IS TRUE',
    'is_ad IS NOT TRUE',
    'is_ad IS FALSE',
    'is_ad IS NOT FALSE',
  ],
  ...[
    'is_ad IS NULL',
    'coalesce(is_ad, true)',
    'true',
    'false',
    'NULL::BOOLEAN',
    '1 = 1',
    'is_ad = author_verified',
  ],
  ...[
    "CASE WHEN is_ad THEN author = 'ada' ELSE play_count > 3 END",
    "(author, region) = ('ada', 'DE')",
    'author = region',
  ],
);

const list = fc.constantFrom('hashtags', 'v.hashtags', 'mentions', "list_concat(hashtags, ['dance'])");
const tag = text(tags);
const tagList = fc.oneof(
  { weight: 4, arbitrary: fc.array(tag, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`) },
  {
    weight: 1,
    arbitrary: fc
      .array(tag, { minLength: 1, maxLength: 3 })
      .map((items) => `list_value(${items.join(', ')})`),
  },
  { weight: 1, arbitrary: fc.constantFrom(parameter(['dance', 'tag0']), 'mentions') },
);
const tagTest = fc.oneof(
  fc
    .tuple(fc.constantFrom('list_contains', 'list_has', 'array_contains', 'array_has', 'contains'), list, tag)
    .map(([name, of, item]) => `${name}(${of}, ${item})`),
  fc
    .tuple(tag, fc.constantFrom('= ANY', '<> ANY', '= ALL', '<> ALL', '> ANY'), list)
    .map(([item, op, of]) => `${item} ${op}(${of})`),
  fc.tuple(tag, fc.constantFrom('IN', 'NOT IN'), list).map((parts) => parts.join(' ')),
  fc
    .tuple(fc.constantFrom('list_has_any', 'array_has_any', 'list_has_all', 'array_has_all'), list, tagList)
    .map(([name, of, items]) => `${name}(${of}, ${items})`),
  fc
    .tuple(fc.constantFrom('list_has_any', 'list_has_all'), tagList, list)
    .map(([name, items, of]) => `${name}(${items}, ${of})`),
  fc.tuple(list, fc.constantFrom('&&', '@>', '<@'), tagList).map((parts) => parts.join(' ')),
  fc.tuple(list, operator, tagList).map((parts) => parts.join(' ')),
);

const subject = fc.constantFrom(
  'description',
  'v.description',
  'lower(description)',
  'lcase(v.description)',
  'upper(description)',
  'author',
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '%', '_', '% '),
    fc.constantFrom(...words),
    fc.constantFrom('', '%', '_', ' %', '%dance%'),
  )
  .map((parts) => parts.join(''));
const regexp = fc.constantFrom(
  'dance',
  '\\bdance\\b',
  'danc.*floor',
  'dances?',
  'da+nce',
  'dance|floor',
  '(?i)DANCE',
  '.*tag1.*',
  '^dance',
  'cat.dog',
);
const part = text(words);
const textTest = fc.oneof(
  fc
    .tuple(
      subject,
      fc.constantFrom('LIKE', 'ILIKE', 'NOT LIKE', 'NOT ILIKE', 'SIMILAR TO', 'GLOB'),
      fc.oneof(pattern.map(quoted), pattern.map(parameter)),
    )
    .map((parts) => parts.join(' ')),
  fc.tuple(subject, pattern).map(([of, asked]) => `${of} LIKE ${quoted(asked)} ESCAPE '_'`),
  fc
    .tuple(fc.constantFrom('contains', 'starts_with', 'prefix', 'ends_with', 'suffix'), subject, part)
    .map(([name, of, asked]) => `${name}(${of}, ${asked})`),
  fc.tuple(subject, part).map(([of, asked]) => `${of} ^@ ${asked}`),
  fc
    .tuple(
      fc.constantFrom('regexp_matches', 'regexp_full_match'),
      subject,
      regexp,
      fc.constantFrom('', ", 'i'"),
    )
    .map(([name, of, asked, options]) => `${name}(${of}, ${quoted(asked)}${options})`),
  fc.tuple(subject, fc.constantFrom('~', '!~'), regexp.map(quoted)).map((parts) => parts.join(' ')),
);

const leaf = fc.oneof(
  { weight: 6, arbitrary: comparison },
  { weight: 1, arbitrary: nulls },
  { weight: 1, arbitrary: truths },
  { weight: 2, arbitrary: tagTest },
  { weight: 2, arbitrary: textTest },
  { weight: 1, arbitrary: fc.constantFrom('', 'v.').chain(condition) },
);

const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a}) AND (${b})`) },
    { weight: 2, arbitrary: fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a}) OR (${b})`) },
    { weight: 2, arbitrary: tie('tree').map((a) => `NOT (${a})`) },
  ),
}));

/** Conditions of every kind that the planner reads, and of kinds close to them. */
export const anyCondition: fc.Arbitrary<GeneratedCondition> = fc
  .tuple(tree, fc.constantFrom<'?' | '$1' | '$name'>('?', '$1', '$name'))
  .map(([written, style]) => withParameters(written, style));

function withParameters(written: string, style: '?' | '$1' | '$name'): GeneratedCondition {
  const values: SqlParameter[] = [];
  const numbered = written.replace(new RegExp(`${opens}(.*?)${closes}`, 'g'), (_, value: string) => {
    values.push(JSON.parse(value) as SqlParameter);
    return style === '?' ? '?' : style === '$1' ? `$${values.length}` : `$given${values.length}`;
  });
  const named = Object.fromEntries(values.map((value, index) => [`given${index + 1}`, value]));
  return { text: numbered, parameters: style === '$name' && values.length > 0 ? named : values };
}
