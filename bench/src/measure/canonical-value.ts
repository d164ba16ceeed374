/**
 * The number of significant digits in which floating-point sums agree, regardless of the order of additions in threads.
 */
const significantDigits = 9;

/**
 * The canonical form of a value of a DuckDB type, from the engine's JSON value or from DuckDB's own: integers as text,
 * floats rounded, timestamps as ISO 8601 without trailing zeros, and midnight as a date, because peers return the
 * beginning of a month as either of them.
 */
export function canonicalValue(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => canonicalValue(item, elementType(type)));
  if (type === 'FLOAT' || type === 'DOUBLE') return canonicalFloat(value);
  if (type.startsWith('TIMESTAMP')) return canonicalTimestamp(String(value));
  if (typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return entries.map(([key, field]) => [
      key,
      typeof field === 'object' ? JSON.stringify(field) : String(field),
    ]);
  }
  return typeof value === 'boolean' ? value : String(value);
}

function elementType(type: string): string {
  return type.replace(/\[\d*\]$/, '');
}

function canonicalFloat(value: unknown): string | null {
  const number = Number(value);
  // The engine's JSON contains no NaN and no infinities.
  return Number.isFinite(number) ? String(Number(number.toPrecision(significantDigits))) : null;
}

function canonicalTimestamp(text: string): string {
  return text
    .replace(' ', 'T')
    .replace(/(\.\d*?)0+(?=Z|[+-]|$)/, '$1')
    .replace(/\.(?=Z|[+-]|$)/, '')
    .replace(/(Z|\+00(:00)?)$/, '')
    .replace(/T00:00:00$/, '');
}
