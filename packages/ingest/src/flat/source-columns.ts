import type { Row } from '../containers/record-chunk.ts';
import type { Writing } from './read-column.ts';

const depthMax = 3;
const rowsLookedAt = 1_000;

/** The paths of all values in nested rows, such as `stats.playCount`, including lists and objects. */
export function pathsIn(rows: readonly unknown[]): string[] {
  const paths = new Set<string>();
  for (const row of rows.slice(0, rowsLookedAt)) addPaths(row, '', 1, paths);
  return [...paths];
}

function addPaths(value: unknown, prefix: string, depth: number, paths: Set<string>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > depthMax) return;
  for (const [key, member] of Object.entries(value)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    paths.add(path);
    addPaths(member, path, depth + 1, paths);
  }
}

/** The value of a column or path. */
export function valueAt(row: Row, field: string): unknown {
  if (Object.hasOwn(row, field)) return row[field];
  if (!field.includes('.')) return undefined;
  let value: unknown = row;
  for (const key of field.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Row)[key];
  }
  return value;
}

/**
 * The format of a column's values, inferred from its name and first values. Durations: a short video is rarely longer
 * than 1,000 s and never 1,000 ms. Dates: a first number above 12 is a day.
 */
export function writingOf(field: string, rows: readonly Row[]): Writing {
  const values = rows.slice(0, rowsLookedAt).map((row) => valueAt(row, field));
  return { durationUnit: durationUnitOf(field, values), dayFirst: values.some(isDayFirst) };
}

function durationUnitOf(field: string, values: readonly unknown[]): 's' | 'ms' {
  if (/ms$|milli/i.test(field)) return 'ms';
  if (/sec/i.test(field)) return 's';
  const numbers = values
    .filter(
      (value) => typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)),
    )
    .map(Number)
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
  return (numbers[numbers.length >> 1] ?? 0) >= 1_000 ? 'ms' : 's';
}

function isDayFirst(value: unknown): boolean {
  const match = typeof value === 'string' ? /^(\d{1,2})\/\d{1,2}\/\d{2,4}\b/.exec(value.trim()) : null;
  return match !== null && Number(match[1]) > 12;
}
