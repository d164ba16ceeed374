/**
 * An amount of money is a whole number of units of $0.0001 in a JavaScript number: integers are exact up to
 * 2^53 − 1, which is 900 billion dollars, and SQLite, PostgreSQL's bigint and JSON represent them exactly.
 * Amounts are never fractions of a dollar in floating point.
 */
export const unitsPerDollar = 10_000;

/** Returns the amount; throws a RangeError for anything but a safe integer. */
export function assertUnits(units: number): number {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not a whole number of units`);
  return units;
}

/** Formats an amount as in every `cost` field: `1` is `"$0.0001"`, `50000` is `"$5.0000"`, `-1` is `"-$0.0001"`. */
export function formatCost(units: number): string {
  const digits = String(Math.abs(assertUnits(units))).padStart(5, '0');
  return `${units < 0 ? '-' : ''}$${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Parses dollars with at most four decimals, `5`, `0.0001` or `$5.0000`; undefined for anything else. */
export function parseDollars(text: string): number | undefined {
  const match = /^\$?(\d{1,9})(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (match === null) return undefined;
  return Number(match[1]) * unitsPerDollar + Number((match[2] ?? '').padEnd(4, '0'));
}
