import { AppError, type SqlErrorDetail } from '@sdq/contract';
import { expect, test } from 'vitest';
import { reportFailure, SqlFailure } from '../src/report-failure.ts';
import type { Output } from '../src/terminal/output.ts';

async function reported(error: unknown, debug = false): Promise<string[]> {
  const lines: string[] = [];
  const output = {
    style: (_: string, text: string) => text,
    line: async (text: string) => void lines.push(text),
  };
  await reportFailure(error, output as unknown as Output, debug);
  return lines.join('\n').split('\n');
}

const detail = (overrides: Partial<SqlErrorDetail>): SqlErrorDetail => ({
  message: 'there is no column "plays"',
  offset: 7,
  length: 5,
  line: 1,
  column: 8,
  near: 'plays',
  candidates: ['play_count'],
  hint: null,
  ...overrides,
});

test('SQL: code, line and column, the line itself, and what was perhaps meant', async () => {
  const error = new AppError('sql_unknown_column', 'there is no column "plays"', { sql: [detail({})] });
  expect(await reported(new SqlFailure('SELECT plays FROM videos', error))).toEqual([
    'sdq: sql_unknown_column: 1:8: there is no column "plays"',
    '  SELECT plays FROM videos',
    '         ^^^^^',
    'did you mean: play_count',
  ]);
});

test('every fault of the text is shown, a candidate that the hint names only once', async () => {
  const sql = 'SELECT plays, likes FROM videos';
  const second = detail({
    message: 'no "likes"',
    offset: 14,
    column: 15,
    candidates: [],
    hint: 'ask for like_count',
  });
  const first = detail({ hint: 'did you mean play_count?' });
  const error = new AppError('sql_unknown_column', 'two', { sql: [first, second] });
  expect(await reported(new SqlFailure(sql, error))).toEqual([
    'sdq: sql_unknown_column: 1:8: there is no column "plays"',
    `  ${sql}`,
    '         ^^^^^',
    'hint: did you mean play_count?',
    'also: 1:15: no "likes"',
    `  ${sql}`,
    '                ^^^^^',
    'hint: ask for like_count',
  ]);
});

test('a fault without a place is said without one', async () => {
  const error = new AppError('sql_syntax_error', 'empty', {
    sql: [detail({ offset: null, line: null, column: null, candidates: [] })],
  });
  expect(await reported(new SqlFailure('', error))).toEqual([
    'sdq: sql_syntax_error: there is no column "plays"',
  ]);
});

test('other failures: message and hint, the system’s own words, and never a stack trace unless asked for', async () => {
  const missing = new AppError('index_missing', 'there is no index at x', { hint: 'make one' });
  expect(await reported(missing)).toEqual(['sdq: index_missing: there is no index at x', 'hint: make one']);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(await reported(full)).toEqual(['sdq: ENOSPC: no space left on device, write']);
  const fault = await reported(new TypeError('x is undefined\nand more'));
  expect(fault[0]).toBe('sdq: internal_error: x is undefined');
  expect(fault.join('\n')).not.toMatch(/^\s+at /m);
  expect((await reported(new TypeError('x'), true)).join('\n')).toMatch(/^\s+at /m);
});
