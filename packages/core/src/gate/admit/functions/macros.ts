/**
 * DuckDB expands these macros while binding, and binds an argument as often as the body names it: calls nested in
 * that argument multiply. The number is how often the body names its most frequent parameter; macros that name each
 * parameter once are not listed.
 */
export const macroCopies: Readonly<Record<string, number>> = {
  array_pop_back: 2,
  array_to_string: 2,
  array_to_string_comma_default: 2,
  fmod: 2,
  json_group_array: 2,
  json_group_object: 2,
  nullif: 2,
  round_even: 6,
  roundbankers: 6,
  split_part: 4,
  wavg: 3,
  weighted_avg: 3,
};
