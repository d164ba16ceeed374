/**
 * DuckDB expands these macros while binding, and binds an argument as often as the body names it: calls nested in
 * that argument multiply. The number is how often the body names its most frequent parameter; macros that name each
 * parameter once are not listed. It counts the macros of the backend too, which guard functions of DuckDB (`guard-macros.ts`).
 */
export const macroCopies: Readonly<Record<string, number>> = {
  array_pop_back: 2,
  array_to_string: 2,
  array_to_string_comma_default: 2,
  date_diff: 6,
  date_part: 4,
  date_sub: 6,
  datediff: 6,
  datepart: 4,
  datesub: 6,
  equi_width_bins: 7,
  fmod: 2,
  from_json: 2,
  from_json_strict: 2,
  json_contains: 2,
  json_group_array: 2,
  json_group_object: 2,
  json_group_structure: 4,
  json_merge_patch: 2,
  json_structure: 2,
  json_transform: 2,
  json_transform_strict: 2,
  list_bit_and: 3,
  list_bit_or: 3,
  list_bit_xor: 3,
  nullif: 2,
  round_even: 6,
  roundbankers: 6,
  split_part: 4,
  wavg: 3,
  weighted_avg: 3,
};
