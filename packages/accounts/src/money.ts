/** Units of $0.0001 as `$1.2345`, exact. */
export function formatDollars(units: number): string {
  const digits = String(Math.abs(units)).padStart(5, '0');
  return `${units < 0 ? '-' : ''}$${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** The smallest whole number of units that reaches an amount of dollars, at most the largest safe integer. */
export function unitsReaching(dollars: number): number {
  return Math.min(Math.ceil(Math.round(dollars * 1e8) / 1e4), Number.MAX_SAFE_INTEGER);
}
