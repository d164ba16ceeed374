/** Rows above a header that may be titles. */
const titleRowsMax = 20;

/** Columns from which a row with one value is no header. */
const paddedWidthMin = 4;

/** Share of the rows that have as many fields as the header: one in the first row, and one below titles. */
const fittingMin = 0.5;
const titledFittingMin = 0.9;

/** The delimiter that a first line such as `sep=;` states, as spreadsheet programs write it. */
export function statedDelimiter(text: string): string | undefined {
  return /^"?sep=(.)"?\r?\n/i.exec(text)?.[1];
}

/** Whether the first record is the header: most rows have as many fields, and it is no title with empty fields. */
export function isHeaderFirst(records: readonly (readonly string[])[]): boolean {
  const [first = [], ...rows] = records;
  if (filled(first) <= 1 && first.length >= paddedWidthMin) return false;
  const fitting = rows.filter((row) => row.length === first.length).length;
  return rows.length === 0 || fitting >= rows.length * fittingMin;
}

/**
 * The number of records above the header, which is the first with as many fields as nearly all rows have, and with names:
 * text, more than half of them not empty. 0 if there is none.
 */
export function titleRowsIn(records: readonly (readonly string[])[]): number {
  const width = usualWidth(records);
  const at = records.slice(0, titleRowsMax + 1).findIndex((row) => row.length === width && hasNames(row));
  const rows = records.slice(at + 1);
  const fitting = rows.filter((row) => row.length === width).length;
  return width >= 2 && at > 0 && fitting > 0 && fitting >= rows.length * titledFittingMin ? at : 0;
}

function hasNames(row: readonly string[]): boolean {
  return filled(row) * 2 > row.length && !row.some(isNumberLike);
}

function filled(row: readonly string[]): number {
  return row.filter((value) => value.trim() !== '').length;
}

/** Two expressions, because one with both conditions takes time in the square of the length. */
function isNumberLike(value: string): boolean {
  return /^[\s\d.,:+-]+$/.test(value) && /\d/.test(value);
}

/** The most frequent number of fields; the greater of two. */
function usualWidth(records: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [most] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || b - a);
  return most?.[0] ?? 0;
}
