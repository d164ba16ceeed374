import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Parser } from '../../../src/gate/parse/parser.ts';
import type { ReadText } from '../../../src/gate/parse/recent-texts.ts';
import { Serializer } from '../../../src/gate/parse/serializer.ts';
import { shapeOf, TextShapes } from '../../../src/gate/parse/text-shapes.ts';
import { tokenize } from '../../../src/syntax/tokens.ts';

let parser: Parser;
let serializer: Serializer;
beforeAll(async () => {
  parser = await Parser.open();
  serializer = await Serializer.open();
});
afterAll(async () => {
  await parser[Symbol.asyncDispose]();
  await serializer[Symbol.asyncDispose]();
});

/** `?` stands for a literal. Some are no constants of the tree: names, types, keys, positions, halves of a string. */
const texts = `SELECT * FROM videos WHERE video_id = ?
SELECT ?, -?, + ?, a FROM videos WHERE author = ? AND play_count > ? ORDER BY create_time DESC LIMIT ? OFFSET ?
SELECT video_id FROM videos WHERE video_id IN (?, ?, ?) /* a comment */ OR region BETWEEN ? AND ?
SELECT ? AS a, x'00', e'a', $$b$$, 1.5, 3000000000, ?::INTEGER, CAST(? AS DECIMAL(?, 2)) FROM videos
SELECT DATE ?, TIMESTAMP ?, INTERVAL ? DAY, INTERVAL ?, INTERVAL (?) HOUR, ?::BLOB, ?::BIT
SELECT {? : ?}, MAP {?: ?}, [?, ?], hashtags[?], hashtags[?:?], a.b[?] FROM videos
SELECT count(*) FILTER (WHERE region = ?) OVER (ROWS BETWEEN ? PRECEDING AND CURRENT ROW) FROM videos GROUP BY ? HAVING ? < ?
SELECT CASE ? WHEN ? THEN ? ELSE ? END, CASE region WHEN ? THEN ? END, extract(? FROM create_time), position(? IN title)
SELECT ? ?
SELECT ?
?, a FROM ?
SELECT #?, COLUMNS(?), ?.a FROM videos USING SAMPLE ?
SELECT * FROM range(?, ?) AS r(x) JOIN (VALUES (?, ?)) AS v(a, b) ON x = a
WITH a AS (SELECT ? AS n), b AS (SELECT ? FROM a) SELECT * FROM b, videos WHERE title LIKE ? ESCAPE ? OR title ILIKE ?
SELECT * FROM (PIVOT videos ON region IN (?, ?) USING sum(play_count))
SELECT ? AT TIME ZONE ?, ? COLLATE nocase, ? ->> ?, list_transform([?], x -> x + ?), TRUE, NULL FROM videos LIMIT ? %
SELECT * FROM unknown_table WHERE author = ? AND there_is_no(?)
INSERT INTO videos VALUES (?, ?)`
  .split(/\n(?=[SWI])/)
  .map((text) => text.split('?'));

const odd = fc.constantFrom(
  ...[
    `''`,
    `'it''s'`,
    `'\\'`,
    `'a\\'' OR ''b'`,
    `'day'`,
    `'1 day'`,
    `'2020-01-01'`,
    `'a;b'`,
    `'a--b'`,
    `'/*'`,
  ],
  ...[
    `'naïve'`,
    `'日本'`,
    `'a\u00a0b'`,
    `'😀'`,
    `'true'`,
    `'t'`,
    `'NULL'`,
    `'%'`,
    `'a.b'`,
    `'a"b'`,
    `"a"`,
    '`a`',
  ],
  ...[
    '0',
    '007',
    '2147483647',
    '2147483648',
    '999999999',
    '1000000000',
    '9007199254740993',
    '1e5',
    '1_0',
    '.5',
  ],
  ...[
    '123456789012345678',
    '9223372036854775807',
    '9223372036854775808',
    '0x1F',
    'NULL',
    `DATE '2020-01-01'`,
  ],
);
const literal = fc.oneof(
  { weight: 4, arbitrary: fc.nat(2_000_000_000).map(String) },
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zå日 _.%:-]{1,12}$/u).map((text) => `'${text}'`) },
  { weight: 1, arbitrary: fc.bigInt(10n ** 9n, 10n ** 19n).map(String) },
  { weight: 2, arbitrary: odd },
);
const written = (parts: readonly string[], literals: readonly string[]) =>
  parts.reduce((text, part, index) => `${text}${literals[(index - 1) % literals.length]}${part}`);

let tenants = 0;

