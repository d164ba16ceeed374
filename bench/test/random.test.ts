import { describe, expect, test } from 'vitest';
import { compareAnswers, notAmong, type WholeAnswer } from '../src/random/compare/compare-answers.ts';
import { Draw } from '../src/random/draw/draw.ts';
import type { Question } from '../src/random/question.ts';
import { figuresOf } from '../src/random/report/figures.ts';
import type { QuestionResult } from '../src/random/report/random-report.ts';
import { instant, text } from '../src/random/sql/literals.ts';
import { either, render, sql } from '../src/random/sql/sql.ts';

const answer = (...rows: unknown[][]): WholeAnswer => ({
  columns: ['name', 'mean'],
  types: ['VARCHAR', 'DOUBLE'],
  rows,
});
const outcome = (agreement: Question['agreement'], a: WholeAnswer, b: WholeAnswer) =>
  compareAnswers(agreement, a, b).outcome;

describe('answers', () => {
  const all: Question['agreement'] = { rows: 'all' };

  test('are the same in another order, unless the order is asked for', () => {
    const [a, b] = [answer(['x', 1], ['y', 2]), answer(['y', 2], ['x', 1])];
    expect(outcome(all, a, b)).toBe('equal');
    expect(outcome({ rows: 'all', inOrder: [1] }, a, b)).toBe('different');
  });

  test('may differ in the last digits of a float only', () => {
    expect(outcome(all, answer(['x', 1 / 3]), answer(['x', 1 / 3 + 1e-12]))).toBe('equal');
    expect(outcome(all, answer(['x', 1 / 3]), answer(['x', 1 / 3 + 1e-6]))).toBe('different');
    expect(outcome(all, answer(['x', null]), answer(['x', 0]))).toBe('different');
  });

  test('differ by a row, a value, a name of a column', () => {
    expect(outcome(all, answer(['x', 1]), answer(['x', 1], ['x', 1]))).toBe('different');
    expect(outcome(all, answer(['x', 1], ['x', 1]), answer(['x', 1], ['y', 1]))).toBe('different');
    const renamed = { ...answer(['x', 1]), columns: ['name', 'avg'] };
    expect(outcome(all, renamed, answer(['x', 1]))).toBe('different');
    expect(compareAnswers(all, renamed, answer(['x', 1]), { withNames: false }).outcome).toBe('equal');
  });

  test('of a limit over ties have other rows, if these are rows of the query', () => {
    const open: Question['agreement'] = { rows: 'open', inOrder: [1], fixed: [1], among: 'SELECT …' };
    const [a, b] = [answer(['x', 2], ['y', 1]), answer(['x', 2], ['z', 1])];
    expect(outcome(open, a, b)).toBe('equal if among');
    expect(outcome(open, a, answer(['x', 2], ['z', 3]))).toBe('different');
    expect(notAmong(a, answer(['z', 1], ['y', 1], ['x', 2]))).toBeUndefined();
    expect(notAmong(a, answer(['z', 1], ['x', 2]))).toContain('"y"');
    expect(notAmong(answer(['y', 1], ['y', 1]), answer(['y', 1], ['x', 2]))).toContain('not so often');
  });
});

test('a question is written in both dialects, or told why not', () => {
  const question = sql`WHERE a = ${text("it's 1\\2")} AND t >= ${instant('2026-01-02 03:04:05')}`;
  expect(render(question, 'duckdb')).toBe(
    "WHERE a = 'it''s 1\\2' AND t >= TIMESTAMPTZ '2026-01-02 03:04:05+00'",
  );
  expect(render(question, 'clickhouse')).toBe(
    "WHERE a = 'it''s 1\\\\2' AND t >= toDateTime64('2026-01-02 03:04:05', 6, 'UTC')",
  );
  expect(render(sql`SELECT ${either('a', { cannot: 'no a' })}`, 'clickhouse')).toEqual({ cannot: 'no a' });
});

test('draws of a seed are the same, and selectivities lie within their bounds', () => {
  const draws = (seed: number) => Array.from({ length: 50 }, () => new Draw(seed).unit());
  expect(draws(5)).toEqual(draws(5));
  expect(draws(5)).not.toEqual(draws(6));
  const draw = new Draw(1);
  const shares = Array.from({ length: 2_000 }, () => draw.selectivity());
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(1e-6);
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.5);
  // Uniform in the logarithm: about as many below a thousandth as above.
  expect(shares.filter((share) => share < 7e-4).length).toBeGreaterThan(900);
  expect(shares.filter((share) => share < 7e-4).length).toBeLessThan(1_100);
  expect(draw.some([1, 2, 3], 3, 3).sort()).toEqual([1, 2, 3]);
});

test('figures count a peer with another answer, or none, in no ratio', () => {
  const cost = (cpuMs: number) => ({ cpuMs, wallMs: cpuMs, firstCpuMs: cpuMs });
  const result = (costs: QuestionResult['costs']): QuestionResult => ({
    number: 1,
    kind: 'trend',
    reads: 'most',
    isText: false,
    sql: 'SELECT 1',
    rowCount: 1,
    path: '',
    costs,
    absent: {},
    notes: [],
  });
  const figures = figuresOf(
    [
      result({ sdq: cost(10), a: cost(40), b: cost(5) }),
      result({ sdq: cost(20), a: cost(20), b: { ...cost(1), difference: 'other rows' } }),
      result({ sdq: cost(30), a: cost(30) }),
    ],
    ['a', 'b'],
  );
  expect(figures.ratios.a?.mean).toBeCloseTo(4 ** (1 / 3), 9);
  expect(figures.ratios.b).toEqual({ mean: 0.5, questions: 1 });
  expect(figures.besideBestP5).toBe(0.5);
  expect(figures.dearerShare).toBeCloseTo(1 / 3, 9);
  expect([figures.p50Ms, figures.p90Ms]).toEqual([20, 30]);
});
