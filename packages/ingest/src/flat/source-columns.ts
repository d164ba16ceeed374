import type { Row } from '../containers/record-chunk.ts';

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
 * The unit of a duration's column, from its name; undefined if the name does not say.
 */
export function durationUnitIn(field: string): 's' | 'ms' | undefined {
  if (/ms$|milli/i.test(field)) return 'ms';
  return /sec/i.test(field) ? 's' : undefined;
}
