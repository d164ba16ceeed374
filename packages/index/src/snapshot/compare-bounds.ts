type Compare = (a: string, b: string) => number;

const wholeNumber = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/;

/** Whether least and greatest values are recorded for columns of a type. */
export function hasBounds(type: string): boolean {
  return comparerOf(type) !== undefined;
}

/**
 * Comparator for bounds of a column, as its statistics write them, in the order of its values; undefined for types
 * without bounds.
 */
export function comparerOf(type: string): Compare | undefined {
  if (type === 'VARCHAR') return (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (wholeNumber.test(type)) return (a, b) => compare(BigInt(a), BigInt(b));
  // All values of a column have the same number of decimals.
  if (type.startsWith('DECIMAL'))
    return (a, b) => compare(BigInt(a.replace('.', '')), BigInt(b.replace('.', '')));
  if (type === 'DOUBLE' || type === 'FLOAT') return compareFloats;
  if (type === 'DATE' || type.startsWith('TIMESTAMP')) return compareTimes;
  if (type === 'BOOLEAN') return compare;
  return undefined;
}

/** DuckDB orders NaN above all numbers, infinity included. */
function compareFloats(a: string, b: string): number {
  const number = (text: string) => Number(text.replace(/inf$/, 'Infinity'));
  return compare(Number(a === 'nan'), Number(b === 'nan')) || compare(number(a), number(b));
}

function compareTimes(a: string, b: string): number {
  const [first, second] = [splitTime(a), splitTime(b)];
  return compare(first.year, second.year) || compare(first.rest, second.rest);
}

function splitTime(text: string): { year: number; rest: string } {
  const [, year, rest = ''] = /^(-?\d+)-(.*)$/.exec(text) ?? [];
  if (year !== undefined) return { year: Number(year), rest };
  return { year: text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY, rest };
}

function compare<Value extends string | number | bigint>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
