import type { SqlParameter } from '@sdq/contract';
import fc from 'fast-check';

/** Constants that generated conditions compare with, as texts of SQL. */

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A parameter stands in the text as its value, between these, until all are numbered. */
export const [opens, closes] = ['\u0001', '\u0002'];
export const parameter = (value: SqlParameter) => opens + JSON.stringify(value) + closes;

export const owners = ['user0', 'user3', 'ada', 'Ada', 'a', '', 'é', "o'neil"];
export const ids = ['5', '42', '7000000000000000001', '-1', '007'];
export const tags = ['tag0', 'tag1', 'dance', 'Dance', '', 'none'];
export const words = ['dance', 'danc', 'floor', 'cat-dog', 'CAT', 'ab', 'café', 'kelvin', 'x_y', 'tag1 '];
const days = ['2026-01-01', '2026-01-31', '2025-12-31', '2026-02-01', '2024-02-29', '1969-12-31'];

export const text = (pool: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pool).map(quoted) },
    { weight: 3, arbitrary: fc.constantFrom(...pool).map(parameter) },
    { weight: 1, arbitrary: fc.constantFrom(...pool).map((value) => `${quoted(value)}::VARCHAR`) },
    { weight: 1, arbitrary: fc.constantFrom('NULL', parameter(null), 'region', "lower('ADA')") },
  );
export const whole = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 9 }).map(String) },
  { weight: 2, arbitrary: fc.integer({ min: -3, max: 9 }).map(parameter) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...['NULL', parameter(null), '4.5', '5.0', '5e0', '5::TINYINT', "'5'", parameter('5'), parameter(4.5)],
      ...['9223372036854775807', '18446744073709551615', 'like_count', '2 + 3', 'length(author)'],
    ),
  },
);
const day = fc.constantFrom(...days);
const moment = fc
  .tuple(day, fc.constantFrom('', ' 00:00:00', ' 07:30:00', ' 23:59:59.999999'))
  .map((parts) => parts.join(''));
export const instant = fc.oneof(
  { weight: 4, arbitrary: moment.map(quoted) },
  { weight: 2, arbitrary: moment.map(parameter) },
  { weight: 2, arbitrary: moment.map((at) => `TIMESTAMPTZ ${quoted(at)}`) },
  { weight: 2, arbitrary: moment.map((at) => `TIMESTAMP ${quoted(at)}`) },
  { weight: 1, arbitrary: moment.map((at) => `${quoted(at)}::DATE`) },
  { weight: 2, arbitrary: day.map((at) => `DATE ${quoted(at)}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        day,
        fc.constantFrom('+', '-'),
        fc.constantFrom('INTERVAL 1 MONTH', "INTERVAL '2 weeks'", 'INTERVAL 36 HOUR', '31'),
      )
      .map(([at, sign, length]) => `DATE ${quoted(at)} ${sign} ${length}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('month', 'week', 'YEAR', 'decade'), moment)
      .map(([unit, at]) => `date_trunc('${unit}', TIMESTAMP ${quoted(at)})`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['now()', 'current_timestamp', 'current_date - 7'],
      ...['now() - INTERVAL 6 MONTH', "date_trunc('month', now())"],
      ...[
        'NULL',
        parameter(null),
        "'2026-01-01 01:00:00+02'",
        "'infinity'",
        'indexed_at',
        "TIMESTAMPTZ '1500-06-01'",
      ],
    ),
  },
);
export const year = fc.constantFrom(
  '2026',
  '2025',
  '1969',
  '1970',
  '2026::BIGINT',
  parameter(2026),
  'NULL',
  '0',
  '-43',
  "'2026'",
);
