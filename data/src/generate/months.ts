/** A UTC calendar month, or the part of it that lies within the generated years. */
export interface Month {
  /** `YYYY-MM`. */
  label: string;
  /** The index among the months, from 0. */
  index: number;
  /** Unix seconds; the end is exclusive. */
  start: number;
  end: number;
  /** The number of the first row of this month, and the row count. */
  firstRow: number;
  rows: number;
}

/** The growth factor of the number of videos from month to month. */
const monthlyGrowth = 1.045;

const years = 4;

/** Distributes rows over the four years before `until`, each month {@link monthlyGrowth} times the one before. */
export function allotMonths(rows: number, until: Date): Month[] {
  const start = Date.UTC(until.getUTCFullYear() - years, until.getUTCMonth(), until.getUTCDate());
  const spans: { label: string; start: number; end: number; weight: number }[] = [];
  for (let at = start; at < until.getTime(); ) {
    const date = new Date(at);
    const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    const end = Math.min(next, until.getTime());
    const weight = (monthlyGrowth ** spans.length * (end - at)) / (next - first);
    spans.push({
      label: date.toISOString().slice(0, 7),
      start: at / 1000,
      end: Math.floor(end / 1000),
      weight,
    });
    at = next;
  }
  const weights = spans.reduce((sum, span) => sum + span.weight, 0);
  let weightBefore = 0;
  let firstRow = 0;
  return spans.map((span, index) => {
    weightBefore += span.weight;
    const rowsUntil = index === spans.length - 1 ? rows : Math.round((rows * weightBefore) / weights);
    const month = { ...span, index, firstRow, rows: rowsUntil - firstRow };
    firstRow = rowsUntil;
    return month;
  });
}

/** The maximum total rows of several small months that are generated together. */
const batchRowsMax = 250_000;

/**
 * Consecutive months that have rows, in batches of one month, or of several with at most {@link batchRowsMax} rows in
 * total.
 */
export function batchesOf(months: readonly Month[]): Month[][] {
  const batches: Month[][] = [];
  let rows = 0;
  for (const month of months) {
    if (month.rows === 0) continue;
    const last = batches.at(-1);
    if (last === undefined || rows + month.rows > batchRowsMax) batches.push([month]);
    else last.push(month);
    rows = (batches.at(-1)?.length === 1 ? 0 : rows) + month.rows;
  }
  return batches;
}
