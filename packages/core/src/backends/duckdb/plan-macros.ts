/**
 * Macros that the SQL of plans may call, each as the statement that creates it. The gate refuses them in callers'
 * SQL.
 */
export const planMacros: readonly string[] = [
  // Whole numbers up to 2^53 are as they are as a DOUBLE. DuckDB makes a mean of a sum of 128 bits, of which a DOUBLE would
  // leave out the last ones first: a larger sum is divided as a whole number, and what is left of it by itself.
  `CREATE MACRO sdq_mean(_sdq_total, _sdq_n) AS CASE WHEN abs(_sdq_total) <= ${2n ** 53n} THEN _sdq_total::DOUBLE / _sdq_n::DOUBLE
    ELSE (_sdq_total // _sdq_n)::DOUBLE + (_sdq_total % _sdq_n)::DOUBLE / _sdq_n::DOUBLE END`,
  // An extreme of groups that are sure of it, unless that of the others reaches beyond: then the next plan answers.
  `CREATE MACRO sdq_known_least(_sdq_sure, _sdq_unsure) AS CASE WHEN _sdq_unsure IS NULL OR _sdq_sure <= _sdq_unsure THEN _sdq_sure ELSE error('A masked row may have had the least value') END`,
  `CREATE MACRO sdq_known_greatest(_sdq_sure, _sdq_unsure) AS CASE WHEN _sdq_unsure IS NULL OR _sdq_sure >= _sdq_unsure THEN _sdq_sure ELSE error('A masked row may have had the greatest value') END`,
  // DuckDB computes date functions of a TIMESTAMPTZ by ICU calendars, those of a TIMESTAMP by itself: see plan/utc-dates.
  `CREATE MACRO sdq_utc(_sdq_at) AS make_timestamp(epoch_us(_sdq_at))`,
  `CREATE MACRO sdq_date_trunc(_sdq_unit, _sdq_at) AS make_timestamptz(epoch_us(date_trunc(_sdq_unit, sdq_utc(_sdq_at))))`,
  `CREATE MACRO sdq_time_bucket(_sdq_width, _sdq_at) AS make_timestamptz(epoch_us(time_bucket(_sdq_width, sdq_utc(_sdq_at))))`,
  `CREATE MACRO sdq_date_diff(_sdq_unit, _sdq_from, _sdq_to) AS system.main.date_diff(_sdq_unit, sdq_utc(_sdq_from), sdq_utc(_sdq_to))`,
  `CREATE MACRO sdq_date_sub(_sdq_unit, _sdq_from, _sdq_to) AS system.main.date_sub(_sdq_unit, sdq_utc(_sdq_from), sdq_utc(_sdq_to))`,
];

/** The mean of a number of integers with this sum, both as SQL: what `avg` returns for them. */
export function meanOf(total: string, n: string): string {
  return `sdq_mean(${total}, ${n})`;
}
