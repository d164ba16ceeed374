import { AppError, type SqlParameters } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdvisoryParser } from '../../../src/gate/parse/advisory-parser.ts';
import { textLimits } from '../../../src/gate/parse/check-text.ts';
import { Parser } from '../../../src/gate/parse/parser.ts';
import type { ColumnRefExpression, SelectNode } from '../../../src/syntax/ast.ts';

const tables = ['videos'];
let parser: Parser;

beforeAll(async () => {
  parser = await Parser.open();
});
afterAll(async () => await parser[Symbol.asyncDispose]());

const parse = (text: string, parameters?: SqlParameters) => parser.parse(text, parameters, { tables });

async function refusal(text: string, parameters?: SqlParameters): Promise<AppError> {
  try {
    await parse(text, parameters);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`parsed: ${text}`);
}

describe('the text', () => {
  it('is kept as sent, and ends before its final semicolon and comments', async () => {
    const text = "  SELECT ';' AS a -- ;\n /* ; */ ; -- done";
    const { endOffset, text: kept } = await parse(text);
    expect(kept).toBe(text);
    expect(text.slice(0, endOffset)).toBe("  SELECT ';' AS a");
  });

  it.each([
    ['more than 64 KiB of UTF-8', `SELECT '${'é'.repeat(33_000)}'`, 'statement_not_allowed'],
    ['half of a surrogate pair', "SELECT '\ud800'", 'sql_syntax_error'],
    ['NUL', 'SELECT 1\u0000; DROP VIEW videos', 'sql_syntax_error'],
    ['a vertical tab', 'SELECT 1\u000b', 'sql_syntax_error'],
    ['many comments', `SELECT 1 ${'/**/'.repeat(textLimits.commentsMax + 1)}`, 'statement_not_allowed'],
    ['comments nested deep', `SELECT 1 ${'/*'.repeat(20)}${'*/'.repeat(20)}`, 'statement_not_allowed'],
    ['brackets nested deep', `SELECT ${'('.repeat(500)}1${')'.repeat(500)}`, 'statement_not_allowed'],
    ['a type nested deep', `SELECT NULL::INTEGER${'[]'.repeat(500)}`, 'statement_not_allowed'],
    ['expressions nested deeper than DuckDB reads', `SELECT 1${'+1'.repeat(5_000)}`, 'statement_not_allowed'],
    ['nothing', '   ', 'sql_syntax_error'],
    ['only a comment', '-- nothing', 'sql_syntax_error'],
    ['only semicolons', ';;', 'sql_syntax_error'],
    ['two statements', 'SELECT 1; SELECT 2', 'multiple_statements'],
  ])('is refused when it holds %s', async (_, text, code) => {
    expect((await refusal(text)).code).toBe(code);
  });

  it('of almost 64 KiB of one thing is read in bounded time, or refused', async () => {
    const size = 60_000;
    const shapes = [
      '(',
      '[',
      '-',
      'NOT ',
      '1+',
      'a.',
      '{',
      'CASE WHEN ',
      "'",
      '"',
      '$$',
      '/*',
      '--',
      '1::INT',
      '[][]',
      'SELECT ',
      'x->',
      'UNION ALL SELECT 1 ',
    ];
    for (const shape of shapes) {
      const text = `SELECT 1 ${shape.repeat(Math.floor(size / shape.length))}`;
      await parse(text).catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
    }
    await expect(parse('SELECT 1')).resolves.toBeDefined();
  });
});

describe('what DuckDB cannot write as JSON', () => {
  it('is a number beyond DOUBLE: it is infinite, and strings stay as they are', async () => {
    const { ast } = await parse(
      `SELECT 1e309, -1e400, '":Infinity', "a:-Infinity" FROM (SELECT 1 AS "a:-Infinity")`,
    );
    const values = JSON.stringify(ast, (_, value) =>
      Math.abs(value) === Number.POSITIVE_INFINITY ? 'infinite' : value,
    );
    expect(values.match(/"infinite"/g)?.length).toBe(2);
    expect(values).toContain('\\":Infinity');
    expect(values).toContain('"a:-Infinity"');
  });

  it('is an ENUM within another type: its values are left out, and positions stay', async () => {
    const text = "SELECT 'é', ['ü']::ENUM ('ü', 'it''s')[], x FROM secret";
    const { ast } = await parse(text);
    const { query_location } = (ast.node as SelectNode).select_list[2] as ColumnRefExpression;
    expect(Buffer.from(text).subarray(query_location).toString()).toMatch(/^x FROM/);
  });

  it('says so when the values of such an ENUM are no literals', async () => {
    const error = await refusal("SELECT ['a']::ENUM(SELECT 'a')[]");
    expect(error.message).not.toMatch(/PIVOT/);
  });
});

