import { AppError } from '@sdq/contract';
import { describe, expect, test } from 'vitest';
import { parseEmail, parseName } from '../../src/arguments/account-fields.ts';
import { parseByteSize } from '../../src/arguments/byte-size.ts';
import { parseConstants } from '../../src/arguments/constants.ts';
import { parseInstant } from '../../src/arguments/instant.ts';
import { parseRowCount } from '../../src/arguments/row-count.ts';
import { parseSqlParameters } from '../../src/arguments/sql-parameters.ts';
import { wholeNumber } from '../../src/arguments/whole-number.ts';

function usage(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('usage_error');
    return (error as AppError).message;
  }
  throw new Error('it was accepted');
}

describe('row counts', () => {
  test.each([
    ['5000', 5000],
    ['200k', 200_000],
    ['1m', 1_000_000],
    ['1.5M', 1_500_000],
    ['10m', 10_000_000],
    ['1_000_000', 1_000_000],
    ['1.001k', 1001],
  ])('%s', (text, rows) => expect(parseRowCount(text)).toBe(rows));

  test.each(['', '0', '-1', '5x', '1.5', 'k', '1e3', '0.0001k', '99999999m', ' 5'])('refuses %j', (text) => {
    expect(() => parseRowCount(text)).toThrow(/number of rows/);
  });
});

describe('byte sizes', () => {
  test.each([
    ['512MB', 512e6],
    ['2GB', 2e9],
    ['2gib', 2 * 2 ** 30],
    ['1.5GiB', 1.5 * 2 ** 30],
  ])('%s', (text, bytes) => expect(parseByteSize(text)).toBe(bytes));

  test.each(['2', '2G', '10MB', '-1GB', 'GB'])('refuses %j', (text) => {
    expect(() => parseByteSize(text)).toThrow(/at least 256MiB/);
  });
});

test('whole numbers keep their bounds', () => {
  const parse = wholeNumber(1, 1000);
  expect([parse('1'), parse('1_000')]).toEqual([1, 1000]);
  for (const text of ['0', '1001', '1.5', '-1', '', '1e2'])
    expect(() => parse(text)).toThrow(/from 1 to 1000/);
});

test('instants need a zone unless they are a date', () => {
  expect(parseInstant('2026-03-01').toISOString()).toBe('2026-03-01T00:00:00.000Z');
  expect(parseInstant('2026-03-01T01:00:00+02:00').toISOString()).toBe('2026-02-28T23:00:00.000Z');
  for (const text of ['2026-03-01T01:00:00', 'yesterday', '2026-13-01', '1']) {
    expect(() => parseInstant(text)).toThrow(/Expected a time/);
  }
});

describe('SQL parameters', () => {
  test('text, JSON and integers beyond 2^53, by name', () => {
    expect({
      ...parseSqlParameters(['tag=dance', 'least:=1000', 'id:=7123456789012345678', 'none:=null']),
    }).toEqual({
      tag: 'dance',
      least: 1000,
      id: 7123456789012345678n,
      none: null,
    });
  });

  test('by position', () => {
    expect(parseSqlParameters(['=a=b', ':=[1,2]', '='])).toEqual(['a=b', [1, 2], '']);
  });

  test('a name of the prototype is a name like any other', () => {
    expect(parseSqlParameters(['__proto__=x'])).toHaveProperty('__proto__', 'x');
  });

  test('none at all are none', () => expect(parseSqlParameters([])).toBeUndefined());

  test('what is wrong is said', () => {
    expect(usage(() => parseSqlParameters(['dance']))).toContain('"dance"');
    expect(usage(() => parseSqlParameters(['a=1', '=2']))).toContain('all named');
    expect(usage(() => parseSqlParameters(['a=1', 'a=2']))).toContain('twice');
    expect(usage(() => parseSqlParameters(['a:=x']))).toContain('not valid JSON');
    expect(usage(() => parseSqlParameters(['a:={"b":1}']))).toContain('object');
  });
});

test('constants keep everything after the first equals sign', () => {
  expect({ ...parseConstants(['region=US', 'note=a=b', 'empty=']) }).toEqual({
    region: 'US',
    note: 'a=b',
    empty: '',
  });
  expect(usage(() => parseConstants(['region']))).toContain('--set');
  expect(usage(() => parseConstants(['a=1', 'a=2']))).toContain('twice');
});

describe('accounts', () => {
  test('names and addresses', () => {
    expect(parseName(' Ada Example ')).toBe('Ada Example');
    expect(parseEmail('ada@example.com')).toBe('ada@example.com');
    expect(() => parseName('  ')).toThrow(/Expected a name/);
  });

  test.each(['', 'ada', 'ada@', '@example.com', 'a b@example.com', 'a@b@c'])('no address: %j', (text) => {
    expect(() => parseEmail(text)).toThrow(/address such as/);
  });
});
