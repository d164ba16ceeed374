import { textAtMost } from '../argument-rules.ts';
import { admitLimits } from '../limits.ts';
import { each, type FunctionGroup, names } from './group.ts';

/** RE2: matches in linear time, whatever the pattern. */
export const regularExpressions: FunctionGroup = {
  kind: 'scalar',
  free: names('regexp_escape'),
  bounded: each(
    `regexp_matches regexp_full_match regexp_extract regexp_extract_all regexp_replace
    regexp_split_to_array string_split_regex str_split_regex regexp_split_to_table`,
    textAtMost(1, admitLimits.regularExpressionMax, 'pattern'),
  ),
};