async function outcomeOf(text: string, tenant: string): Promise<unknown> {
  try {
    return await parser.parse(text, undefined, { tables: ['videos'], tenant });
  } catch (error) {
    const { code, message, sql } = error as { code?: string; message: string; sql?: unknown };
    return { code, message, sql };
  }
}

it('reads a text as one of another literal was read, as if both parsers read it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.array(fc.array(literal, { minLength: 1, maxLength: 8 }), { minLength: 3, maxLength: 5 }),
      async (parts, each) => {
        const tenant = `keeps ${tenants++}`;
        for (const literals of each) {
          const text = written(parts, literals);
          // a tenant whose texts were never read has neither texts nor shapes
          expect(await outcomeOf(text, tenant), text).toEqual(await outcomeOf(text, `new ${tenants++}`));
        }
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);

const read = async (text: string) => {
  const { sql, length } = await serializer.serialize(text);
  if (sql.error) throw new Error(sql.error_message);
  return { ast: sql.statements[0], reading: 'off', astLength: length } as unknown as ReadText;
};
const shapeIn = (text: string) => {
  const shape = shapeOf(text, tokenize(text).tokens);
  if (shape === undefined) throw new Error(`${text} has no shape`);
  return shape;
};

it('reads a third text of a shape without the parsers, of the same tenant alone', async () => {
  const shapes = new TextShapes();
  const of = (author: string, limit: number) =>
    `SELECT title FROM videos WHERE author = '${author}' AND video_id > 12345678901 LIMIT ${limit}`;
  for (const text of [of('ada', 7), of('日本 grace', 1_000)]) {
    expect(shapes.read('a', shapeIn(text))).toBeUndefined();
    shapes.keep('a', shapeIn(text), await read(text));
  }
  const third = of('barbara', 99);
  expect(shapes.read('a', shapeIn(third))?.ast).toEqual((await read(third)).ast);
  expect(shapes.read('b', shapeIn(third))).toBeUndefined();
  expect(shapes.read('a', shapeIn(of('barbara', 1_234_567)))).toBeDefined();
  const bigger = `SELECT title FROM videos WHERE author = 'ada' AND video_id > 12345678901 LIMIT 12345678901`;
  expect(shapes.read('a', shapeIn(bigger))).toBeUndefined();
});

it('reads texts anew whose literals are no constants, or more than one', async () => {
  for (const [first, second, third] of [
    ["SELECT 'a' AS 'b'", "SELECT 'c' AS 'd'", "SELECT 'e' AS 'f'"],
    ['SELECT -1', 'SELECT -2', 'SELECT -3'],
    ['SELECT CASE 1 WHEN 2 THEN 3 WHEN 4 THEN 5 END', 'SELECT CASE 1 WHEN 1 THEN 1 WHEN 1 THEN 1 END'],
    ['SELECT 1::DECIMAL(5, 2)', 'SELECT 1::DECIMAL(6, 2)', 'SELECT 1::DECIMAL(7, 2)'],
    ["SELECT 'a'\n'b'", "SELECT 'c'\n'd'", "SELECT 'e'\n'f'"],
  ] as const) {
    const shapes = new TextShapes();
    for (const text of [first, second]) shapes.keep(null, shapeIn(text), await read(text));
    expect(shapes.read(null, shapeIn(third ?? first)), first).toBeUndefined();
  }
});

it('has no shape of a text without literals, with too many, or with other characters than ASCII beside them', () => {
  const shape = (text: string) => shapeOf(text, tokenize(text).tokens);
  expect(shape('SELECT title FROM videos')).toBeUndefined();
  expect(shape(`SELECT '' , 'it''s', e'a', 1.5, '\\', 'a;b'`)).toBeUndefined();
  expect(shape('SELECT 1 AS é')).toBeUndefined();
  const many = Array.from({ length: 257 }, (_, index) => index).join(', ');
  expect(shape(`SELECT ${many}`)).toBeUndefined();
});

it('keeps no great tree, none that a reader gave up, and few shapes', async () => {
  const shapes = new TextShapes();
  const keep = async (text: string, over: Partial<ReadText>) => {
    for (let turn = 0; turn < 2; turn++)
      shapes.keep(null, shapeIn(text), { ...(await read(text)), ...over } as ReadText);
    return shapes.read(null, shapeIn(text)) !== undefined;
  };
  expect(await keep('SELECT 1', {})).toBe(true);
  expect(await keep('SELECT 1, 2', { astLength: 65 * 2 ** 10 })).toBe(false);
  expect(await keep('SELECT 1, 2', { reading: 'timed out' })).toBe(false);
  for (let i = 0; i < 256; i++) expect(await keep(`SELECT 1 AS a${i}`, {})).toBe(true);
  expect(shapes.read(null, shapeIn('SELECT 1'))).toBeUndefined();
});
