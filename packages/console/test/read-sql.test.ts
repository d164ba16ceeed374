import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readParameter, writeParameter } from '../src/sql/read-parameter.ts';
import {
  ctePreviews,
  onLines,
  parameterNames,
  quoteName,
  readSql,
  statementAt,
  withClause,
  withOrder,
} from '../src/sql/read-sql.ts';

test('parameters are found outside of texts, comments and dollar quotes', () => {
  const sql = `SELECT '$no', "$no", $$ $no $$, $tag$ $no $tag$, -- $no
    /* $no */ $region, $min_plays, $region, $1 FROM videos`;
  expect(parameterNames(sql)).toEqual(['region', 'min_plays']);
});

test('tokens of any text lie in it, one after the other', () => {
  fc.assert(
    fc.property(fc.string(), (sql) => {
      let end = 0;
      for (const { from, to, text } of readSql(sql)) {
        expect(sql.slice(from, to)).toBe(text);
        expect(from).toBeGreaterThanOrEqual(end);
        end = to;
      }
    }),
    { numRuns: 300 },
  );
});

test('each CTE has a query of its rows, with those before it and none after', () => {
  const sql = 'WITH a AS (SELECT (1) AS x), "b c"(y) AS MATERIALIZED (SELECT x FROM a) SELECT * FROM "b c"';
  expect(ctePreviews(sql)).toEqual([
    { name: 'a', sql: 'WITH a AS (SELECT (1) AS x)\nSELECT * FROM a' },
    {
      name: '"b c"',
      sql: 'WITH a AS (SELECT (1) AS x), "b c"(y) AS MATERIALIZED (SELECT x FROM a)\nSELECT * FROM "b c"',
    },
  ]);
  expect(ctePreviews('SELECT 1')).toEqual([]);
  expect(ctePreviews('WITH a AS (SELECT 1')).toEqual([]);
});

test('the statement of the cursor ends at semicolons that are no text', () => {
  const sql = "SELECT ';' AS a;\nSELECT 2; ";
  const at = (position: number) => {
    const { from, to } = statementAt(sql, position);
    return sql.slice(from, to).trim();
  };
  expect([at(0), at(12), at(20), at(sql.length)]).toEqual([
    "SELECT ';' AS a",
    "SELECT ';' AS a",
    'SELECT 2',
    'SELECT 2',
  ]);
});

test('a filter keeps the query as it was written', () => {
  expect(withClause('SELECT 1 AS x;\n', 'WHERE x = 1')).toBe(
    'SELECT *\nFROM (\n  SELECT 1 AS x\n)\nWHERE x = 1',
  );
  expect([quoteName('plays'), quoteName('Plays'), quoteName('order'), quoteName('a"b')]).toEqual([
    'plays',
    '"Plays"',
    '"order"',
    '"a""b"',
  ]);
});

test('a column sorts the rows of the query, largest first, and then smallest first', () => {
  const falling = withOrder('SELECT author, "order" FROM videos', 'order');
  expect(falling).toEqual({
    sql: 'SELECT *\nFROM (\n  SELECT author, "order" FROM videos\n)\nORDER BY "order" DESC NULLS LAST',
    clause: 'ORDER BY "order" DESC NULLS LAST',
  });
  const rising = withOrder(falling.sql, 'order');
  expect(rising.sql).toBe(falling.sql.replace(' DESC ', ' ASC '));
  expect(withOrder(falling.sql, 'author').sql).toContain(falling.sql.replace(/^/gm, '  '));
});

test('a parameter of a known type is read as that type', () => {
  const read = (typed: string, type: string) => {
    const { value, fits } = readParameter(typed, type);
    return fits ? value : undefined;
  };
  expect(read('7300000000000000000', 'VARCHAR')).toBe('7300000000000000000');
  expect(read("'12'", 'VARCHAR')).toBe('12');
  expect(read('true', 'VARCHAR')).toBe('true');
  expect(read('12', 'BIGINT')).toBe(12);
  expect(read('9223372036854775807', 'BIGINT')).toBe('9223372036854775807');
  expect(read('many', 'BIGINT')).toBeUndefined();
  expect(read('1.5', 'DECIMAL(18,2)')).toBe(1.5);
  expect(read('yes', 'BOOLEAN')).toBeUndefined();
  expect(read('2026-01-02', 'DATE')).toBe('2026-01-02');
  expect(read('a, 12', 'VARCHAR[]')).toEqual(['a', '12']);
  expect(read('["a, b", "12"]', 'VARCHAR[]')).toEqual(['a, b', '12']);
  expect(read('1, 2', 'BIGINT[]')).toEqual([1, 2]);
  expect(read('1, x', 'BIGINT[]')).toBeUndefined();
  expect(read(' ', 'BIGINT')).toBeNull();
  expect(readParameter(writeParameter(['a, b', 'c']), 'VARCHAR[]').value).toEqual(['a, b', 'c']);
});

test('a filter after a last comment is no comment', () => {
  expect(withClause('SELECT 1 AS x -- one', 'WHERE x = 1')).toBe(
    'SELECT *\nFROM (\n  SELECT 1 AS x -- one\n)\nWHERE x = 1',
  );
});

test('a typed parameter is the value that it looks like, and a text in quotes', () => {
  const read = (typed: string) => readParameter(typed).value;
  expect(['', '12', '-1.5', 'true', "'12'", "'it''s'", 'SE', '9007199254740993'].map(read)).toEqual([
    null,
    12,
    -1.5,
    true,
    '12',
    "it's",
    'SE',
    '9007199254740993',
  ]);
});

test('a value is read again from what is written of it', () => {
  const values = fc.oneof(fc.string(), fc.boolean(), fc.maxSafeInteger(), fc.constant(null));
  fc.assert(
    fc.property(values, (value) => {
      expect(readParameter(writeParameter(value)).value).toEqual(value);
    }),
  );
});

test('clauses get lines of their own, outside of parentheses, texts and names', () => {
  expect(
    onLines(
      "SELECT a, 'x from y' FROM (SELECT a FROM b) LEFT JOIN c USING (a) WHERE true ORDER BY a LIMIT 2",
    ),
  ).toBe(
    "SELECT a, 'x from y'\nFROM (SELECT a FROM b)\nLEFT JOIN c USING (a)\nWHERE true\nORDER BY a\nLIMIT 2",
  );
  expect(onLines('SELECT a FROM b WHERE a IS DISTINCT FROM 1')).toBe(
    'SELECT a\nFROM b\nWHERE a IS DISTINCT FROM 1',
  );
  expect(onLines('SELECT 1\nFROM a WHERE b')).toBe('SELECT 1\nFROM a WHERE b');
});
