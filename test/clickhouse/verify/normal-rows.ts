/** A DuckDB type as DuckDB prints it, as far as values of answers depend on it. */
export type TypeText = string;

/** Values of both databases in one form: texts for whole numbers and times, numbers for doubles. */
export function normal(value: unknown, type: TypeText): unknown {
  if (value === null || value === undefined) return null;
  if (type.endsWith('[]')) {
    const element = type.slice(0, -2);
    return (value as unknown[]).map((item) => normal(item, element));
  }
  if (type.startsWith('STRUCT(')) {
    const types = fieldTypes(type);
    const fields = Array.isArray(value) ? value : Object.values(value as object);
    return fields.map((field, at) => normal(field, types[at] ?? ''));
  }
  if (type === 'DOUBLE') return numberOf(value);
  if (type === 'FLOAT') return Math.fround(numberOf(value));
  if (type === 'BOOLEAN') return value === true || value === 1 || value === '1';
  if (type.startsWith('TIMESTAMP')) return microsOf(String(value));
  if (type.startsWith('DECIMAL')) return decimalOf(String(value), type);
  return String(value);
}

function numberOf(value: unknown): number {
  const text = String(value).toLowerCase();
  if (text === 'inf' || text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text === '-inf' || text === '-infinity') return Number.NEGATIVE_INFINITY;
  return text.includes('nan') ? Number.NaN : Number(value);
}

/** Microseconds since 1970, as text. */
function microsOf(text: string): string {
  const [, day = '', time = '', fraction = ''] = /^(\S{10})[ T](\S{8})(?:\.(\d+))?/.exec(text) ?? [];
  return String(BigInt(Date.parse(`${day}T${time}Z`)) * 1_000n + BigInt(fraction.padEnd(6, '0')));
}

function decimalOf(text: string, type: TypeText): string {
  const scale = Number(/,\s*(\d+)\)/.exec(type)?.[1] ?? 0);
  const [whole = '', fraction = ''] = text.split('.');
  return scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`;
}

/** The types of the fields of `STRUCT(a INTEGER, b VARCHAR[])`. */
function fieldTypes(type: TypeText): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  const inner = type.slice('STRUCT('.length, -1);
  for (let at = 0; at <= inner.length; at++) {
    const sign = inner[at];
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (at === inner.length || (sign === ',' && depth === 0)) {
      parts.push(inner.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.map((part) => part.replace(/^("(?:[^"]|"")*"|\S+) /, ''));
}

/** Relative difference up to which doubles count as equal. */
const tolerance = 1e-12;

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (typeof a === 'number' && typeof b === 'number') {
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
    return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
  }
  return a === b;
}

export type Rows = readonly (readonly unknown[])[];

export function areSame(a: Rows, b: Rows): boolean {
  return a.length === b.length && a.every((row, at) => isSame(row, b[at]));
}

/** The largest difference that rounding makes, as a part of the value, or of 1 where that is more. */
const roundingMax = 1e-9;
/** How many times farther an answer may be from DuckDB's than DuckDB's own are from each other. */
const timesOwnRounding = 4;

/**
 * Whether answers differ only in doubles, and no more than DuckDB's own do when it adds up the same rows in other orders: where large
 * terms cancel out, as in a correlation near 0, few digits are left.
 */
export function differByRounding(expected: Rows, given: Rows, turned: readonly Rows[]): boolean {
  if ([given, ...turned].some((rows) => rows.length !== expected.length)) return false;
  return expected.every((row, at) =>
    row.every((value, column) => {
      const other = given[at]?.[column];
      if (isSame(value, other)) return true;
      if (typeof value !== 'number' || typeof other !== 'number') return false;
      const own = Math.max(...turned.map((rows) => Math.abs(Number(rows[at]?.[column]) - value)));
      return (
        own <= roundingMax * Math.max(1, Math.abs(value)) && Math.abs(other - value) <= timesOwnRounding * own
      );
    }),
  );
}

/** Doubles are cut for sorting only. */
const keyOf = (row: readonly unknown[]) =>
  JSON.stringify(row, (_, value: unknown) =>
    typeof value !== 'number'
      ? value
      : Number.isFinite(value)
        ? Number(value.toPrecision(10))
        : String(value),
  );

export function sorted(rows: Rows): Rows {
  return rows
    .map((row) => [keyOf(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, row]) => row);
}

/** The first difference, in a few words. */
export function difference(expected: Rows, given: Rows): string {
  if (expected.length !== given.length) return `${given.length} rows instead of ${expected.length}`;
  const at = expected.findIndex((row, index) => !isSame(row, given[index]));
  const [want, got] = [keyOf(expected[at] ?? []), keyOf(given[at] ?? [])];
  let start = 0;
  while (start < want.length && want[start] === got[start]) start++;
  const from = Math.max(0, start - 40);
  return `row ${at + 1}: ${got.slice(from, start + 80)} instead of ${want.slice(from, start + 80)}`;
}
