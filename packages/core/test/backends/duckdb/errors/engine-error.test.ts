import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAppError } from '../../../../src/backends/duckdb/errors/engine-error.ts';

const visibleNames = ['videos', 'video_id', 'author', 'play_count', 'hashtags', 'create_time'];
const context = (text: string) => ({ text, offsetOf: (byte: number) => byte, visibleNames });

describe('what DuckDB throws', () => {
  let database: Database;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    database = await Database.open({ threads: 1, memoryBytesMax: 64 * 2 ** 20 });
    connection = await database.connect();
    await connection.run('SET errors_as_json = true');
    await connection.run(
      'CREATE TABLE videos (video_id VARCHAR, author VARCHAR, play_count BIGINT, hashtags VARCHAR[], create_time TIMESTAMPTZ, _older INTEGER)',
    );
    await connection.run(
      "INSERT INTO videos VALUES ('1', 'cat', 1, ['x'], now(), 7), ('2', '/home/dog', 2, [], now(), 8)",
    );
  });
  afterAll(() => {
    connection.closeSync();
    database.close();
  });

  const thrownBy = async (sql: string): Promise<AppError> => {
    try {
      await connection.runAndReadAll(sql);
    } catch (error) {
      return toAppError(error, context(sql));
    }
    throw new Error(`ran: ${sql}`);
  };

  it.each([
    ['SELECT autor FROM videos', 'sql_unknown_column', 'There is no column "autor"', 'autor'],
    ['SELECT v.playcount FROM videos v', 'sql_unknown_column', 'There is no column "playcount" in "v"', 'v'],
    ['SELECT * EXCLUDE (autor) FROM videos', 'sql_unknown_column', 'There is no column "autor"', 'autor'],
    [
      'SELECT x.author FROM videos',
      'sql_unknown_table',
      'There is no table or alias "x" in the FROM clause',
      'x',
    ],
    [
      'SELECT row_number() FROM videos',
      'sql_unknown_function',
      'row_number needs an OVER clause',
      'row_number',
    ],
    [
      'SELECT sum(author) FROM videos',
      'sql_type_error',
      'sum does not accept arguments of types (VARCHAR)',
      'sum',
    ],
    [
      'SELECT author + 1 FROM videos',
      'sql_type_error',
      '+ does not accept arguments of types (VARCHAR, INTEGER)',
      '+',
    ],
    [
      'SELECT author::INTEGER FROM videos LIMIT 1',
      'sql_conversion_error',
      /Could not convert string 'cat' to INTEGER/,
      '::',
    ],
    ["SELECT DATE '2024-13-01'", 'sql_conversion_error', /2024-13-01/, null],
    [
      'SELECT 9223372036854775807 + play_count FROM videos',
      'sql_conversion_error',
      /Overflow in addition of BIGINT/,
      null,
    ],
    [
      'SELECT (SELECT author FROM videos)',
      'sql_conversion_error',
      'A scalar subquery returned more than one row',
      null,
    ],
    [
      "SELECT create_time AT TIME ZONE 'Mars' FROM videos",
      'sql_conversion_error',
      'There is no time zone "Mars"',
      null,
    ],
    [
      'SELECT author, count(*) FROM videos',
      'sql_syntax_error',
      /must appear in the GROUP BY clause/,
      'author',
    ],
    ['SELECT $1::INTEGER', 'sql_parameter_error', 'The parameters do not match the query', null],
    ['SELECT * FROM videos ORDER BY 99', 'sql_syntax_error', /ORDER term out of range/, '99'],
    [
      'SELECT list(repeat(i::VARCHAR, 200)) FROM range(10000000) t(i)',
      'query_memory_exceeded',
      /memory limit/,
      null,
    ],
  ])('%s', async (sql, code, message, near) => {
    const error = await thrownBy(sql);
    expect(error.code).toBe(code);
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    expect(error.sql[0]?.near ?? null).toBe(near);
  });

  it('offers candidates among names that the caller may see, never a hidden column', async () => {
    expect((await thrownBy('SELECT autor FROM videos')).sql[0]?.candidates).toEqual(['author']);
    expect((await thrownBy('SELECT _oldr FROM videos')).sql[0]?.candidates).toEqual([]);
    expect(
      (await thrownBy('SELECT recent FROM (SELECT author AS recents FROM videos)')).sql[0]?.candidates,
    ).toEqual(['recents']);
  });

  it.each([
    'SELECT _oldr FROM videos',
    'SELECT older FROM videos',
    'SELECT author::INTEGER FROM videos ORDER BY video_id DESC',
    "SELECT COLUMNS('nothing') FROM videos",
    "SELECT * FROM read_csv('/nowhere/secret-file.csv')".replace(
      '/nowhere/secret-file.csv',
      '/nowhere/x.csv',
    ),
    'SELECT * FROM videos WHERE author = 1 GROUP BY author',
  ])('tells nothing hidden: %s', async (sql) => {
    const error = await thrownBy(sql);
    const told = JSON.stringify([error.message, error.hint, error.sql, error.meta]);
    for (const hidden of ['_older', 'Candidate', '_parquet', 'LINE 1', 'SET ', 'stack']) {
      expect(told.includes(hidden) && !sql.includes(hidden), `${hidden} in ${told}`).toBe(false);
    }
  });

  it.each([
    [
      'Invalid Input',
      'Could not parse string "user1" according to format specifier "%Y"',
      'sql_conversion_error',
    ],
    [
      'Invalid Input',
      'Function "wavg" is a Macro Function. "DISTINCT" are only applicable …',
      'sql_syntax_error',
    ],
    ['Out of Memory', 'Allocation failure', 'query_memory_exceeded'],
    ['Binder', 'Referenced table "temp" not found!', 'sql_syntax_error'],
    ['Catalog', 'log10 is not an aggregate function', 'sql_syntax_error'],
    ['Invalid Input', 'Array buffer allocation failed', 'query_memory_exceeded'],
  ])('takes the caller’s fault for one: %s: %s', (type, message, code) => {
    const error = new Error(JSON.stringify({ exception_type: type, exception_message: message }));
    const worded = toAppError(error, { text: 'SELECT 1', offsetOf: () => null, visibleNames: [] });
    expect(worded.code).toBe(code);
    expect(worded.message).not.toContain('temp');
  });

  it.each([
    'IO Error: Cannot open file "/data/index/ab12.parquet": No such file or directory',
    "Invalid Input Error: No magic bytes found at end of file '/data/index/ab12.parquet'",
    'FATAL Error: database has been invalidated because of a previous fatal error',
    '{"exception_type":"IO","exception_message":"Could not write /tmp/spill/duckdb_temp_storage"}',
    '{"exception_type":"Permission","exception_message":"Cannot access file \\"/etc/passwd\\""}',
    'Cannot read properties of undefined',
    '{not json',
  ])('is internal_error when it is about the engine: %s', (message) => {
    const cause = new Error(message);
    const error = toAppError(cause, context('SELECT 1'));
    expect(error.code).toBe('internal_error');
    expect(error.message).toBe('The query failed with an internal error of the engine');
    expect(error.cause).toBe(cause);
    expect(error.sql).toEqual([]);
  });

  it('says that the query must be written in another form when DuckDB fails by itself', () => {
    const cause = new Error(
      'INTERNAL Error: Attempted to access index 3 within vector of size 3\nStack Trace:\n/usr/lib/duckdb.so',
    );
    const error = toAppError(cause, context('SELECT 1'));
    expect(error.code).toBe('statement_not_allowed');
    expect(error.hint).toContain('another form');
    expect(JSON.stringify([error.message, error.sql])).not.toMatch(/index 3|duckdb/i);
  });

  it('passes an AppError on', () => {
    const error = new AppError('query_timeout', 'Too slow.');
    expect(toAppError(error, context(''))).toBe(error);
  });
});
