import { isNumber, isTime } from './column.ts';
import type { Result } from './result.ts';
import { numberOf, plainText } from './show-value.ts';

const readMax = 50_000;
const distinctMax = 5_000;
const binCount = 24;

export interface ColumnStatistics {
  nulls: number;
  /** Of numbers and times: the range and how many values lie in each part of it. */
  range?: { min: number; max: number; bins: number[]; edges: number[] };
  /** Of other columns: the most frequent values. */
  top?: { value: unknown; text: string; count: number }[];
  /** Different values; `distinctMax` means that many or more. */
  distinct?: number;
  isSampled: boolean;
  read: number;
}

/** What the header of a column shows. Of long results every n-th row is read, which `isSampled` says. */
export function columnStatistics(result: Result, index: number): ColumnStatistics {
  const column = result.columns[index];
  if (column === undefined) throw new Error(`there is no column ${index}`);
  let nulls = 0;
  let read = 0;
  const numbers: number[] = [];
  const counts = new Map<string, { value: unknown; text: string; count: number }>();
  const isRange = isNumber(column) || isTime(column);
  const step = result.sample(index, readMax, (value) => {
    read++;
    if (value === null || value === undefined) nulls++;
    else if (isRange) numbers.push(numberOf(value, column));
    else count(counts, value, plainText(value, column));
  });
  const shared = { nulls, read, isSampled: step > 1 };
  if (isRange)
    return numbers.length === 0 ? shared : { ...shared, range: rangeOf(numbers, isNumber(column)) };
  const top = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, 5);
  return { ...shared, top, distinct: counts.size };
}

function count(
  counts: Map<string, { value: unknown; text: string; count: number }>,
  value: unknown,
  text: string,
): void {
  const key = text.length > 200 ? text.slice(0, 200) : text;
  const found = counts.get(key);
  if (found !== undefined) found.count++;
  else if (counts.size < distinctMax) counts.set(key, { value, text, count: 1 });
}

function rangeOf(numbers: number[], mayLean: boolean) {
  const sorted = Float64Array.from(numbers).sort();
  const min = sorted[0] ?? 0;
  const max = sorted.at(-1) ?? 0;
  const median = sorted[sorted.length >> 1] ?? 0;
  // counts of plays and likes lean far to one side: their bins grow
  const leans = mayLean && min >= 0 && max > 100 * Math.max(median, 1);
  const span = max - min || 1;
  const place = leans
    ? (v: number) => Math.log1p(v - min) / Math.log1p(span)
    : (v: number) => (v - min) / span;
  const edge = leans
    ? (share: number) => min + Math.expm1(share * Math.log1p(span))
    : (share: number) => min + share * span;
  const bins = new Array<number>(binCount).fill(0);
  for (const value of sorted) {
    const bin = Math.min(binCount - 1, Math.floor(place(value) * binCount));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return { min, max, bins, edges: Array.from({ length: binCount + 1 }, (_each, i) => edge(i / binCount)) };
}

export const distinctText = (distinct: number): string =>
  distinct >= distinctMax ? `${distinctMax}+` : String(distinct);
