import { canonicalValue } from '../../measure/canonical-value.ts';
import type { Question } from '../question.ts';

/** An answer with all its rows. */
export interface WholeAnswer {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The result of a comparison: equal, different, or equal if the rows are among all that may be answered. */
export type Comparison =
  | { readonly outcome: 'equal' }
  | { readonly outcome: 'equal if among'; readonly among: string }
  | { readonly outcome: 'different'; readonly difference: string };

/** The relative difference that the order of additions may make, and the absolute one of numbers near zero. */
const ofAdditions = 1e-9;

export interface CompareOptions {
  /** Whether the names of columns are compared; default true. */
  readonly withNames?: boolean;
  /** The difference of floats that is allowed. */
  readonly tolerance?: number;
}

const shownCharacters = 200;

/** Compares an answer with the expected one, as far as SQL determines it. */
export function compareAnswers(
  agreement: Question['agreement'],
  answer: WholeAnswer,
  expected: WholeAnswer,
  { withNames = true, tolerance = ofAdditions }: CompareOptions = {},
): Comparison {
  const different = (difference: string): Comparison => ({ outcome: 'different', difference });
  if (withNames && String(answer.columns) !== String(expected.columns))
    return different(`columns ${answer.columns.join(', ')} instead of ${expected.columns.join(', ')}`);
  if (answer.rows.length !== expected.rows.length)
    return different(`${answer.rows.length} rows instead of ${expected.rows.length}`);
  if (agreement.rows === 'count') return { outcome: 'equal' };
  const floats = floatColumns(answer, expected);
  const [found, wanted] = [canonicalRows(answer, floats), canonicalRows(expected, floats)];
  for (const position of agreement.inOrder ?? []) {
    const at = found.findIndex((row, i) => !isSame(row[position], wanted[i]?.[position], tolerance));
    if (at !== -1) return different(`row ${at + 1} is ${shown(found[at])} instead of ${shown(wanted[at])}`);
  }
  const other = firstOther(found, wanted, tolerance);
  if (other === undefined) return { outcome: 'equal' };
  if (agreement.rows === 'all' || agreement.among === undefined) return different(other);
  const fixed = (rows: readonly unknown[][]) =>
    rows.map((row) => (agreement.fixed ?? []).map((position) => row[position]));
  const otherFixed = firstOther(fixed(found), fixed(wanted), tolerance);
  if (otherFixed !== undefined) return different(`in the columns that are not open, ${otherFixed}`);
  return { outcome: 'equal if among', among: agreement.among };
}

/** The difference between the rows of an answer and all rows that it may contain; undefined if there is none. */
export function notAmong(answer: WholeAnswer, all: WholeAnswer): string | undefined {
  const floats = floatColumns(answer, all);
  const rounded = (row: readonly unknown[]) =>
    JSON.stringify(row.map((value) => (typeof value === 'number' ? value.toPrecision(7) : value)));
  const left = new Map<string, number>();
  for (const row of canonicalRows(all, floats)) left.set(rounded(row), (left.get(rounded(row)) ?? 0) + 1);
  for (const row of canonicalRows(answer, floats)) {
    const count = left.get(rounded(row)) ?? 0;
    if (count === 0) return `the row ${shown(row)} may not be answered, or not so often`;
    left.set(rounded(row), count - 1);
  }
  return undefined;
}

function floatColumns(a: WholeAnswer, b: WholeAnswer): boolean[] {
  const isFloat = (type: string | undefined) => /^(DOUBLE|FLOAT|DECIMAL)/.test(type ?? '');
  return a.types.map((type, at) => isFloat(type) || isFloat(b.types[at]));
}

function canonicalRows({ types, rows }: WholeAnswer, floats: readonly boolean[]): unknown[][] {
  return rows.map((row) =>
    row.map((value, at) => {
      if (!floats[at]) return canonicalValue(value, types[at] ?? 'VARCHAR');
      const number = value === null || value === undefined ? Number.NaN : Number(value);
      return Number.isFinite(number) ? number : null;
    }),
  );
}

function isSame(a: unknown, b: unknown, tolerance: number): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
  return typeof a === 'object' ? JSON.stringify(a) === JSON.stringify(b) : a === b;
}

/** Describes the first row in which two multisets of rows differ. Numbers may differ a little. */
function firstOther(
  found: readonly unknown[][],
  wanted: readonly unknown[][],
  tolerance: number,
): string | undefined {
  const [a, b] = [sorted(found, tolerance), sorted(wanted, tolerance)];
  for (const [at, { row }] of a.entries()) {
    const other = b[at]?.row ?? [];
    if (row.some((value, i) => !isSame(value, other[i], tolerance)))
      return `a row is ${shown(row)} instead of ${shown(other)}`;
  }
  return undefined;
}

/** Rows by what is exact in them, then by their numbers. */
function sorted(
  rows: readonly unknown[][],
  tolerance: number,
): { row: unknown[]; exact: string; numbers: number[] }[] {
  const keyed = rows.map((row) => ({
    row,
    exact: JSON.stringify(row.map((value) => (typeof value === 'number' ? '' : value))),
    numbers: row.filter((value) => typeof value === 'number'),
  }));
  return keyed.sort((a, b) => {
    if (a.exact !== b.exact) return a.exact < b.exact ? -1 : 1;
    const at = a.numbers.findIndex((number, i) => !isSame(number, b.numbers[i], tolerance));
    return at === -1 ? 0 : (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
  });
}

function shown(row: readonly unknown[] | undefined): string {
  return JSON.stringify(row ?? null).slice(0, shownCharacters);
}