describe('a syntax error', () => {
  it('tells its place, the word there, and what may have been meant', async () => {
    const error = await refusal('SELECT *\nFROM videos\nWHRE author = 1');
    expect(error.code).toBe('sql_syntax_error');
    expect(error.sql[0]).toMatchObject({ line: 3, column: 6, near: 'author', hint: 'Did you mean WHERE?' });
    expect((await refusal('SELEC 1')).sql[0]).toMatchObject({
      offset: 0,
      length: 5,
      hint: 'Did you mean SELECT?',
    });
  });

  it('counts in UTF-16 units', async () => {
    const typo = "SELECT '👩‍👩‍👧é', \u00a0 1 + FROM videos";
    expect((await refusal(typo)).sql[0]).toMatchObject({ offset: typo.indexOf('FROM'), near: 'FROM' });
    const text = "SELECT '👩‍👩‍👧é' FROM videos LIMIT 1, 2";
    expect((await refusal(text)).sql[0]).toMatchObject({
      offset: text.indexOf('LIMIT'),
      hint: 'Write LIMIT count OFFSET start',
    });
  });

  it('says which statement it is that cannot be run', async () => {
    expect((await refusal('drop table videos')).message).toBe(
      'DROP is not allowed: only SELECT statements are supported',
    );
    expect((await refusal('PIVOT videos ON region USING count(*)')).hint).toMatch(/IN \(/);
  });
});

describe('parameters', () => {
  it('are given as the text asks for them', async () => {
    expect((await parse('SELECT ?, ?', [1, 'a'])).parameters).toEqual([1, 'a']);
    expect((await parse('SELECT $2, $1, $2', [1, null])).parameters).toEqual([1, null]);
    expect((await parse('SELECT $Name', { name: [1n, 2n] })).parameters).toEqual({ Name: [1n, 2n] });
    expect((await parse('SELECT 1')).parameters).toEqual([]);
    expect((await parse('SELECT 1', {})).parameters).toBeDefined();
  });

  it.each<[string, string, SqlParameters | undefined, string]>([
    ['missing', 'SELECT $a, $b', { a: 1 }, 'No value was provided for $b'],
    ['left over', 'SELECT $a', { a: 1, c: 2 }, '"c"'],
    ['not given', 'SELECT ?', undefined, 'no values were provided'],
    ['too few', 'SELECT ?, ?', [1], '2 parameter placeholders, but 1 value was'],
    ['too many', 'SELECT 1', [1], '0 parameter placeholders, but 1 value was'],
    ['a list for names', 'SELECT $a', [1], 'as an object'],
    ['names for a list', 'SELECT ?', { a: 1 }, 'as a list'],
    ['not finite', 'SELECT ?', [Number.NaN], 'not a finite number'],
    ['beyond HUGEINT', 'SELECT ?', [2n ** 200n], 'beyond 128 bits'],
    ['an object', 'SELECT ?', [{} as unknown as null], 'Parameter 1 is not null'],
    ['ill-formed text', 'SELECT ?', ['\udc00'], 'well-formed'],
    ['nested too deep', 'SELECT ?', [[[[[[1]]]]]], 'deep'],
  ])('are refused when %s', async (_, text, given, message) => {
    const error = await refusal(text, given);
    expect(error.code).toBe('sql_parameter_error');
    expect(error.message).toContain(message);
  });
});

describe('the advisory parser', () => {
  it('reads along, objects to foreign tables, and says when it could not', async () => {
    expect(await parse('SELECT author FROM videos')).toMatchObject({
      advisoryParser: 'parsed',
      objections: [],
    });
    expect((await parse('SELECT a FROM secret')).objections.map(({ code }) => code)).toEqual([
      'sql_unknown_table',
    ]);
    expect(await parse('FROM videos')).toMatchObject({ advisoryParser: 'not parsed', objections: [] });
    expect(await parse(`SELECT ${'('.repeat(20)}1${')'.repeat(20)}`)).toMatchObject({
      advisoryParser: 'not parsed',
    });
  });

  it('is given up when it hangs, and the next text finds a fresh one', async () => {
    await using reader = await AdvisoryParser.open();
    const bomb = `SELECT ${'('.repeat(24)}1`;
    expect(await reader.read(bomb)).toBe('timed out');
    expect(await Promise.all([reader.read(bomb), reader.read(bomb)])).toEqual(['timed out', 'timed out']);
    let outcome = await reader.read('SELECT 1');
    for (let tries = 0; outcome === 'timed out' && tries < 50; tries += 1)
      outcome = await reader.read('SELECT 1');
    expect(outcome).toMatchObject({ parsed: true, kinds: ['select'] });
  });

  it('answers everybody when it is closed', async () => {
    const reader = await AdvisoryParser.open();
    const waiting = Array.from({ length: 20 }, () => reader.read('SELECT 1'));
    await reader[Symbol.asyncDispose]();
    expect((await Promise.all(waiting)).length).toBe(20);
  });

  it('can be left out', async () => {
    await using alone = await Parser.open({ advisoryParser: false });
    expect(await alone.parse('SELECT 1', undefined, { tables })).toMatchObject({ advisoryParser: 'off' });
  });
});

it('serves many texts at once', async () => {
  const texts = Array.from({ length: 200 }, (_, index) => `SELECT ${index} AS n FROM videos`);
  const statements = await Promise.all(texts.map((text) => parse(text)));
  expect(statements.map(({ text }) => text)).toEqual(texts);
});
