/**
 * Macros that the SQL of plans may call, each as the statement that creates it. The gate refuses them in callers'
 * SQL.
 */
export const planMacros: readonly string[] = [
  // Whole numbers up to 2^53 are as they are as a DOUBLE. DuckDB makes a mean of a sum of 128 bits, of which a DOUBLE would
  // leave out the last ones first: a larger sum is divided as a whole number, and what is left of it by itself.
  `CREATE MACRO sdq_mean(_sdq_total, _sdq_n) AS CASE WHEN abs(_sdq_total) <= ${2n ** 53n} THEN _sdq_total::DOUBLE / _sdq_n::DOUBLE
    ELSE (_sdq_total // _sdq_n)::DOUBLE + (_sdq_total % _sdq_n)::DOUBLE / _sdq_n::DOUBLE END`,
];

/** The mean of a number of integers with this sum, both as SQL: what `avg` returns for them. */
export function meanOf(total: string, n: string): string {
  return `sdq_mean(${total}, ${n})`;
}
